import { expect, test } from "vitest";
import { environmentText, filesText, flakyText, runDiffText } from "./runs-text.ts";

const plain = { color: false, isAscii: false } as const;
const digest = "0123456789abcdef".repeat(4);

test("files of a run line up, and paths are last and whole", () => {
  const run = {
    runId: "20260101-000000000-abcdef",
    command: "explore",
    verdict: "broken",
  } as const;
  const long = `traces/${"long/".repeat(30)}trace.jsonl`;
  const files = [
    { path: "report.json", bytes: 12_345, sha256: digest, state: "kept" },
    { path: long, bytes: 7, sha256: digest, state: "changed" },
    { path: "gone\u001b[31m.jsonl", bytes: 0, sha256: "", state: "gone" },
  ] as const;
  const text = filesText(run, files, plain);
  expect(text.replace(long, "<long>")).toMatchInlineSnapshot(`
    "20260101-000000000-abcdef   explore broken
      12,345 bytes   0123456789abcdef             report.json
      7 bytes        0123456789abcdef   changed   <long>
                                        gone      gone\\x1b[31m.jsonl"
  `);
  expect(text).toContain(long);
});

test("a difference of runs says first whether they came out the same", () => {
  const same = { first: [], second: [], both: ["aa", "bb"] };
  const equal = {
    isEqual: true,
    verdict: ["broken", "broken"],
    identities: same,
    counts: { runs: [1_000, 900], edges: [null, 3] },
    files: [{ path: "a.jsonl", how: "differs" }],
  } as const;
  expect(runDiffText(equal, plain)).toMatchInlineSnapshot(`
    "both came out the same: broken, with aa, bb
      runs      1,000     900
      edges     none      3
      a.jsonl   differs"
  `);
  const differ = {
    isEqual: false,
    verdict: ["broken", "held"],
    identities: { first: ["aa"], second: ["cc"], both: ["bb"] },
    counts: {},
    files: [],
  } as const;
  expect(runDiffText(differ, plain)).toMatchInlineSnapshot(`
    "they came out differently
      verdict   broken   held
      finding   aa       none
      finding   none     cc"
  `);
});

test("a flake rate is told with its budget and how runs came out", () => {
  const signatures = [
    { verdict: "broken", identities: ["aa", "bb"], runs: ["run-1", "run-2"] },
    { verdict: "held", identities: [], runs: ["run-3"] },
  ];
  const flaky = { rate: 1 / 3, budget: 0.05, isWithinBudget: false, signatures, notes: ["so"] };
  expect(flakyText(flaky, plain)).toMatchInlineSnapshot(`
    "✗ flake rate 33.3 %, the budget is 5 %
      2 x   broken   aa bb   run-1 and 1 more
      1 x   held             run-3
    note: so"
  `);
});

test("an environment is two short tables", () => {
  const environment = {
    capabilities: {
      time: { backend: "virtual clock", tier: "simulated" },
      memory: { backend: "host", tier: "uncontrolled" },
    },
    versions: { gauntlet: "0.1.0", node: "20.19.0" },
    platform: "linux x64",
    timeZone: "Europe/Zurich",
    config: null,
  };
  expect(environmentText(environment, plain)).toMatchInlineSnapshot(`
    "runs
      time     simulated      virtual clock
      memory   uncontrolled   host

    here
      gauntlet    0.1.0
      node        20.19.0
      platform    linux x64
      time zone   Europe/Zurich
      config      none: defaults"
  `);
});
