// Calls every operation of the contract with the types that openapi-typescript makes of it.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import { parse } from "yaml";
import type { components, paths } from "./contract.js";

type Code = components["schemas"]["Code"];

const api = createClient<paths>({ baseUrl: process.env.PAIGOW_URL ?? "http://127.0.0.1:8000" });
const cards = "Jk As Qs Qh Qd 7s 2s";
const house_way = "trump-plaza";

function refused(answer: { error?: { code: Code }; response: Response }, status: number, code: Code): void {
  assert.equal(answer.response.status, status);
  assert.equal(answer.error?.code, code);
}

const best = await api.GET("/v1/splits", { params: { query: { cards, house_way, limit: 1 } } });
assert.equal(best.data?.splits[0].wins, 52494721);
assert.equal(best.data.dealer, null);

const posted = await api.POST("/v1/splits", { body: { cards: cards.split(" "), house_way, limit: 1 } });
assert.deepEqual(posted.data, best.data);

const batch = await api.POST("/v1/batch", { body: { hands: [{ cards }, { cards: "Xh" }], house_way, explain: false } });
const [hand, fault] = batch.data?.results ?? [];
assert.ok("splits" in hand && hand.splits[0].wins === 52494721 && hand.splits[0].explanation === null);
assert.ok("code" in fault && fault.code === "invalid-card");

const graded = await api.GET("/v1/grade", { params: { query: { cards, low: "Jk As", house_way } } });
assert.equal(graded.data?.grade, "mistake");

const foul = await api.POST("/v1/grade", { body: { cards: "Ks Kd Qc 9h 7s 4d 2c", low: ["Ks", "Kd"] } });
assert.equal(foul.data?.grade, "foul");
assert.equal(foul.data.chosen.losses, 53524680);

const seen = { cards: "7s 7h 6s 6h 5d 4c 3s", variant: "face-up" } as const;
const value = await api.GET("/v1/value", { params: { query: seen } });
assert.equal(value.data?.wins, 9812435);
const pushed = await api.POST("/v1/value", { body: { ...seen, push: ["ace-high"] } });
assert.deepEqual(pushed.data, value.data);

const settled = await api.POST("/v1/settle", {
  body: { cards: "Ks Kd Qc 9h 7s 4d 2c", low: "Qc 9h", dealer: "Jk Jd Tc 8h 6s 5d 3c", stake: 13 },
});
assert.equal(settled.data?.result, "win");
assert.equal(settled.data.net, "12.35");

const drill = await api.GET("/v1/drill", { params: { query: { seed: 1, kind: "house-way-is-wrong" } } });
assert.equal(drill.data?.kind, "house-way-is-wrong");
assert.equal(drill.data.cards.length, 7);

const deal = await api.GET("/v1/deal", { params: { query: { seed: 7, players: 2 } } });
assert.deepEqual(deal.data?.dice, [3, 5, 1]);

const bets = await api.GET("/v1/side-bets", { params: { query: { cards, bet: "fortune" } } });
assert.equal(bets.data?.side_bets[0].hands, 154143080);
assert.equal(bets.data.side_bets[0].dealer_hands, null);

const ways = await api.GET("/v1/house-ways");
assert.ok(ways.data?.house_ways.some((way) => way.id === house_way));

const way = await api.GET("/v1/house-ways/{id}", { params: { path: { id: "foxwoods" } } });
assert.equal(way.data?.whole_game?.player_optimal.wins, 2413281033617680);

const setting = await api.GET("/v1/house-ways/{id}/split", {
  params: { path: { id: house_way }, query: { cards: "Ks Kh 8c 8d 3h 3s 2c" } },
});
assert.deepEqual(setting.data?.low.cards, ["Ks", "Kh"]);

const problem = await api.GET("/problems/{code}", { params: { path: { code: "invalid-card" }, query: { lang: "es" } } });
assert.equal(problem.data?.title, "Una carta no se puede leer");

assert.equal((await api.GET("/livez")).data?.status, "ok");
assert.ok((await api.GET("/readyz")).data?.house_ways.includes(house_way));

const json = await api.GET("/openapi.json");
assert.ok(json.data && "openapi" in json.data);

const yaml = await api.GET("/openapi.yaml", { parseAs: "text" });
assert.deepEqual(parse(String(yaml.data)), json.data);

const known = await api.GET("/v1/house-ways", {
  params: { header: { "If-None-Match": ways.response.headers.get("ETag") ?? "" } },
});
assert.equal(known.response.status, 304);

refused(await api.GET("/v1/splits", { params: { query: { cards: "Xh" } } }), 400, "invalid-card");
refused(await api.POST("/v1/settle", { body: { cards, low: "Jk As", dealer: cards } }), 400, "duplicate-card");
refused(await api.GET("/v1/house-ways/{id}", { params: { path: { id: "nowhere" } } }), 404, "unknown-house-way");

console.log("every operation answers as its types say");
