/** What the runs of a stretch did to the process around them, and missed in it. */
export interface ProcessEffects {
  /** Names that these runs left changed for all later ones, and that were put back after each. */
  readonly changed: readonly string[];
  /** Whether no other run may happen in this process. */
  readonly isSpoiled: boolean;
  /** Variables of the host that the code asked for and that runs do not have, with the line. */
  readonly missing: readonly { readonly name: string; readonly place: string }[];
}
