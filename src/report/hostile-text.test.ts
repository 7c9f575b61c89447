import { describe, expect, test } from "vitest";
import type { Finding } from "../kernel/result/finding.ts";
import { emptyEvidence, type Result } from "../kernel/result/result.ts";
import { textWidth } from "./column-text.ts";
import { resultText } from "./text.ts";

const plain = { color: false, isAscii: false };

const finding: Finding = {
  id: "wallet-00000000",
  kind: "thrown",
  identity: { error: "RangeError", message: "too much", frame: "", property: "", key: "0" },
  message: "too much",
  subject: "wallet",
  place: { file: "src/wallet.ts", line: 9, column: 3, text: "  throw new RangeError();" },
  story: [
    { kind: "step", what: "withdraw", detail: "cents=30" },
    { kind: "fault", what: "slow disk", detail: "fired" },
    { kind: "wake", what: "disk", detail: "at 3 ms" },
    { kind: "step", what: "withdraw", detail: "cents=41" },
    { kind: "broken", what: "RangeError", detail: "too much" },
  ],
  shrunk: { from: 9, to: 2, attempts: 40 },
  occurrences: 2,
  runIndex: 3,
  trace: "trace.jsonl.gz",
  replay: "npx gauntlet replay trace.jsonl.gz",
  token: undefined,
  isConfirmed: false,
};

const result: Result = {
  command: "explore",
  subject: "wallet",
  verdict: "broken",
  because: "",
  summary: { runs: 1_000, seconds: 4, seed: "0x9f3c" },
  findings: [finding],
  properties: [],
  evidence: emptyEvidence,
  notes: [],
  artifacts: [],
  next: [],
};

describe("text of the subject", () => {
  const evil = "\u001b[2J\u001b]0;owned\u0007pay\n✓ all held\r\u202eyap\u200b\ud800";
  const hostile: Result = {
    ...result,
    subject: evil,
    because: evil,
    findings: [
      {
        ...finding,
        identity: { ...finding.identity, error: evil, property: "" },
        message: `${evil}\n✓ 9 properties held\n${evil}`,
        place: { file: evil, line: 3, column: 400, text: `\t${evil}` },
        story: [
          { kind: "step", what: evil, detail: evil },
          { kind: "fault", what: evil, detail: evil },
          { kind: "broken", what: "more", detail: evil },
        ],
        replay: evil,
      },
    ],
    properties: [{ kind: "always", name: evil, held: 0, broken: 0 }],
    evidence: { cells: [], notExercised: [{ operation: evil, fault: evil, property: evil }] },
    notes: [evil],
    artifacts: [evil],
    next: [evil, `${evil}2`],
  };

  test("cannot drive the terminal, break a line or hide", () => {
    const text = resultText(hostile, plain);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text).not.toMatch(/^✓ (all|9)/mu);
    expect(text).toMatchInlineSnapshot(`
      "explore  \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800   seed 0x9f3c   1,000 runs
        4 s

      ✗ \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800: \\x1b[2J\\x1b]0;owned\\x07pay
        seen in 2 runs, smallest shown
        | ✓ all held\\r\\u202eyap\\u200b\\ud800
        | ✓ 9 properties held
        | \\x1b[2J\\x1b]0;owned\\x07pay
        | ✓ all held\\r\\u202eyap\\u200b\\ud800
          1  \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
                        \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
          2  ⚡ \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
                        \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
             ✗ more     \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800   ← broken here
            \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800:3
            \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
                                                                        ^
        shrunk from 9 decisions to 2
        ? not confirmed: a fresh process did not show it again

      ? 1 unknown (never evaluated: \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800)
        exercised 0 of 1 operation × fault × property cells; never:
          \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud8…

      note     \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
      note     \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
      wrote    \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
      next     \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud8002
      replay   \\x1b[2J\\x1b]0;owned\\x07pay\\n✓ all held\\r\\u202eyap\\u200b\\ud800
      "
    `);
  });

  test.each([50, 60, 80, 100, 300])("of any length fits into %i columns", (columns) => {
    const words = "a very long name of something that goes on ".repeat(30);
    for (const filler of [words, "x".repeat(900), "漢字".repeat(300), "⚡".repeat(200)]) {
      const long: Result = {
        ...result,
        subject: filler,
        summary: { runs: 1e15, seconds: 1e7, seed: filler },
        findings: [
          { ...finding, identity: { ...finding.identity, property: filler }, message: filler },
          {
            ...finding,
            message: `${filler}\n${filler}`,
            place: { file: filler, line: 1, column: 500, text: filler },
            story: finding.story.map((line) => ({ ...line, what: filler, detail: filler })),
          },
          { ...finding, place: { file: "a.ts", line: 1, column: 120, text: filler } },
          { ...finding, kind: "property" as const, trace: undefined, story: [], message: filler },
        ].map((each) => ({ ...each, replay: "npx gauntlet replay a" })),
        properties: [{ kind: "always", name: filler, held: 0, broken: 0 }],
        evidence: { cells: [], notExercised: [{ operation: filler, fault: "", property: "" }] },
        notes: [filler],
        artifacts: [],
        next: [],
      };
      for (const showAll of [false, true]) {
        const text = resultText(long, { ...plain, columns, showAll });
        const widths = text.split("\n").map(textWidth);
        expect(Math.max(...widths)).toBeLessThanOrEqual(Math.min(columns, 100));
      }
    }
  });
});
