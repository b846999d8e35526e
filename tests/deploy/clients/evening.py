"""Play what a club's site does in an evening, with the client generated from docs/openapi.yaml as `dix_client`.

python evening.py http://localhost:8000 dixdeder_…      (prints what it saw, as JSON)
"""

import json
import sys
import uuid

from dix_client import AuthenticatedClient
from dix_client.api.concours import concours_get
from dix_client.api.journal import scores_get
from dix_client.api.sheets import table_sheets_post
from dix_client.api.standings import standings_get
from dix_client.api.teams import teams_post
from dix_client.models import MarkInput, MarksInput, Problem, ReceiptOutput, SheetInput, SheetInputKind, TeamInput

address, token = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=token, raise_on_unexpected_status=True)

concours = concours_get.sync(client=client)
assert concours is not None and not isinstance(concours, Problem)
(evening,) = concours.results

team = TeamInput(players=["Zoé B", "Yan C"], origin="Casson")
key = str(uuid.uuid4())
made = teams_post.sync_detailed(evening.id, client=client, body=team, idempotency_key=key)
again = teams_post.sync_detailed(evening.id, client=client, body=team, idempotency_key=key)
refused = teams_post.sync(evening.id, client=client, body=TeamInput(players=["Zoé B"]))
assert isinstance(refused, Problem)

before = scores_get.sync(evening.id, client=client)
ranking = standings_get.sync_detailed(evening.id, client=client)
etag = ranking.headers["etag"]
unchanged = standings_get.sync_detailed(evening.id, client=client, if_none_match=etag)

marks = MarksInput(ns=MarkInput(points=1012), eo=MarkInput(points=932))
sheet = SheetInput(key=str(uuid.uuid4()), kind=SheetInputKind.TOTALS, marks=marks)
receipt = table_sheets_post.sync(evening.id, 1, 2, client=client, body=sheet)
assert isinstance(receipt, ReceiptOutput)

changed = standings_get.sync_detailed(evening.id, client=client, if_none_match=etag)
since = scores_get.sync(evening.id, client=client, since=before.next_)
print(
    json.dumps(
        {
            "concours": evening.name,
            "team": [made.status_code, made.parsed.number, again.parsed.number],
            "refused": refused.code,
            "unchanged": unchanged.status_code,
            "changed": [changed.status_code, changed.parsed.results[0].points],
            "scores": [[one.round_, one.table, one.sheet.version] for one in since.results],
        }
    )
)
