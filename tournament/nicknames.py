"""The short forms of given names as people say and write them at a club, without accents, each with its full names."""

_FULL_NAMES = """
    alex: alexandre alexandra alexis; ali: alice aline; andy: andre andree; anto: antoine antonio anthony; babeth: elisabeth; babette: elisabeth;
    bea: beatrice; beber: albert robert hubert gilbert norbert; bebert: albert robert hubert gilbert norbert; ben: benjamin benoit;
    bernie: bernard bernadette; bill: william; billy: william; bob: robert; bobby: robert; bri: brigitte; cathy: catherine; cath: catherine; caro: caroline;
    charlie: charles; charlot: charles; charly: charles; chris: christophe christian christine christelle christiane; clem: clement clementine;
    coco: corinne colette corentin; cricri: christine christian christelle; dada: daniel; dan: daniel daniele danielle; dany: daniel daniele danielle;
    dave: david; dede: andre; del: delphine; didi: didier; didou: didier; dodo: dominique dorothee; dom: dominique; domi: dominique; doudou: edouard;
    ed: edouard edmond; eddie: edouard; eddy: edouard; eli: elisabeth elie eliane; fab: fabrice fabien fabienne; fafa: fabien fabrice; fanch: francois;
    fanfan: francois francoise; fanny: stephanie francoise; fifi: philippe; flo: florent florence florian; fonfon: alphonse; franckie: franck;
    francky: franck; fred: frederic frederique alfred; gaby: gabriel gabrielle; gege: gerard gerald; geo: georges georgette; gigi: gisele ginette gilles;
    gilou: gilles; gillou: gilles; greg: gregory gregoire; guigui: guillaume; gus: gustave auguste; guitou: guy; gwen: gwenaelle gwenole gwendal;
    gwenn: gwenaelle gwenole; hub: hubert; isa: isabelle; jack: jacques; jackie: jacques jacqueline; jacky: jacques jacqueline; jacquot: jacques;
    jeannot: jean; jeff: jean; jenny: jennifer; jim: james; jo: joel joelle joseph josiane josette jose jocelyne jocelyn jonathan johan joachim georges;
    job: joseph; jobic: joseph; joe: joseph joel; jojo: joel joseph georges josette josiane; juju: julien julie justine; jul: julien julie; kat: catherine;
    kiki: christian christine; kris: christophe christian; lau: laurence laurent laure; leo: leon leonie leonard; lili: liliane elisabeth; liz: elisabeth;
    lolo: laurent laurence laure; lou: louis louise; loulou: louis louise lucien; ludo: ludovic; lulu: lucien lucienne lucie ludovic; mado: madeleine;
    mag: magali; manu: emmanuel emmanuelle manuel; marco: marc; mat: mathieu matthieu mathilde mathis; math: mathieu mathilde mathis;
    max: maxime maximilien; mel: melanie melissa; mich: michel michele; michou: michel michele micheline; mick: mickael michael; micka: mickael michael;
    mike: michael mickael michel; mimi: michel michele micheline mireille; momo: maurice mohamed; nad: nadine nadia nadege;
    nanard: bernard; nanou: anne annick; nat: nathalie nathan; nath: nathalie nathan; nic: nicolas nicole; nico: nicolas nicole; nini: denise;
    nono: arnaud noel bruno norbert; oli: olivier; olive: olivier; pat: patrick patrice patricia; patou: patricia patrick; paulo: paul;
    phil: philippe; philou: philippe; pier: pierre; pierrick: pierre; pierrot: pierre; raph: raphael; ray: raymond raymonde; ricky: eric henri; riri: henri;
    riton: henri; rob: robert; roby: robert; roro: roland robert romain; rosy: rose rosalie; sab: sabine sabrina; sam: samuel; sandy: sandra sandrine;
    seb: sebastien; soizic: francoise; steph: stephane stephanie; steve: stephane; suzy: suzanne; syl: sylvain sylvie sylvaine; ted: edouard;
    theo: theodore theophile; thib: thibaut; tib: thibaut; tim: timothee; titi: thierry; titine: martine christine; tof: christophe; toine: antoine;
    tom: thomas; toni: antoine antonio; tonio: antoine antonio; tonton: antoine; tony: antoine antonio anthony; toto: antoine; val: valerie valentin valentine;
    vero: veronique; vince: vincent; vivi: viviane vivien; viv: viviane; will: william wilfried; willy: william wilfried; xav: xavier; yo: yohan yoann;
    yoyo: yohan yoann; zaza: isabelle elisabeth; zeze: joseph jose
"""
FULL_NAMES = {
    short.strip(): frozenset(full.split())
    for short, _colon, full in (entry.partition(":") for entry in _FULL_NAMES.split(";"))
}
