// Play what a club's site does in an evening, with the types generated from docs/openapi.yaml as schema.d.ts.
//     node out/evening.js http://localhost:8000 dixdeder_…      (prints what it saw, as JSON)
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

declare const process: { argv: string[] };
const [address, token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

function needed<T>(value: T | undefined, told?: unknown): T {
  if (value === undefined) throw new Error(`no answer: ${JSON.stringify(told)}`);
  return value;
}

const concours = await client.GET("/api/v1/concours/");
const evening = needed(needed(concours.data, concours.error).results[0]);
const path = { id: evening.id };

const team = { players: ["Zoé B", "Yan C"], origin: "Casson" };
const header = { "Idempotency-Key": crypto.randomUUID() };
const made = await client.POST("/api/v1/concours/{id}/teams/", { params: { path, header }, body: team });
const again = await client.POST("/api/v1/concours/{id}/teams/", { params: { path, header }, body: team });
const refused = await client.POST("/api/v1/concours/{id}/teams/", { params: { path }, body: { players: ["Zoé B"] } });

const before = await client.GET("/api/v1/concours/{id}/scores/", { params: { path } });
const ranking = await client.GET("/api/v1/concours/{id}/standings/", { params: { path } });
const known = { "If-None-Match": ranking.response.headers.get("ETag") ?? "" };
const unchanged = await client.GET("/api/v1/concours/{id}/standings/", { params: { path, header: known } });

const receipt = await client.POST("/api/v1/concours/{id}/parties/{number}/tables/{table}/sheets/", {
  params: { path: { ...path, number: 1, table: 2 } },
  body: { key: crypto.randomUUID(), kind: "totals", marks: { NS: { points: 1012 }, EO: { points: 932 } } },
});
needed(receipt.data, receipt.error);

const changed = await client.GET("/api/v1/concours/{id}/standings/", { params: { path, header: known } });
const since = await client.GET("/api/v1/concours/{id}/scores/", {
  params: { path, query: { since: needed(before.data).next } },
});
console.log(
  JSON.stringify({
    concours: evening.name,
    team: [made.response.status, needed(made.data, made.error).number, needed(again.data).number],
    refused: needed(refused.error).code,
    unchanged: unchanged.response.status,
    changed: [changed.response.status, needed(changed.data).results[0]?.points],
    scores: needed(since.data).results.map((one) => [one.round, one.table, one.sheet?.version]),
  }),
);
