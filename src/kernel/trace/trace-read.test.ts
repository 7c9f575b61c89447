import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chainNext, chainStart, chainText } from "../values/chain.ts";
import { errorText, GauntletError } from "../errors/gauntlet-error.ts";
import type { Trace } from "./trace.ts";
import { anyTrace, sampleTrace } from "./trace.fuzz.ts";
import { traceLimits } from "./trace-limits.ts";
import { TraceReader } from "./trace-read.ts";
import { traceLines } from "./trace-write.ts";

function read(lines: Iterable<string>): Trace {
  const reader = new TraceReader({ name: "trace.jsonl" });
  for (const line of lines) reader.push(line);
  return reader.finish();
}

function errorOf(lines: Iterable<string>): string {
  try {
    read(lines);
  } catch (error) {
    if (error instanceof GauntletError) return errorText(error);
    throw error;
  }
  return "no error";
}

/** Gives lines the links that a writer would give them, so that only their shape is wrong. */
function relinked(bodies: readonly string[]): string[] {
  let link = chainStart;
  return bodies.map((body) => {
    link = chainNext(link, body);
    return `${body.slice(0, -1)},"chain":"${chainText(link)}"}`;
  });
}

const lines = [...traceLines(sampleTrace)];
const bodies = lines.map((line) => line.replace(/,"chain":"[0-9a-f]{8}"\}$/, "}"));

/** The sample up to and with its header, and then lines of our own, correctly linked. */
function afterHeader(...more: readonly object[]): string[] {
  return relinked([bodies[0] ?? "", ...more.map((line) => JSON.stringify(line))]);
}

test("a trace reads back as it was written", () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      const written = [...traceLines(trace)];
      const back = read(written);
      expect(back).toEqual(trace);
      expect([...traceLines(back)]).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test("the format does not change by accident", () => {
  expect(`\n${bodies.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    {"format":"gauntlet-trace","version":1,"seed":"0x9f3c","runIndex":417,"subject":{"name":"checkout","file":"tests/checkout.chaos.ts","exportName":"default","digest":"5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"},"settings":{"stepsPerRun":50,"latencyUsMax":10000},"versions":{"gauntlet":"0.1.0","node":"20.20.2","fast-check":"4.10.2"},"tiers":{"clock":"simulated","fetch":"recorded"}}
    {"kind":"span","label":"step"}
    {"kind":"pick","label":"rule","value":"pay"}
    {"kind":"value","label":"cents","bias":2,"draws":[1,"18446744073709551616n"],"path":[0,1],"literal":1}
    {"kind":"span","label":"faults"}
    {"kind":"chance","label":"lost reply","value":true}
    {"kind":"end"}
    {"kind":"end"}
    {"kind":"integer","label":"latency","value":250}
    {"kind":"bytes","label":"body","value":"00ff"}
    {"kind":"value","label":"card","bias":3,"draws":[4,2],"path":[]}
    {"kind":"step","atUs":0,"name":"pay","detail":"cents=1"}
    {"kind":"fault","atUs":250,"name":"lost reply","detail":"src/gateway.ts#charge"}
    {"kind":"threw","atUs":5000250,"name":"pay"}
    {"kind":"broken","because":"a paid order is charged once","identity":{"error":"PropertyError","message":"a paid order is charged once","frame":"src/checkout.ts#Checkout.pay","property":"a paid order is charged once","key":"a1b2c3d4e5f6"}}
    {"kind":"end","lines":15,"digest":"6448ca33ee8b03fe9bea80f708f019df73e8ad894b9ebc8938cb11be7d2ccd77"}
    "
  `);
});

test("the example of the documentation is a trace", () => {
  const path = new URL("../../../docs/reference/trace.md", import.meta.url);
  const example = /```jsonl\n([^`]*)\n```/.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  expect(read(example.split("\n")).header.subject.name).toBe("checkout");
});

test("a literal that is more than plain data is left out, its draws stay", () => {
  const drawn = { kind: "value", label: "call", bias: 2, draws: [7], path: [] } as const;
  const decision = { ...drawn, literal: { value: () => 1 } };
  const back = read(traceLines({ ...sampleTrace, decisions: [decision] }));
  expect(back.decisions).toStrictEqual([drawn]);
});

test("an edited line is named by its number", () => {
  const edited = lines.with(2, (lines[2] ?? "").replace("pay", "buy"));
  expect(errorOf(edited)).toMatchInlineSnapshot(`
    "error[T003]: the line was changed, or a line before it was added or removed
      --> trace.jsonl:3
    note: its \`chain\` link is 698b0157, but the text up to here gives 4d569169
    help: take the file from version control or a backup, or record the run again with the same seed"
  `);
});

test("a removed, doubled or moved line is named by its number", () => {
  expect(errorOf(lines.toSpliced(4, 1))).toContain("trace.jsonl:5\n");
  expect(errorOf(lines.toSpliced(4, 0, lines[4] ?? ""))).toContain("trace.jsonl:6\n");
  const moved = lines.toSpliced(4, 1).toSpliced(7, 0, lines[4] ?? "");
  expect(errorOf(moved)).toContain("trace.jsonl:5\n");
});

test("another version is named, whatever else that version changed", () => {
  const later = '{"format":"gauntlet-trace","version":2,"chain":{"by":"other"}}';
  expect(errorOf([later])).toMatchInlineSnapshot(`
    "error[T002]: the trace has version 2
      --> trace.jsonl:1
    note: this gauntlet reads version 1 only
    help: read it with the gauntlet that wrote it; \`versions\` in the header names that one"
  `);
});

test("a trace that stops early is told", () => {
  for (let kept = 1; kept < lines.length; kept++) {
    expect(errorOf(lines.slice(0, kept))).toContain(`error[T006]`);
    expect(errorOf(lines.slice(0, kept))).toContain(`trace.jsonl:${kept}\n`);
  }
  expect(errorOf([])).toContain("error[T013]: the trace is empty");
});

test("what follows the end is told", () => {
  expect(errorOf([...lines, lines[1] ?? ""])).toMatchInlineSnapshot(`
    "error[T007]: the trace continues after its \`end\` line
      --> trace.jsonl:17
    help: keep one trace in a file; remove what follows the \`end\` line"
  `);
});

describe("a first line that is no header", () => {
  for (const line of ["", "{", "null", "[1]", "PK\u0003\u0004", '{"format":"other"}', "\uFEFF{}"]) {
    test(JSON.stringify(line), () => {
      expect(errorOf([line])).toContain("error[T001]: the file is not a trace");
    });
  }
});

const shapes: readonly object[] = [
  { kind: "fly", label: "a" },
  { label: "a" },
  { kind: "pick", label: "a" },
  { kind: "pick", label: "a", value: 1 },
  { kind: "pick", label: "a", value: "b", more: 1 },
  { kind: "chance", label: "a", value: "yes" },
  { kind: "integer", label: "a", value: 1.5 },
  { kind: "bytes", label: "a", value: "0g" },
  { kind: "value", label: "a", bias: 2, draws: ["12"], path: [] },
  { kind: "value", label: "a", bias: 2, draws: [], path: [-1] },
  { kind: "value", label: "a", bias: 2, draws: [], path: [], literal: { $what: 1 } },
  { kind: "end" },
  { kind: "step", name: "pay" },
  { kind: "step", atUs: -1, name: "pay" },
  { kind: "broken", because: "x" },
  { kind: "unknown", because: "x", divergence: { index: 0, recorded: "a" } },
];

test("a line that is linked but badly shaped is told with what was found", () => {
  const told = shapes.map((shape) =>
    errorOf(afterHeader(shape))
      .split("\nhelp:")[0]
      ?.replace(/\n +-->.*/, ""),
  );
  expect(`\n${told.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    error[T004]: the line has an unknown \`kind\`
    note: found \`"fly"\`
    error[T004]: the line has no \`kind\`
    error[T004]: the \`pick\` line has no \`value\`
    error[T004]: \`value\` of the \`pick\` line must be text
    note: found \`1\`
    error[T004]: the \`pick\` line has the unknown key \`more\`
    error[T004]: \`value\` of the \`chance\` line must be true or false
    note: found \`"yes"\`
    error[T004]: \`value\` of the \`integer\` line must be a whole number
    note: found \`1.5\`
    error[T004]: \`value\` of the \`bytes\` line must be bytes in hexadecimal
    note: found \`"0g"\`
    error[T004]: \`draws\` of the \`value\` line must hold only whole numbers and texts like \`12n\`
    note: found \`"12"\`
    error[T004]: \`path\` of the \`value\` line must hold only whole numbers, 0 or above
    note: found \`-1\`
    error[T010]: a stored value has the tag \`$what\`, which this version does not know
    note: values are kept as JSON with \`$number\`, \`$map\` and the like for what JSON loses
    error[T005]: the decision \`end\` closes a span that was never opened
    error[T004]: the \`step\` line has no \`atUs\`
    error[T004]: \`atUs\` of an event must be a number, 0 or above
    note: found \`-1\`
    error[T004]: the \`broken\` line has no \`identity\`
    error[T004]: \`divergence\` of the \`unknown\` line has no \`asked\`
    "
  `);
});

test("decisions do not come after events", () => {
  const event = { kind: "step", atUs: 0, name: "pay" };
  const decision = { kind: "chance", label: "a", value: true };
  expect(errorOf(afterHeader(event, decision))).toContain("error[T005]");
});

test("a forged end is found by its digest or its lines", () => {
  const last = (digest: string, count: number): string =>
    JSON.stringify({ kind: "end", lines: count, digest });
  const forged = relinked([...bodies.slice(0, -1), last("0".repeat(64), bodies.length - 1)]);
  expect(errorOf(forged)).toContain("error[T008]");
  const miscounted = relinked([...bodies.slice(0, -1), last("0".repeat(64), 3)]);
  expect(errorOf(miscounted)).toContain("another `lines`");
});

test("limits stop a reader where they are reached", () => {
  const within = (limits: Partial<typeof traceLimits>): string => {
    const reader = new TraceReader({ name: "big.jsonl", limits: { ...traceLimits, ...limits } });
    try {
      for (const line of lines) reader.push(line);
    } catch (error) {
      return error instanceof GauntletError ? `${error.message} (${error.code})` : "crash";
    }
    return "no error";
  };
  const told = [
    within({}),
    within({ linesMax: 3 }),
    within({ lineLengthMax: 100 }),
    within({ textLengthMax: 700 }),
    within({ drawsMax: 1 }),
    within({ literalsLengthMax: 10 }),
  ];
  expect(`\n${told.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    no error
    big.jsonl:4: the trace has 4 lines or more, at most 3 are read (T009)
    big.jsonl:1: a line has 422 characters or more, at most 100 are read (T009)
    big.jsonl:5: the trace has 711 characters or more, at most 700 are read (T009)
    big.jsonl:4: the trace has 4 draws or more, at most 1 are read (T009)
    big.jsonl:4: the trace has 121 characters of stored values or more, at most 10 are read (T009)
    "
  `);
});

test("any change of the text is an error, and never a crash", () => {
  const change = fc.record({ at: fc.nat(), length: fc.nat({ max: 3 }), text: fc.string() });
  const text = `${lines.join("\n")}\n`;
  fc.assert(
    fc.property(change, ({ at, length, text: inserted }) => {
      const start = at % text.length;
      const changed = text.slice(0, start) + inserted + text.slice(start + length);
      fc.pre(changed !== text && changed.endsWith("\n"));
      expect(errorOf(changed.slice(0, -1).split("\n"))).toMatch(/^error\[T0\d\d\]: /);
    }),
    { numRuns: 2_000 },
  );
});
