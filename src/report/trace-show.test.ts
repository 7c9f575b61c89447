import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Decision } from "../kernel/decisions/decision.ts";
import { anyTrace, sampleTrace } from "../kernel/trace/trace.fuzz.ts";
import { diffTraces } from "../kernel/trace/trace-diff.ts";
import { traceDiffText, traceShowText } from "./trace-show.ts";

test("a trace is shown with its decisions by span and its events by time", () => {
  expect(traceShowText(sampleTrace)).toMatchInlineSnapshot(`
    "trace  checkout   seed 0x9f3c   run 417
      subject   tests/checkout.chaos.ts#default   digest 5f70bf18a086
      settings  stepsPerRun 50   latencyUsMax 10000
      versions  gauntlet 0.1.0   node 20.20.2   fast-check 4.10.2
      tiers     clock simulated   fetch recorded

    decisions (10)
         1  step
         2    pick rule = pay
         3    value cents = 1
         4    faults
         5      chance lost reply = true
         8  integer latency = 250
         9  bytes body = 00ff
        10  value card = draws [4 2]

    events (3)
              0 µs  step      pay   cents=1
            250 µs  fault     lost reply   src/gateway.ts#charge
      5,000,250 µs  threw     pay

    verdict  broken   a paid order is charged once
      error     PropertyError: a paid order is charged once
      property  a paid order is charged once
      at        src/checkout.ts#Checkout.pay
      identity  a1b2c3d4e5f6
    "
  `);
});

test("a replay that diverged is shown with both sides", () => {
  const divergence = { index: 2, recorded: "pick rule = pay", asked: "pick rule of buy, sell" };
  const verdict = { kind: "unknown", because: "the code took another path", divergence } as const;
  const shown = traceShowText({ ...sampleTrace, decisions: [], events: [], verdict });
  expect(shown.slice(shown.indexOf("\n\n"))).toMatchInlineSnapshot(`
    "

    decisions (0)

    events (0)

    verdict  unknown   the code took another path
      diverged at decision 3
      recorded  pick rule = pay
      asked     pick rule of buy, sell
    "
  `);
});

test("traces that part are shown from the place where they do", () => {
  const sell: Decision = { kind: "pick", label: "rule", value: "sell" };
  const second = {
    header: { ...sampleTrace.header, versions: { node: "24.0.0" } },
    decisions: [...sampleTrace.decisions.slice(0, 4), sell],
    events: sampleTrace.events.slice(0, 2),
    verdict: { kind: "held" },
  } as const;
  expect(traceDiffText(diffTraces(sampleTrace, second))).toMatchInlineSnapshot(`
    "header
      versions.gauntlet
        first   0.1.0
        second  none
      versions.node
        first   20.20.2
        second  24.0.0
      versions.fast-check
        first   4.10.2
        second  none
    first difference at decision 5
         2  pick rule = pay
         3  value cents = 1
         4  span faults
      first
         5  chance lost reply = true
         6  end
         7  end
         8  integer latency = 250
      second
         5  pick rule = sell
    first difference at event 3
         1          0 µs  step      pay   cents=1
         2        250 µs  fault     lost reply   src/gateway.ts#charge
      first
         3  5,000,250 µs  threw     pay
      second
         3  no more events
    verdict
      first   broken   a paid order is charged once
      second  held
    "
  `);
});

test("traces with the same decisions and another course say so", () => {
  const second = { ...sampleTrace, verdict: { kind: "held" } } as const;
  expect(traceDiffText(diffTraces(sampleTrace, second))).toMatchInlineSnapshot(`
    "verdict
      first   broken   a paid order is charged once
      second  held

    the decisions are equal: something outside of them changed the run
    "
  `);
});

test("equal traces take one line", () => {
  expect(traceDiffText(diffTraces(sampleTrace, sampleTrace))).toMatchInlineSnapshot(`
    "the traces are equal: same header, decisions, events, verdict
    "
  `);
});

test("no line is wider than 100 columns, whatever the trace holds", () => {
  fc.assert(
    fc.property(anyTrace, anyTrace, fc.string({ minLength: 200 }), (first, second, name) => {
      const long = { ...first, events: [{ atUs: 0, kind: "note", name }] } as const;
      const text = traceShowText(long) + traceDiffText(diffTraces(long, second));
      for (const line of text.split("\n")) {
        expect(Array.from(line).length).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test("a very long trace is cut", () => {
  const decisions = Array.from({ length: 12_000 }, (): Decision => {
    return { kind: "chance", label: "drop", value: false };
  });
  expect(traceShowText({ ...sampleTrace, decisions })).toContain("and 2,000 more");
});

test("a setting with parts shows all of them", () => {
  const { header } = sampleTrace;
  const settings = { ...header.settings, host: { proc: true, fs: false } };
  const shown = traceShowText({ ...sampleTrace, header: { ...header, settings } });
  expect(shown).toContain('latencyUsMax 10000   host {"proc":true,"fs":false}\n');
});
