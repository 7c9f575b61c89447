import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emptyEvidence, type Result } from "../kernel/result/result.ts";
import { resultJson } from "./json.ts";

const broken: Result = {
  command: "explore",
  subject: "checkout",
  verdict: "broken",
  because: "interrupted",
  summary: { runs: 1_000, seconds: 4.1, seed: "0x9f3c", wakes: 20_411, unknownRuns: 0 },
  findings: [
    {
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
        { kind: "step", what: "refund", detail: "" },
        { kind: "note", what: "pay ends", detail: "at 251 ms" },
        { kind: "broken", what: "a paid order is charged once", detail: "" },
      ],
      shrunk: { from: 61, to: 4, attempts: 120 },
      occurrences: 3,
      runIndex: 417,
      trace: ".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
      replay: "npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
      token: "g1.AAAA",
      isConfirmed: true,
    },
  ],
  properties: [{ kind: "always", name: "totals add up", held: 400, broken: 0 }],
  evidence: {
    cells: [
      { operation: "pay", fault: "lost reply", property: "totals add up", passed: 80, failed: 0 },
    ],
    notExercised: [{ operation: "refund", fault: "lost reply", property: "totals add up" }],
  },
  notes: ["all modules are made fresh in each run"],
  artifacts: [".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz"],
  next: ["npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz"],
};

const held: Result = {
  ...broken,
  verdict: "held",
  because: "",
  findings: [],
  properties: [],
  evidence: emptyEvidence,
  notes: [],
  artifacts: [],
  next: [],
};

test("a result is one document with every field of the reference", () => {
  const { findings, ...others } = resultJson(broken);
  expect(findings).toHaveLength(1);
  expect(JSON.stringify(others, null, 2)).toMatchInlineSnapshot(`
    "{
      "tool": "gauntlet",
      "schema": 1,
      "command": "explore",
      "subject": "checkout",
      "verdict": "broken",
      "because": "interrupted",
      "summary": {
        "runs": 1000,
        "seconds": 4.1,
        "seed": "0x9f3c",
        "wakes": 20411,
        "unknownRuns": 0
      },
      "properties": [
        {
          "kind": "always",
          "name": "totals add up",
          "held": 400,
          "broken": 0
        }
      ],
      "evidence": {
        "cells": [
          {
            "operation": "pay",
            "fault": "lost reply",
            "property": "totals add up",
            "passed": 80,
            "failed": 0
          }
        ],
        "notExercised": [
          {
            "operation": "refund",
            "fault": "lost reply",
            "property": "totals add up"
          }
        ]
      },
      "tiers": {},
      "uncontrolled": [],
      "coverage": {},
      "notes": [
        "all modules are made fresh in each run"
      ],
      "artifacts": [
        ".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz"
      ],
      "next": [
        "npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz"
      ]
    }"
  `);
});

test("a finding has its identity, its story in sentences and its commands", () => {
  const [finding] = resultJson(broken).findings;
  expect(JSON.stringify(finding, null, 2)).toMatchInlineSnapshot(`
    "{
      "id": "checkout-1f0c9a2e",
      "identity": {
        "error": "PropertyBroken (property)",
        "message": "a paid order is charged once",
        "frame": "src/pay.ts:58",
        "function": "Checkout.pay",
        "property": "a paid order is charged once",
        "key": "1f0c9a2e7b11"
      },
      "kind": "property",
      "message": "a paid order is charged once",
      "subject": "checkout",
      "exitMode": null,
      "trace": ".gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
      "replay": "npx gauntlet replay .gauntlet/findings/checkout-1f0c9a2e/trace.jsonl.gz",
      "token": "g1.AAAA",
      "shrunk": {
        "from": 61,
        "to": 4,
        "attempts": 120
      },
      "story": [
        "pay cents=4900",
        "fault: lost reply (src/gateway.ts#charge)",
        "wake: retry timer (at 250 ms)",
        "refund",
        "pay ends (at 251 ms)",
        "broken: a paid order is charged once"
      ],
      "place": {
        "file": "src/pay.ts",
        "line": 58,
        "column": 11,
        "text": "    await charge(order);"
      },
      "occurrences": 3,
      "confirmed": true,
      "runIndex": 417
    }"
  `);
});

test("a result that held has the same fields, empty, and no reason", () => {
  expect(JSON.stringify(resultJson(held), null, 2)).toMatchInlineSnapshot(`
    "{
      "tool": "gauntlet",
      "schema": 1,
      "command": "explore",
      "subject": "checkout",
      "verdict": "held",
      "summary": {
        "runs": 1000,
        "seconds": 4.1,
        "seed": "0x9f3c",
        "wakes": 20411,
        "unknownRuns": 0
      },
      "findings": [],
      "properties": [],
      "evidence": {
        "cells": [],
        "notExercised": []
      },
      "tiers": {},
      "uncontrolled": [],
      "coverage": {},
      "notes": [],
      "artifacts": [],
      "next": []
    }"
  `);
});

test("what a finding lacks is null, and its frame falls back to the function", () => {
  const findings = broken.findings.map((finding) => ({
    ...finding,
    place: undefined,
    trace: undefined,
    replay: undefined,
    token: undefined,
    isConfirmed: false,
    isUnproven: true,
  }));
  const [finding] = resultJson({ ...broken, findings }).findings;
  expect(finding).toMatchObject({ place: null, trace: null, replay: null, token: null });
  expect(finding?.confirmed).toBeNull();
  expect(finding?.identity.frame).toBe("src/pay.ts#Checkout.pay");
  const unplaced = findings.map((one) => ({ ...one, identity: { ...one.identity, frame: "" } }));
  expect(resultJson({ ...broken, findings: unplaced }).findings[0]?.identity).not.toHaveProperty(
    "function",
  );
});

test("the document survives being written and read, whatever its texts hold", () => {
  const odd = { ...held, subject: "\u001b[2J\u202e\ud800\n", notes: ["\u2028"] };
  const document = resultJson(odd);
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
});

test("the reference names every key of the document", () => {
  const page = new URL("../../docs/reference/json.md", import.meta.url);
  const reference = readFileSync(page, "utf8");
  const missing = [...keysOf(resultJson(broken))].filter(
    (key) => !reference.includes(`\`${key}\``),
  );
  expect(missing).toEqual([]);
});

function keysOf(value: unknown): Set<string> {
  if (typeof value !== "object" || value === null) return new Set();
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return new Set([...keys, ...Object.values(value).flatMap((inner) => [...keysOf(inner)])]);
}
