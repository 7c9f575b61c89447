import { describe, expect, test } from "vitest";
import type { Finding } from "../kernel/result/finding.ts";
import { emptyEvidence, type Result } from "../kernel/result/result.ts";
import { resultText } from "./text.ts";

const plain = { color: false, isAscii: false };

const charged: Finding = {
  id: "checkout-1f0c9a2e",
  kind: "property",
  identity: {
    error: "PropertyBroken (property)",
    message: "a paid order is charged once",
    frame: "src/pay.ts#Checkout.pay",
    property: "a paid order is charged once",
    key: "1f0c9a2e7b11",
  },
  message: "a paid order is charged once",
  subject: "checkout",
  place: { file: "src/pay.ts", line: 58, column: 11, text: "    await charge(order);" },
  story: [
    { kind: "step", what: "pay", detail: "cents=4900" },
    { kind: "fault", what: "lost reply", detail: "src/gateway.ts#charge" },
    { kind: "wake", what: "retry timer", detail: "at 250 ms" },
    { kind: "step", what: "pay", detail: "cents=4900" },
    { kind: "broken", what: "a paid order is charged once", detail: "" },
  ],
  shrunk: { from: 61, to: 4, attempts: 120 },
  occurrences: 3,
  runIndex: 417,
  trace: ".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
  replay: "npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
  token: "g1.AAAA",
  isConfirmed: true,
};

const undefinedRead = "Cannot read properties of undefined (reading 'cents')";

const thrown: Finding = {
  ...charged,
  kind: "thrown",
  identity: { ...charged.identity, error: "TypeError", message: undefinedRead, property: "" },
  message: undefinedRead,
  place: {
    file: "src/refund.ts",
    line: 9,
    column: 32,
    text: "  return gateway.refund(orders.at(-1).cents);",
  },
  story: [
    { kind: "step", what: "refund", detail: "" },
    { kind: "note", what: "refund throws", detail: `TypeError: ${undefinedRead}` },
    { kind: "broken", what: "TypeError", detail: undefinedRead },
  ],
  shrunk: { from: 1, to: 1, attempts: 3 },
  occurrences: 1,
  replay: "npx gauntlet replay .gauntlet/findings/checkout-77aa01bc/trace.jsonl.gz",
  isConfirmed: false,
};

const unmet: Finding = {
  ...charged,
  identity: {
    ...charged.identity,
    error: "NeverTrue",
    message: "never true",
    property: "a retry succeeds",
  },
  message: "never true in 1000 runs",
  place: undefined,
  story: [],
  shrunk: { from: 0, to: 0, attempts: 0 },
  trace: undefined,
  replay: undefined,
  token: undefined,
};

const result: Result = {
  command: "explore",
  subject: "checkout",
  verdict: "broken",
  because: "",
  summary: { runs: 1_000, seconds: 4.0812, seed: "0x9f3c", wakes: 20_411, unknownRuns: 0 },
  findings: [charged],
  properties: [
    { kind: "invariant", name: "a paid order is charged once", held: 9_000, broken: 3 },
    { kind: "always", name: "totals add up", held: 400, broken: 0 },
    { kind: "unreachable", name: "no order is lost", held: 0, broken: 0 },
    { kind: "sometimes", name: "a retry succeeds", held: 12, broken: 90 },
    { kind: "eventually", name: "stock never negative", held: 0, broken: 0 },
  ],
  evidence: {
    cells: [
      { operation: "pay", fault: "lost reply", property: "totals add up", passed: 80, failed: 0 },
      { operation: "pay", fault: "slow gateway", property: "totals add up", passed: 9, failed: 0 },
      { operation: "refund", fault: "lost reply", property: "totals add up", passed: 3, failed: 1 },
    ],
    notExercised: ["charged once", "stock", "a", "b", "c"].map((property) => ({
      operation: "pay",
      fault: "slow gateway",
      property,
    })),
  },
  notes: [],
  artifacts: [".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz"],
  next: ["npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz"],
};

const held: Result = {
  ...result,
  verdict: "held",
  findings: [],
  properties: result.properties.slice(1, 4),
  evidence: emptyEvidence,
  artifacts: [],
  next: [],
};

describe("a result as text", () => {
  test("one finding is told whole, and its replay is the last line", () => {
    expect(resultText(result, plain)).toMatchInlineSnapshot(`
      "explore  checkout   seed 0x9f3c   1,000 runs   4.1 s

      ✗ a paid order is charged once                      broken in 3 runs, smallest shown
          1  pay             cents=4900
          2  ⚡ lost reply   src/gateway.ts#charge
               retry timer   at 250 ms
          3  pay             cents=4900   ← broken here
            src/pay.ts:58   await charge(order);
                                  ^^^^^^^^^^^^^
        shrunk from 61 decisions to 4

      ✓ 3 properties held   ? 1 unknown (never evaluated: stock never negative)
        exercised 3 of 8 operation × fault × property cells; never: pay × slow gateway × charged once (+4)

      wrote    .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz
      replay   npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz
      "
    `);
  });

  test("several findings have their replay under them, and the first is repeated last", () => {
    const several = {
      ...result,
      findings: [charged, thrown, unmet],
      notes: ["a module that looked stateless keeps state, so all modules are made fresh"],
      next: ["npx gauntlet doctor checkout.chaos.ts"],
    };
    expect(resultText(several, plain)).toMatchInlineSnapshot(`
      "explore  checkout   seed 0x9f3c   1,000 runs   4.1 s

      ✗ a paid order is charged once                      broken in 3 runs, smallest shown
          1  pay             cents=4900
          2  ⚡ lost reply   src/gateway.ts#charge
               retry timer   at 250 ms
          3  pay             cents=4900   ← broken here
            src/pay.ts:58   await charge(order);
                                  ^^^^^^^^^^^^^
        shrunk from 61 decisions to 4
        replay   npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz

      ✗ TypeError: Cannot read properties of undefined (reading 'cents')   seen in 1 run
          1  refund   ← broken here
            src/refund.ts:9   return gateway.refund(orders.at(-1).cents);
                                                           ^^^^^^
        1 decision, already minimal
        ? not confirmed: a fresh process did not show it again
        replay   npx gauntlet replay .gauntlet/findings/checkout-77aa01bc/trace.jsonl.gz

      ✗ a retry succeeds                                  never true in 1,000 runs

      ✓ 2 properties held   ? 1 unknown (never evaluated: stock never negative)
        exercised 3 of 8 operation × fault × property cells; never: pay × slow gateway × charged once (+4)

      note     a module that looked stateless keeps state, so all modules are made fresh
      wrote    .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz
      next     npx gauntlet doctor checkout.chaos.ts
      replay   npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz
      "
    `);
  });

  test("a result that held is short", () => {
    expect(resultText(held, plain)).toMatchInlineSnapshot(`
      "explore  checkout   seed 0x9f3c   1,000 runs   4.1 s

      ✓ 3 properties held
      "
    `);
  });

  test("a result without properties says that nothing broke", () => {
    const bare = { ...held, properties: [], summary: { runs: 1, seconds: 0.0123, seed: 7 } };
    expect(resultText(bare, plain)).toMatchInlineSnapshot(`
      "explore  checkout   seed 7   1 run   12 ms

      ✓ nothing broke in 1 run
      "
    `);
  });

  test("an unknown result says why, and shows no tick", () => {
    const unknown: Result = {
      ...held,
      verdict: "unknown",
      because: "run 417 did not repeat: the same decisions gave a different trace",
      summary: { runs: 1_000, seconds: 754, seed: "0x9f3c", unknownRuns: 12 },
      next: ["npx gauntlet doctor checkout.chaos.ts"],
    };
    expect(resultText(unknown, plain)).toMatchInlineSnapshot(`
      "explore  checkout   seed 0x9f3c   1,000 runs   12 min 34 s

      ? could not tell: run 417 did not repeat: the same decisions gave a different trace
        3 properties held as far as seen
      ? 12 of 1,000 runs could not be judged

      next     npx gauntlet doctor checkout.chaos.ts
      "
    `);
  });

  test("a terminal with ASCII only gets nothing else", () => {
    const named = { ...result, subject: "kassé…" };
    const text = resultText(named, { color: false, isAscii: true });
    expect(text).not.toMatch(/\P{ASCII}/u);
    expect(text).toMatchInlineSnapshot(`
      "explore  kass\\xe9...   seed 0x9f3c   1,000 runs   4.1 s

      x a paid order is charged once                      broken in 3 runs, smallest shown
          1  pay             cents=4900
          2  ! lost reply    src/gateway.ts#charge
               retry timer   at 250 ms
          3  pay             cents=4900   <- broken here
            src/pay.ts:58   await charge(order);
                                  ^^^^^^^^^^^^^
        shrunk from 61 decisions to 4

      + 3 properties held   ? 1 unknown (never evaluated: stock never negative)
        exercised 3 of 8 operation x fault x property cells; never: pay x slow gateway x charged once (+4)

      wrote    .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz
      replay   npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz
      "
    `);
  });

  test("colour is on marks and carets only", () => {
    const text = resultText(result, { color: true, isAscii: false });
    const escape = String.fromCodePoint(27);
    const parts = text.split(escape).filter((part) => !part.startsWith("[39m"));
    const colored = parts.slice(1).map((part) => part.replace(/^\[3\dm/, ""));
    expect(colored).toEqual(["✗", "⚡", "^^^^^^^^^^^^^", "✓", "?"]);
  });

  test("long lists end after five, unless all is wanted", () => {
    const many: Result = {
      ...held,
      verdict: "broken",
      findings: Array.from({ length: 7 }, (_, index) => ({
        ...unmet,
        identity: { ...unmet.identity, property: `case ${index + 1}`, message: "never reached" },
      })),
      notes: Array.from({ length: 17 }, (_, index) => `note ${index + 1}`),
      artifacts: Array.from({ length: 6 }, (_, index) => `.gauntlet/runs/${index + 1}.json`),
    };
    expect(resultText(many, plain)).toMatchInlineSnapshot(`
      "explore  checkout   seed 0x9f3c   1,000 runs   4.1 s

      ✗ case 1                                            never reached in 1,000 runs
      ✗ case 2                                            never reached in 1,000 runs
      ✗ case 3                                            never reached in 1,000 runs
      ✗ case 4                                            never reached in 1,000 runs
      ✗ case 5                                            never reached in 1,000 runs

        and 2 more (--all)

      ✓ 3 properties held

      note     note 1
      note     note 2
      note     note 3
      note     note 4
      note     note 5
               and 12 more (--all)
      wrote    .gauntlet/runs/1.json
               .gauntlet/runs/2.json
               .gauntlet/runs/3.json
               .gauntlet/runs/4.json
               .gauntlet/runs/5.json
               and 1 more (--all)
      "
    `);
    const all = resultText(many, { ...plain, showAll: true });
    expect(all).not.toContain("--all");
    expect(all).toContain("case 7");
    expect(all).toContain("note 17");
    expect(all).toContain("20,411 wakes");
  });
});
