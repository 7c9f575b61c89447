import { expect, test } from "vitest";
import { Tally } from "../../kernel/judge/tally.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import { neverRanNotes, nothingJudged, propertyCounts } from "./unjudged.ts";

interface Seen {
  readonly started?: readonly string[];
  readonly evaluated?: readonly string[];
  readonly invariants?: readonly string[];
  readonly unreachable?: readonly string[];
  readonly needsProperties?: "invariants" | "always" | "nothing";
  readonly suspects?: number;
}

test("a campaign in which no property was evaluated has judged nothing", () => {
  expect(nothingJudged(campaign({ started: ["pay"] }))).toMatch(/^nothing was checked; add/u);
  expect(nothingJudged(campaign({ started: ["pay"], evaluated: ["paid once"] }))).toBe("");
});

test("what to add is what the test can have", () => {
  expect(nothingJudged(campaign({ started: ["pay"] }))).toContain("`invariants: {");
  const simulation = campaign({ started: ["pay"], needsProperties: "always" });
  expect(nothingJudged(simulation)).toBe(
    'nothing was checked; add `always(…, "what must hold")` to the simulation',
  );
});

test("a campaign in which a run threw has judged it", () => {
  expect(nothingJudged(campaign({ started: ["pay"], suspects: 1 }))).toBe("");
  expect(nothingJudged(campaign({ suspects: 1 }))).toBe("");
});

test("a declared invariant that no run came to is named", () => {
  const seen = campaign({ started: ["pay"], invariants: ["paid once", "in stock"] });
  expect(nothingJudged(seen)).toBe(
    "nothing was checked: no run came as far as `paid once` and 1 more",
  );
  expect(propertyCounts(seen).map(({ name, held }) => [name, held])).toEqual([
    ["paid once", 0],
    ["in stock", 0],
  ]);
});

test("what must not be reached is judged by every run that does not reach it", () => {
  expect(nothingJudged(campaign({ started: ["pay"], unreachable: ["a double charge"] }))).toBe("");
});

test("a campaign in which no rule ran has judged nothing", () => {
  expect(nothingJudged(campaign({ evaluated: ["paid once"] }))).toMatch(/^no rule ran/u);
});

test("a subject that judges its runs itself needs no property", () => {
  expect(nothingJudged(campaign({ needsProperties: "nothing" }))).toBe("");
});

test("rules that never ran are named where others did", () => {
  expect(neverRanNotes(campaign({ started: ["pay"] }))).toEqual([
    "never ran in 100 runs: `refund`; look at `when`, or give more runs",
  ]);
  expect(neverRanNotes(campaign({ started: ["pay", "refund"] }))).toEqual([]);
});

// --- inside ---

function campaign(seen: Seen): CampaignOutcome {
  const tally = new Tally();
  for (const name of seen.started ?? []) tally.started(name);
  for (const name of seen.evaluated ?? []) tally.property("invariant", name).held += 1;
  const { needsProperties = "invariants", suspects = 0 } = seen;
  const declared = {
    operations: ["pay", "refund"],
    faults: [],
    properties: (seen.invariants ?? []).map((name) => ({ kind: "invariant", name })),
    needsProperties: needsProperties === "nothing" ? undefined : needsProperties,
  };
  const claims = (seen.unreachable ?? []).map((name) => ({ kind: "unreachable", name }));
  const found = { suspects: Array.from({ length: suspects }), tally, talliedRuns: 100 };
  return { ...found, loaded: { declared, claims } } as unknown as CampaignOutcome;
}
