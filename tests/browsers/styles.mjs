// Find the rules of our styles that a browser of the baseline drops, with more than itself or without a word on it.
import fs from "node:fs";
import postcss from "postcss";
import selectors from "postcss-selector-parser";
import values from "postcss-value-parser";
import { data, lacking } from "./compat.mjs";

// Left out by an older browser, and the page is still whole: why.
const MAY_BE_LEFT_OUT = JSON.parse(fs.readFileSync(new URL("styles-may-be-left-out.json", import.meta.url)));
const { properties, selectors: pseudos, types, "at-rules": atRules } = data.css;
const UNITS = { dvh: 1, svh: 1, lvh: 1, dvw: 1, svw: 1, lvw: 1, cqw: 1, cqh: 1, lh: 1, rlh: 1, cap: 1 };

function lateSelectors(selector) {
  const found = new Map();
  const add = (name, feature) => { const lacks = lacking(feature); if (lacks.length) found.set(name, lacks); };
  selectors((root) => {
    root.walkPseudos((pseudo) => {
      const name = pseudo.value.replace(/^:+/, "");
      add(pseudo.value, pseudos[name]);
      if (name === "not" && (pseudo.nodes.length > 1 || pseudo.nodes.some((one) => one.nodes.some((part) => part.type === "combinator")))) add(":not(list)", pseudos.not.selector_list);
    });
    root.walkNesting(() => add("&", pseudos.nesting));
  }).processSync(selector);
  return found;
}

function lateValues(declaration) {
  const found = new Map();
  const add = (name, feature) => { const lacks = lacking(feature); if (lacks.length) found.set(name, lacks); };
  const property = properties[declaration.prop];
  const flex = declaration.parent.nodes.some((one) => one.prop === "display" && /flex/.test(one.value));
  if (!declaration.prop.startsWith("--")) add(declaration.prop, property);
  values(declaration.value).walk((node) => {
    if (node.type === "function") add(`${node.value}()`, types[node.value] || types.color?.[node.value] || types.calc?.[node.value]);
    if (node.type !== "word") return;
    const unit = values.unit(node.value);
    if (unit && UNITS[unit.unit]) found.set(unit.unit, ["its unit"]);
    else if (property && !unit) {
      add(`${declaration.prop}: ${node.value}`, property[node.value]);
      if (flex) add(`${declaration.prop} of flex: ${node.value}`, property.context_flex?.[`${node.value}_in_flex`]);
    }
  });
  return found;
}

const told = new Set();
const guarded = (node) => node && ((node.type === "atrule" && node.name === "supports") || guarded(node.parent));

for (const path of process.argv.slice(2)) {
  const file = path.split("/").pop();
  const tell = (node, what) => console.log(`${file}:${node.source.start.line}: ${what}`);
  const root = postcss.parse(fs.readFileSync(path, "utf8"));
  const late = (node, found) => {
    for (const [name, lacks] of found) {
      told.add(name);
      if (!(name in MAY_BE_LEFT_OUT)) tell(node, `${name} (${lacks.join(", ")})`);
    }
  };
  root.walkAtRules((at) => {
    const lacks = lacking(atRules[at.name]);
    if (lacks.length) late(at, new Map([[`@${at.name}`, lacks]]));
  });
  const apart = new Set();
  root.walkRules((rule) => { if (guarded(rule)) for (const one of rule.selectors) apart.add(one); });
  root.walkRules((rule) => {
    if (guarded(rule) || rule.parent.name?.endsWith("keyframes")) return;
    const kinds = rule.selectors.map((one) => [...lateSelectors(one).keys()].join(" "));
    // A browser that does not know one selector drops all of the list: those that it knows stand in a rule of their own.
    if (new Set(kinds).size > 1) tell(rule, `a list of which some are dropped with others: ${[...new Set(kinds)].join(" | ")}`);
    late(rule, lateSelectors(rule.selector));
    const said = Object.fromEntries(rule.nodes.map((one) => [one.prop, one.value]));
    if (/flex/.test(said.display) && said.gap && !/ 0$/.test(said.gap) && lacking(properties.gap.flex_context).length) {
      for (const one of rule.selectors) if (!lateSelectors(one).size && !apart.has(`${one} > :not(:last-child)`)) tell(rule, `gap of flex, and no margin for ${one} > :not(:last-child)`);
    }
    const names = rule.nodes.filter((one) => one.type === "decl").map((one) => one.prop);
    rule.walkDecls((declaration) => {
      // The same property before it stands for whoever does not know this value.
      const before = names.indexOf(declaration.prop) < rule.nodes.indexOf(declaration) && names.filter((one) => one === declaration.prop).length > 1;
      if (!before) late(declaration, lateValues(declaration));
    });
  });
}
for (const name of Object.keys(MAY_BE_LEFT_OUT)) if (!told.has(name)) console.log(`styles-may-be-left-out.json: ${name} is used nowhere`);
