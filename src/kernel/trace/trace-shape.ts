import { bytesFromHex } from "../values/bytes.ts";
import type { Decision, Draw, ValueDecision } from "../decisions/decision.ts";
import { parseExitMode } from "../failure/exit-mode.ts";
import { badShape, Fields } from "../values/fields.ts";
import type { FailureIdentity } from "../failure/identity.ts";
import type { EventKind, RunEvent } from "../decisions/journal.ts";
import { decodeLiteral } from "../values/literal.ts";
import type {
  HostUse,
  MemorySettings,
  SubjectReference,
  Tier,
  TraceHeader,
  Uncontrolled,
  Verdict,
} from "./trace.ts";
import { traceVersion } from "./trace.ts";
import { traceLimits } from "./trace-limits.ts";

/** Reads the header of a trace whose format and version are known to fit. */
export function parseHeader(value: unknown): TraceHeader {
  const fields = new Fields(value, "the header");
  const header: TraceHeader = {
    format: fields.word("format", ["gauntlet-trace"]),
    version: traceVersion,
    seed: parseSeedField(fields.raw("seed")),
    runIndex: fields.whole("runIndex"),
    subject: parseSubject(fields.fields("subject")),
    settings: parseSettings(fields.fields("settings")),
    versions: fields.record("versions", parseText, "text"),
    tiers: fields.record("tiers", parseTier, `one of ${tiers.join(", ")}`),
  };
  fields.whole("version");
  const path = fields.has("path") ? { path: fields.text("path") } : {};
  const isControlled = !fields.has("uncontrolled");
  const uncontrolled = isControlled ? [] : fields.list("uncontrolled", parseUse, "objects");
  fields.done();
  return { ...header, ...path, ...(isControlled ? {} : { uncontrolled }) };
}

/** Reads one decision, or gives undefined where the kind is not that of a decision. */
export function parseDecision(kind: string, value: unknown): Decision | undefined {
  const fields = new Fields(value, `the \`${kind}\` line`);
  const decision = decisionOf(kind, fields);
  if (decision === undefined) return undefined;
  fields.raw("kind");
  fields.done();
  return decision;
}

/** Reads one event, or gives undefined where the kind is not that of an event. */
export function parseEvent(kind: string, value: unknown): RunEvent | undefined {
  const known = eventKinds.find((word) => word === kind);
  if (known === undefined) return undefined;
  const fields = new Fields(value, `the \`${kind}\` line`);
  const event = { atUs: parseTime(fields.raw("atUs")), kind: known, name: fields.text("name") };
  const detail = fields.has("detail") ? { detail: fields.text("detail") } : {};
  fields.raw("kind");
  fields.done();
  return { ...event, ...detail };
}

/** Reads a verdict, or gives undefined where the kind is not that of a verdict. */
export function parseVerdict(kind: string, value: unknown): Verdict | undefined {
  const fields = new Fields(value, `the \`${kind}\` line`);
  const verdict = verdictOf(kind, fields);
  if (verdict === undefined) return undefined;
  fields.raw("kind");
  fields.done();
  return verdict;
}

// --- inside ---

const tiers: readonly Tier[] = ["simulated", "recorded", "uncontrolled"];

// Written as a record so that a kind that is added to the type cannot be forgotten here.
const eventKindSet: Readonly<Record<EventKind, true>> = {
  step: true,
  done: true,
  threw: true,
  fault: true,
  wake: true,
  property: true,
  escape: true,
  open: true,
  note: true,
};
const eventKinds = Object.keys(eventKindSet) as EventKind[];

/** Above any number that an arbitrary draws, below what takes long to read. */
const drawDigitsMax = 10_000;

function parseSeedField(value: unknown): string | number {
  if (typeof value === "string" || Number.isSafeInteger(value)) return value as string | number;
  throw badShape("`seed` of the header must be text or a whole number", value);
}

function parseSubject(fields: Fields): SubjectReference {
  const subject = {
    name: fields.text("name"),
    file: fields.text("file"),
    exportName: fields.text("exportName"),
    digest: fields.text("digest"),
  };
  fields.done();
  return subject;
}

function parseSettings(fields: Fields): TraceHeader["settings"] {
  const settings = {
    stepsPerRun: fields.whole("stepsPerRun", 0),
    latencyUsMax: fields.whole("latencyUsMax", 0),
    ...(fields.has("faultToggleProb") ? { faultToggleProb: parseShare(fields) } : {}),
    ...(fields.has("ruleSwarm") ? { ruleSwarm: fields.flag("ruleSwarm") } : {}),
    ...(fields.has("isStrict") ? { isStrict: fields.flag("isStrict") } : {}),
    ...(fields.has("findsLeaks") ? { findsLeaks: fields.flag("findsLeaks") } : {}),
    ...(fields.has("env") ? { env: fields.record("env", parseText, "text") } : {}),
    ...(fields.has("isHostAllowed") ? { isHostAllowed: fields.flag("isHostAllowed") } : {}),
    ...(fields.has("host") ? { host: parseHost(fields.fields("host")) } : {}),
    ...(fields.has("hostBytesMax") ? { hostBytesMax: fields.whole("hostBytesMax", 1) } : {}),
    ...(fields.has("timeoutMs") ? { timeoutMs: fields.whole("timeoutMs", 1) } : {}),
    ...(fields.has("memory") ? { memory: parseMemory(fields.fields("memory")) } : {}),
    ...(fields.has("inputLengthMax") ? { inputLengthMax: fields.whole("inputLengthMax", 1) } : {}),
    ...(fields.has("mayThrow") ? { mayThrow: fields.flag("mayThrow") } : {}),
    ...(fields.has("agent")
      ? { agent: fields.record("agent", (item) => item ?? null, "data") }
      : {}),
  };
  fields.done();
  return settings;
}

function parseHost(fields: Fields): HostUse {
  const host = {
    ...(fields.has("proc") ? { proc: fields.flag("proc") } : {}),
    ...(fields.has("http") ? { http: fields.flag("http") } : {}),
    ...(fields.has("fs") ? { fs: fields.flag("fs") } : {}),
  };
  fields.done();
  return host;
}

function parseMemory(fields: Fields): MemorySettings {
  const factors = (): readonly number[] =>
    fields.list("pressureWave", (item) => (typeof item === "number" ? item : undefined), "numbers");
  const memory = {
    ...(fields.has("limitMb") ? { limitMb: fields.whole("limitMb", 0) } : {}),
    ...(fields.has("failAfter") ? { failAfter: fields.whole("failAfter", 0) } : {}),
    ...(fields.has("fragmentationSeed")
      ? { fragmentationSeed: fields.whole("fragmentationSeed", 0) }
      : {}),
    ...(fields.has("pressureWave") ? { pressureWave: factors() } : {}),
    ...(fields.has("failOnLeak") ? { failOnLeak: fields.flag("failOnLeak") } : {}),
    ...(fields.has("leakBudget") ? { leakBudget: fields.whole("leakBudget", 0) } : {}),
  };
  fields.done();
  return memory;
}

function parseShare(fields: Fields): number {
  const value = fields.raw("faultToggleProb");
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw badShape("`faultToggleProb` of the settings must be a number from 0 to 1", value);
}

function parseUse(value: unknown): Uncontrolled {
  const fields = new Fields(value, "an entry of `uncontrolled`");
  const use = {
    seam: fields.text("seam"),
    call: fields.text("call"),
    place: fields.text("place"),
  };
  fields.done();
  return use;
}

function parseText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseTier(value: unknown): Tier | undefined {
  return tiers.find((tier) => tier === value);
}

function parseTime(value: unknown): number {
  if (typeof value === "number" && value >= 0) return value;
  throw badShape("`atUs` of an event must be a number, 0 or above", value);
}

function decisionOf(kind: string, fields: Fields): Decision | undefined {
  switch (kind) {
    case "pick":
      return { kind, label: fields.text("label"), value: fields.text("value") };
    case "chance":
      return { kind, label: fields.text("label"), value: fields.flag("value") };
    case "integer":
      return { kind, label: fields.text("label"), value: fields.whole("value") };
    case "bytes":
      return { kind, label: fields.text("label"), value: parseHex(fields.text("value")) };
    case "value":
      return parseValue(fields);
    case "span":
      return { kind, label: fields.text("label") };
    case "end":
      return { kind };
    default:
      return undefined;
  }
}

function parseHex(text: string): string {
  if (bytesFromHex(text) !== undefined) return text;
  throw badShape("`value` of the `bytes` line must be bytes in hexadecimal", text);
}

function parseValue(fields: Fields): ValueDecision {
  const value = {
    kind: "value",
    label: fields.text("label"),
    bias: fields.whole("bias", 0),
    draws: fields.list("draws", parseDraw, "whole numbers and texts like `12n`"),
    path: fields.list("path", parseIndex, "whole numbers, 0 or above"),
  } as const;
  for (const key of ["draws", "path"] as const) {
    const { length } = value[key];
    if (length <= traceLimits.drawsPerValueMax) continue;
    throw badShape(`\`${key}\` has ${length} numbers, at most ${traceLimits.drawsPerValueMax}`);
  }
  if (!fields.has("literal")) return value;
  return { ...value, literal: { value: decodeLiteral(fields.raw("literal")) } };
}

function parseDraw(item: unknown): Draw | undefined {
  if (typeof item === "number") return Number.isSafeInteger(item) ? item : undefined;
  if (typeof item !== "string" || item.length > drawDigitsMax) return undefined;
  return /^(?:0|-?[1-9]\d*)n$/.test(item) ? BigInt(item.slice(0, -1)) : undefined;
}

function parseIndex(item: unknown): number | undefined {
  if (typeof item !== "number" || !Number.isSafeInteger(item)) return undefined;
  return item >= 0 ? item : undefined;
}

function verdictOf(kind: string, fields: Fields): Verdict | undefined {
  switch (kind) {
    case "held":
      return { kind };
    case "broken":
      return {
        kind,
        because: fields.text("because"),
        identity: parseIdentity(fields.fields("identity")),
        ...(fields.has("exitMode") ? { exitMode: parseExitMode(fields.fields("exitMode")) } : {}),
        ...(fields.has("isConfirmed") ? { isConfirmed: fields.flag("isConfirmed") } : {}),
      };
    case "unknown": {
      const because = fields.text("because");
      if (!fields.has("divergence")) return { kind, because };
      return { kind, because, divergence: parseDivergence(fields.fields("divergence")) };
    }
    default:
      return undefined;
  }
}

function parseIdentity(fields: Fields): FailureIdentity {
  const identity = {
    error: fields.text("error"),
    message: fields.text("message"),
    frame: fields.text("frame"),
    property: fields.text("property"),
    key: fields.text("key"),
  };
  fields.done();
  return identity;
}

function parseDivergence(fields: Fields): { index: number; recorded: string; asked: string } {
  const divergence = {
    index: fields.whole("index", 0),
    recorded: fields.text("recorded"),
    asked: fields.text("asked"),
  };
  fields.done();
  return divergence;
}
