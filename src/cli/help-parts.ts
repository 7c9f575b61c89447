/** What the help of a verb says besides its flags. */
export interface VerbHelp {
  /** What it does: whole sentences, in lines. */
  readonly says: readonly string[];
  /** Command lines as they are typed, without `gauntlet`. */
  readonly examples: readonly string[];
}
