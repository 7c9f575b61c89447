import { badShape, Fields } from "../../kernel/values/fields.ts";
import { decodeLiteral, type Encoded } from "../../kernel/values/literal.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { ArmCounts, CheckpointData, Hint, Hit } from "../../search/guidance/guided-state.ts";
import type { BaseState } from "../../search/guidance/swarm-state.ts";
import type { StrategyState } from "../../search/strategy.ts";
import { parseConfig } from "./swarm-memory.ts";

/** Reads what a strategy knew from parsed JSON; what it cannot have known is refused. */
export function parseStrategyState(value: unknown): StrategyState {
  if (Array.isArray(value)) return parseNumbers(value);
  const fields = new Fields(value, "a state");
  if (fields.word("kind", ["swarm", "guided"]) === "swarm") return parseBase(value);
  const state = {
    kind: "guided" as const,
    base: parseBase(fields.raw("base")),
    nextId: fields.whole("nextId", 0),
    checkpoints: fields.list("checkpoints", parseCheckpoint, "checkpoints"),
    arms: fields.record("arms", parseCounts, "two numbers"),
    seedsLeft: fields.whole("seedsLeft", 0),
    loose: fields.has("loose") ? fields.list("loose", parseHit, "pairs of numbers") : [],
  };
  fields.done();
  return state;
}

// --- inside ---

const stages = ["look", "trim", "ready"] as const;

function parseBase(value: unknown): BaseState {
  if (Array.isArray(value)) return parseNumbers(value);
  const fields = new Fields(value, "a swarm");
  const state = {
    kind: fields.word("kind", ["swarm"]),
    base: parseNumbers(fields.raw("base")),
    runs: fields.whole("runs", 0),
    tupleRuns: fields.whole("tupleRuns", 0),
    tupleMs: fields.whole("tupleMs", 0),
    configs: fields.list("configs", parseConfig, "configurations"),
    openTuples: fields.has("openTuples")
      ? fields.record("openTuples", parseWhole, "a whole number")
      : undefined,
  };
  fields.done();
  return state;
}

function parseCheckpoint(value: unknown): CheckpointData {
  const fields = new Fields(value, "a checkpoint");
  const checkpoint = {
    id: fields.whole("id", 0),
    decisions: fields.list("decisions", parseText, "texts"),
    hits: fields.list("hits", parseHit, "pairs of numbers"),
    newSlots: fields.whole("newSlots", 0),
    stage: fields.word("stage", stages),
    trims: fields.whole("trims", 0),
    hints: fields.list("hints", parseHint, "hints"),
    selected: fields.whole("selected", 0),
    finds: fields.whole("finds", 0),
  };
  fields.done();
  decodeDecisions(checkpoint.decisions);
  return checkpoint;
}

function parseHint(value: unknown): Hint {
  const fields = new Fields(value, "a hint");
  const hint = { at: fields.whole("at", 0), value: fields.raw("value") as Encoded };
  fields.done();
  decodeLiteral(hint.value);
  return hint;
}

function parseHit(value: unknown): Hit | undefined {
  const [slot, bucket] = Array.isArray(value) && value.length === 2 ? parseNumbers(value) : [];
  if (slot === undefined || bucket === undefined) return undefined;
  return Number.isSafeInteger(slot) && slot >= 0 && bucket > 0 && bucket < 256
    ? [slot, bucket]
    : undefined;
}

function parseCounts(value: unknown): ArmCounts | undefined {
  const [tries, finds] = Array.isArray(value) && value.length === 2 ? parseNumbers(value) : [];
  return tries === undefined || finds === undefined ? undefined : [tries, finds];
}

function parseNumbers(value: unknown): readonly number[] {
  if (Array.isArray(value) && value.every((item) => Number.isFinite(item)))
    return value as number[];
  throw badShape("a list of numbers was expected", value);
}

function parseText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function parseWhole(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
