import type { Decision } from "../decisions/decision.ts";
import type { Failure } from "../failure/failure.ts";
import type { FindingInput } from "../result/finding-input.ts";
import { inputLabel } from "../subject/fuzz-test.ts";
import type { DeclaredInput } from "../subject/subject.ts";
import { bytesFromHex } from "../values/bytes.ts";
import { textCode } from "../values/literal-code.ts";
import type { InputKind } from "./input-name.ts";
import { inputText } from "./input-text.ts";

/** The input of a run, as people need it; nothing where inputs are values and not bytes. */
export function findingInput(
  decisions: readonly Decision[],
  declared: Pick<DeclaredInput, "kind"> | undefined,
): FindingInput | undefined {
  if (declared === undefined || declared.kind === "value") return undefined;
  const all = inputsOf(decisions);
  const bytes = all.at(-1);
  if (bytes === undefined) return undefined;
  const shown = { ...inputText(bytes), inputs: all.length };
  if (declared.kind === "bytes") return shown;
  // What is no UTF-8 is given to the test as U+FFFD.
  const code = textCode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  return { ...shown, text: code, code };
}

/** The last input of a run. */
export function lastInput(decisions: readonly Decision[]): Uint8Array | undefined {
  return inputsOf(decisions).at(-1);
}

/** How other fuzzers would call the way in which an input failed. */
export function failedAs({ kind, error }: Pick<Failure, "kind" | "error">): InputKind {
  if (kind === "memory") return "oom";
  const isEndless = kind === "timeout" || kind === "stalled" || error === "TooMuchWork";
  return isEndless ? "timeout" : "crash";
}

// --- inside ---

function inputsOf(decisions: readonly Decision[]): readonly Uint8Array[] {
  return decisions.flatMap((decision) =>
    decision.kind === "bytes" && decision.label === inputLabel
      ? (bytesFromHex(decision.value) ?? [])
      : [],
  );
}
