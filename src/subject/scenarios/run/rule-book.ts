/** What a scenario has declared of one kind, in its order; each counts as often as it says. */
export class RuleBook<Rule> {
  #entries: { readonly rule: Rule; left: number }[] = [];

  /** Declares a rule; without `times` it never runs out. */
  add(rule: Rule, times: number = Number.POSITIVE_INFINITY): void {
    this.#entries.push({ rule, left: times });
  }

  /** Whether nothing was ever declared. */
  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Uses up one time of the first rule that fits and is left. */
  take(fits: (rule: Rule) => boolean): Rule | undefined {
    const entry = this.#entries.find(({ rule, left }) => left > 0 && fits(rule));
    if (entry === undefined) return undefined;
    entry.left -= 1;
    return entry.rule;
  }

  /** Whether a rule fits that is used up. */
  hasUsedUp(fits: (rule: Rule) => boolean): boolean {
    return this.#entries.some(({ rule, left }) => left === 0 && fits(rule));
  }

  /** Remembers everything as it is now; calling the result goes back to it. */
  snapshot(): () => void {
    const kept = this.#entries.map((entry) => ({ ...entry }));
    return () => (this.#entries = kept.map((entry) => ({ ...entry })));
  }
}

/**
 * A step to paste into a scenario of either form. It has spaces between its parts, so that a screen
 * breaks it where YAML and JSON may be broken.
 */
export function stepToPaste(step: object): string {
  return JSON.stringify(step, undefined, 1).replaceAll(/\n\s*/gu, " ");
}
