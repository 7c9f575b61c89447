// Traces for tests: one that people can read, and any that a run could write.
import * as fc from "fast-check";
import { bytesToHex } from "../values/bytes.ts";
import type { Decision, ValueDecision } from "../decisions/decision.ts";
import type { EventKind, RunEvent } from "../decisions/journal.ts";
import type { Tier, Trace, TraceHeader, Verdict } from "./trace.ts";

/** The run of a checkout that charges twice. */
export const sampleTrace: Trace = {
  header: {
    format: "gauntlet-trace",
    version: 1,
    seed: "0x9f3c",
    runIndex: 417,
    subject: {
      name: "checkout",
      file: "tests/checkout.chaos.ts",
      exportName: "default",
      digest: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    },
    settings: { stepsPerRun: 50, latencyUsMax: 10_000 },
    versions: { gauntlet: "0.1.0", node: "20.20.2", "fast-check": "4.10.2" },
    tiers: { clock: "simulated", fetch: "recorded" },
  },
  decisions: [
    { kind: "span", label: "step" },
    { kind: "pick", label: "rule", value: "pay" },
    {
      kind: "value",
      label: "cents",
      bias: 2,
      draws: [1, 2n ** 64n],
      path: [0, 1],
      literal: { value: 1 },
    },
    { kind: "span", label: "faults" },
    { kind: "chance", label: "lost reply", value: true },
    { kind: "end" },
    { kind: "end" },
    { kind: "integer", label: "latency", value: 250 },
    { kind: "bytes", label: "body", value: "00ff" },
    { kind: "value", label: "card", bias: 3, draws: [4, 2], path: [] },
  ],
  events: [
    { atUs: 0, kind: "step", name: "pay", detail: "cents=1" },
    { atUs: 250, kind: "fault", name: "lost reply", detail: "src/gateway.ts#charge" },
    { atUs: 5_000_250, kind: "threw", name: "pay" },
  ],
  verdict: {
    kind: "broken",
    because: "a paid order is charged once",
    identity: {
      error: "PropertyError",
      message: "a paid order is charged once",
      frame: "src/checkout.ts#Checkout.pay",
      property: "a paid order is charged once",
      key: "a1b2c3d4e5f6",
    },
  },
};

const label = fc.string({ unit: "binary", maxLength: 8 });
const whole = fc.maxSafeInteger();

const literal = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, Number.NaN, -0, 12n),
);

const valueDecision: fc.Arbitrary<ValueDecision> = fc.record(
  {
    kind: fc.constant("value" as const),
    label,
    bias: fc.integer({ min: 2, max: 6 }),
    draws: fc.array(fc.oneof(whole, fc.bigInt())),
    path: fc.array(fc.nat()),
    literal: fc.record({ value: literal }),
  },
  { requiredKeys: ["kind", "label", "bias", "draws", "path"] },
);

const leaf: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ kind: fc.constant("pick" as const), label, value: label }),
  fc.record({ kind: fc.constant("chance" as const), label, value: fc.boolean() }),
  fc.record({ kind: fc.constant("integer" as const), label, value: whole }),
  fc.record({
    kind: fc.constant("bytes" as const),
    label,
    value: fc.uint8Array().map(bytesToHex),
  }),
  valueDecision,
);

/** Decisions with spans that are closed, nested, empty, or left open at the end. */
export const anyDecisions: fc.Arbitrary<readonly Decision[]> = fc
  .array(fc.oneof(leaf, fc.constant<Decision>({ kind: "end" }), spanDecision()))
  .map(withoutStrayEnds);

const event: fc.Arbitrary<RunEvent> = fc.record(
  {
    atUs: fc.nat(),
    kind: fc.constantFrom<EventKind>("step", "done", "threw", "fault", "wake", "note"),
    name: label,
    detail: label,
  },
  { requiredKeys: ["atUs", "kind", "name"] },
);

const fullHeader: fc.Arbitrary<TraceHeader> = fc.record({
  format: fc.constant("gauntlet-trace" as const),
  version: fc.constant(1 as const),
  seed: fc.oneof(label, whole),
  runIndex: fc.nat(),
  subject: fc.record({ name: label, file: label, exportName: label, digest: label }),
  settings: fc.record(
    {
      stepsPerRun: fc.nat(),
      latencyUsMax: fc.nat(),
      isStrict: fc.boolean(),
      findsLeaks: fc.boolean(),
      env: fc.dictionary(fc.string(), label),
      isHostAllowed: fc.boolean(),
      host: fc.record(
        { proc: fc.boolean(), http: fc.boolean(), fs: fc.boolean() },
        { requiredKeys: [] },
      ),
      hostBytesMax: fc.integer({ min: 1 }),
      timeoutMs: fc.integer({ min: 1 }),
    },
    { requiredKeys: ["stepsPerRun", "latencyUsMax"] },
  ),
  versions: fc.dictionary(fc.string(), label),
  tiers: fc.dictionary(fc.string(), fc.constantFrom<Tier>("simulated", "recorded", "uncontrolled")),
  uncontrolled: fc.array(fc.record({ seam: label, call: label, place: label }), { maxLength: 3 }),
});

/** Most traces have no such key at all. */
const header: fc.Arbitrary<TraceHeader> = fc.oneof(
  fullHeader,
  fullHeader.map(({ uncontrolled: _, ...rest }) => rest),
);

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constant<Verdict>({ kind: "held" }),
  fc.record({ kind: fc.constant("unknown" as const), because: label }),
  fc.record({
    kind: fc.constant("unknown" as const),
    because: label,
    divergence: fc.record({ index: fc.nat(), recorded: label, asked: label }),
  }),
  fc.record(
    {
      kind: fc.constant("broken" as const),
      because: label,
      identity: fc.record({
        error: label,
        message: label,
        frame: label,
        property: label,
        key: label,
      }),
      isConfirmed: fc.constant(false),
    },
    { requiredKeys: ["kind", "because", "identity"] },
  ),
);

/** Any trace that a run could write. */
export const anyTrace: fc.Arbitrary<Trace> = fc.record({
  header,
  decisions: anyDecisions,
  events: fc.array(event),
  verdict,
});

// --- inside ---

function spanDecision(): fc.Arbitrary<Decision> {
  return fc.record({ kind: fc.constant("span" as const), label });
}

function withoutStrayEnds(decisions: readonly Decision[]): readonly Decision[] {
  let open = 0;
  return decisions.filter((decision) => {
    if (decision.kind === "span") open += 1;
    if (decision.kind === "end") open -= 1;
    if (open >= 0) return true;
    open = 0;
    return false;
  });
}
