import type { Decision } from "../../kernel/decisions/decision.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { anotherLabel, inputLabel } from "../../kernel/subject/fuzz-test.ts";
import { bytesToHex } from "../../kernel/values/bytes.ts";
import type { Coverage } from "../../subject/coverage/index.ts";
import type { GivenSource } from "../strategy.ts";

/** An input as it was tried: its bytes, or what was decided to make it. */
export type TriedInput = Uint8Array | readonly Decision[];

/** A run with inputs one after the other, as a list of decisions. */
export function sequenceOf(inputs: readonly TriedInput[]): readonly Decision[] {
  return inputs.flatMap((input, at): Decision[] => [
    ...decisionsOf(input),
    { kind: "chance", label: anotherLabel, value: at < inputs.length - 1 },
  ]);
}

/** Runs a list of decisions with several inputs; what the last one reaches is counted. */
export function sequenceSource(
  list: readonly Decision[],
  coverage: Coverage | undefined,
): GivenSource {
  return new SequenceSource(list, coverage);
}

/** Counts from here on: what the inputs before reached is none of the one that comes next. */
export function startCounting(coverage: Coverage | undefined): void {
  coverage?.map.clear();
  coverage?.state.cut();
}

// --- inside ---

class SequenceSource extends ReplaySource {
  readonly #coverage: Coverage | undefined;

  constructor(list: readonly Decision[], coverage: Coverage | undefined) {
    const simplest = new SimplestSource();
    super(list, { atDrift: simplest, atEnd: simplest });
    this.#coverage = coverage;
  }

  override bytes(...[label, limits]: Parameters<ReplaySource["bytes"]>): Uint8Array {
    this.#begin(label);
    return super.bytes(label, limits);
  }

  override value(label: string): ReturnType<ReplaySource["value"]> {
    this.#begin(label);
    return super.value(label);
  }

  #begin(label: string): void {
    if (label === inputLabel) startCounting(this.#coverage);
  }
}

function decisionsOf(input: TriedInput): readonly Decision[] {
  if (!(input instanceof Uint8Array)) return input;
  return [{ kind: "bytes", label: inputLabel, value: bytesToHex(input) }];
}
