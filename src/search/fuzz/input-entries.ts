import type { Decision } from "../../kernel/decisions/decision.ts";
import { bytesFromHex, bytesToHex } from "../../kernel/values/bytes.ts";
import { decodeLiteral } from "../../kernel/values/literal.ts";
import type { Checkpoint, Hint } from "../guidance/guided-state.ts";
import type { InputHint } from "./input-hint.ts";

/** The input of a list of decisions: its last bytes, because what came before only made state. */
export function inputOf(decisions: readonly Decision[]): Uint8Array | undefined {
  const last = decisions.findLast(({ kind }) => kind === "bytes");
  return last?.kind === "bytes" ? bytesFromHex(last.value) : undefined;
}

/** The inputs before the last one, which only make state. */
export function prefixOf(decisions: readonly Decision[]): readonly Uint8Array[] {
  const inputs = decisions.filter(({ kind }) => kind === "bytes");
  if (inputs.length < 2) return noPrefix;
  return inputs
    .slice(0, -1)
    .flatMap((one) => (one.kind === "bytes" ? (bytesFromHex(one.value) ?? []) : []));
}

/** Hints as a checkpoint keeps them: where, and how many bytes become which. */
export function keptHints(hints: readonly InputHint[]): readonly Hint[] {
  return hints.map(({ at, length, piece }) => ({ at, value: `${length} ${bytesToHex(piece)}` }));
}

/** The hints of a checkpoint. */
export function hintsOf({ hints }: Checkpoint): readonly InputHint[] {
  return hints.flatMap(({ at, value }) => {
    const [length, hex = ""] = String(decodeLiteral(value)).split(" ");
    const piece = bytesFromHex(hex);
    return piece === undefined ? [] : [{ at, length: Number(length), piece }];
  });
}

/** How long an input is, with those before it. */
export function sizeOf({ decisions }: Checkpoint): number {
  let size = 0;
  for (const one of decisions) if (one.kind === "bytes") size += one.value.length;
  return size;
}

/** An entry after one of its parts was left out; undefined where it could not be. */
export function afterTrim(entry: Checkpoint, left: Uint8Array | undefined): Checkpoint {
  const decisions = left === undefined ? entry.decisions : withInput(entry.decisions, left);
  const trims = entry.trims + 1;
  const isShort = left !== undefined && left.length < trimmedMin;
  const isOver = isShort || trims >= inputTrimsMax;
  return { ...entry, decisions, trims, stage: isOver ? "look" : "trim" };
}

/** An input that is shorter is not worth being made shorter: what is too much may be needed. */
export const trimmedMin: number = 17;

/** An input without one of its parts: a half, a quarter, down to a sixteenth. */
export function trimmedInput(input: Uint8Array, trim: number): Uint8Array {
  // 2 halves, 4 quarters, 8 eighths, 16 sixteenths.
  const level = Math.floor(Math.log2(trim + 2));
  const at = trim + 2 - 2 ** level;
  const size = Math.max(1, Math.floor(input.length / 2 ** level));
  const start = Math.min(at * size, input.length);
  const end = at === 2 ** level - 1 ? input.length : Math.min(start + size, input.length);
  const left = new Uint8Array(input.length - (end - start));
  left.set(input.subarray(0, start));
  left.set(input.subarray(end), start);
  return left;
}

// --- inside ---

/** So many parts of an input are tried to be left out, large ones first. */
const inputTrimsMax = 30;

/** Most lists have one input. */
const noPrefix: readonly Uint8Array[] = [];

/** The same list with another input. */
function withInput(decisions: readonly Decision[], input: Uint8Array): readonly Decision[] {
  const at = decisions.findLastIndex(({ kind }) => kind === "bytes");
  const last = decisions[at];
  if (last?.kind !== "bytes") return decisions;
  return decisions.with(at, { ...last, value: bytesToHex(input) });
}
