/** Files that break a rule with what it says about them, and files close to those that keep it. */
export interface Sample {
  readonly broken: Readonly<Record<string, string>>;
  readonly says: readonly string[];
  readonly kept: Readonly<Record<string, string>>;
}
