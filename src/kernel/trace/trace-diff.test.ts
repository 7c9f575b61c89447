import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Decision } from "../decisions/decision.ts";
import { anyTrace, sampleTrace } from "./trace.fuzz.ts";
import { diffTraces } from "./trace-diff.ts";

test("a trace does not differ from itself or from its copy", () => {
  fc.assert(
    fc.property(anyTrace, (trace) => {
      expect(diffTraces(trace, structuredClone(trace))).toEqual({
        isEqual: true,
        header: [],
        decision: undefined,
        event: undefined,
        verdict: undefined,
      });
    }),
  );
});

test("a difference is the same from both sides", () => {
  fc.assert(
    fc.property(anyTrace, anyTrace, (first, second) => {
      const there = diffTraces(first, second);
      const back = diffTraces(second, first);
      expect(back.isEqual).toBe(there.isEqual);
      expect(back.decision?.index).toBe(there.decision?.index);
      expect(back.decision?.first).toEqual(there.decision?.second);
      expect(back.event?.second).toEqual(there.event?.first);
    }),
  );
});

test("the first decision that differs comes with three before and three after", () => {
  const buy: Decision = { kind: "integer", label: "latency", value: 251 };
  const second = { ...sampleTrace, decisions: sampleTrace.decisions.with(7, buy) };
  const { decision, isEqual } = diffTraces(sampleTrace, second);
  expect(isEqual).toBe(false);
  expect(decision?.index).toBe(7);
  expect(decision?.before).toEqual(sampleTrace.decisions.slice(4, 7));
  expect(decision?.first).toEqual(sampleTrace.decisions.slice(7, 11));
  expect(decision?.second[0]).toEqual(buy);
});

test("a list that ends early differs where it ends", () => {
  const second = { ...sampleTrace, events: sampleTrace.events.slice(0, 1) };
  const { event } = diffTraces(sampleTrace, second);
  expect(event?.index).toBe(1);
  expect(event?.first).toHaveLength(2);
  expect(event?.second).toEqual([]);
});

test("header entries are named in full, and a seed keeps its type", () => {
  const { header } = sampleTrace;
  const first = { ...sampleTrace, header: { ...header, seed: 42 } };
  const versions = { node: "24.0.0", gauntlet: "0.1.0" };
  const second = { ...sampleTrace, header: { ...header, seed: "42", versions } };
  expect(diffTraces(first, second).header).toEqual([
    { key: "seed", first: "42", second: '"42"' },
    { key: "versions.node", first: "20.20.2", second: "24.0.0" },
    { key: "versions.fast-check", first: "4.10.2", second: undefined },
  ]);
});

test("a verdict that differs is given from both sides", () => {
  const second = { ...sampleTrace, verdict: { kind: "held" } } as const;
  expect(diffTraces(sampleTrace, second).verdict).toEqual({
    first: sampleTrace.verdict,
    second: { kind: "held" },
  });
});

test("a setting with parts is told with all of them", () => {
  const { header } = sampleTrace;
  const settings = { ...header.settings, host: { proc: true } };
  const second = { ...sampleTrace, header: { ...header, settings } };
  expect(diffTraces(sampleTrace, second).header).toEqual([
    { key: "settings.host", first: undefined, second: '{"proc":true}' },
  ]);
});
