import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Encoded } from "../../kernel/values/literal.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import type { BaseState } from "./swarm-state.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";

/** A hit that was new when it was found: the slot and how often, roughly. */
export type Hit = readonly [slot: number, bucket: number];

/** A value worth trying in the place of a drawn one, because the code compared the two. */
export interface Hint {
  /** Where in the list of decisions the value was drawn. */
  readonly at: number;
  readonly value: Encoded;
}

/**
 * A comparison of something that is read from the input with something that is computed from the
 * rest of it: a checksum, a length.
 */
export interface GateData {
  /** The first slot of the comparison. */
  readonly site: number;
  /** Which operand is the one that is read. */
  readonly read: "left" | "right";
  /** Where it stands, counted from the start and from the end. */
  readonly at: number;
  readonly fromEnd: number;
  /** How it is written: the name of a form of numbers, `text`, or `dec` and `hex` for digits. */
  readonly form: string;
  /** What is added to it before it is compared. */
  readonly offset: number;
}

/** Where a run that reached something new stands: it is cut, made shorter, then used. */
export type Stage = "look" | "trim" | "ready";

/** A list of decisions from which runs go on, because it reached something new. */
export interface Checkpoint {
  readonly id: number;
  readonly decisions: readonly Decision[];
  readonly hits: readonly Hit[];
  /** How many of the hits were on slots that no run had hit before. */
  readonly newSlots: number;
  readonly stage: Stage;
  /** How many shorter lists were tried. */
  readonly trims: number;
  readonly hints: readonly Hint[];
  /** What of an input has to follow whatever else of it is changed; of inputs only. */
  readonly gates?: readonly GateData[] | undefined;
  selected: number;
  finds: number;
}

/** A checkpoint as it travels between processes and is kept in files. */
export interface CheckpointData extends Omit<Checkpoint, "decisions"> {
  readonly decisions: readonly string[];
}

/** Tries of a way to make the next run, and what they brought; old ones count less. */
export type ArmCounts = readonly [tries: number, finds: number];

/** What a guided search knows, as data; with it another process goes on from here. */
export interface GuidedState {
  readonly kind: "guided";
  readonly base: BaseState;
  readonly nextId: number;
  readonly checkpoints: readonly CheckpointData[];
  readonly arms: Readonly<Record<string, ArmCounts>>;
  /** Lists of other campaigns that are still to be run. */
  readonly seedsLeft: number;
  /** What was reached and is known by no checkpoint, because its run broke or was dropped. */
  readonly loose?: readonly Hit[];
}

/** A list whose run broke after it had been the first to reach so many places. */
export interface BrokenList {
  readonly decisions: readonly string[];
  readonly newSlots: number;
}

/** What has changed since the last time it was said; most of a corpus stays as it is. */
export interface GuidedChanges {
  readonly kind: "guidedChanges";
  readonly base: BaseState;
  readonly nextId: number;
  readonly written: readonly CheckpointData[];
  readonly removed: readonly number[];
  readonly counts: readonly (readonly [id: number, selected: number, finds: number])[];
  /** Lists that broke where they reached something new: nothing goes on from them. */
  readonly broken: readonly BrokenList[];
  readonly arms: Readonly<Record<string, ArmCounts>>;
  readonly seedsLeft: number;
  /** Only what was added. */
  readonly loose: readonly Hit[];
}

/** The state after changes. */
export function withChanges(state: GuidedState | undefined, changes: GuidedChanges): GuidedState {
  const { base, nextId, arms, seedsLeft } = changes;
  const all = new Map((state?.checkpoints ?? []).map((entry) => [entry.id, entry]));
  for (const entry of changes.written) all.set(entry.id, entry);
  for (const id of changes.removed) all.delete(id);
  for (const [id, selected, finds] of changes.counts) {
    const entry = all.get(id);
    if (entry !== undefined) all.set(id, { ...entry, selected, finds });
  }
  const loose = [...(state?.loose ?? []), ...changes.loose];
  return { kind: "guided", base, nextId, arms, seedsLeft, loose, checkpoints: [...all.values()] };
}

/** A checkpoint as data. */
export function checkpointData(entry: Checkpoint): CheckpointData {
  return { ...entry, decisions: entry.decisions.map(decisionLine) };
}

/** A checkpoint from data. */
export function checkpointFrom(data: CheckpointData): Checkpoint {
  return { ...data, decisions: decodeDecisions(data.decisions) };
}
