import type { Gate } from "./gates.ts";

/** A change of an input after which a comparison of the code may come out otherwise. */
export interface InputHint {
  readonly at: number;
  /** How many bytes are replaced. */
  readonly length: number;
  readonly piece: Uint8Array;
  /** Where the comparison is, if it has a place of its own. */
  readonly site?: number | undefined;
  /** What has to follow from now on whatever else is changed. */
  readonly gate?: Gate | undefined;
}
