import type { Case } from "./case.ts";

/** How the code under test came out of a case. */
export type Outcome =
  | {
      readonly kind: "answered";
      /** In what its answer differs from what is expected; only where both are there. */
      readonly difference?: string | undefined;
    }
  /** `isClaim`: an assertion about an answer failed, so there was one. */
  | { readonly kind: "threw"; readonly message: string; readonly isClaim: boolean }
  | { readonly kind: "hung"; readonly afterMs: number };

/** All that was seen of one case. */
export interface Seen {
  readonly outcome: Outcome;
  /** Errors that nobody caught, each as text. */
  readonly uncaught: readonly string[];
  /** Where the canary of the case came out. */
  readonly leaks: readonly string[];
}

/** Says what a case broke. */
export interface Oracle {
  readonly name: string;
  /** What is wrong, as a sentence; undefined where nothing is. */
  judge(seen: Seen, played: Case): string | undefined;
}

/** Nothing is thrown where nobody can catch it. */
export const noCrash: Oracle = {
  name: "no crash",
  judge: ({ uncaught: [first] }) => (first === undefined ? undefined : `nobody caught: ${first}`),
};

/** The code settles. */
export const noHang: Oracle = {
  name: "no hang",
  judge: ({ outcome }) =>
    outcome.kind === "hung"
      ? `it did not settle within ${outcome.afterMs} ms after its signal was aborted`
      : undefined,
};

/** What only the caller knows stays there. */
export const noLeak: Oracle = {
  name: "no leak",
  judge: ({ leaks: [first] }) => (first === undefined ? undefined : `the canary is in ${first}`),
};

/** What is not a success is not taken for one. */
export const failureIsFailure: Oracle = {
  name: "a failure is not a success",
  judge: ({ outcome }, { mustFail }) => {
    if (mustFail === undefined) return undefined;
    if (outcome.kind === "answered") return `it was taken for a success, but ${mustFail}`;
    if (outcome.kind !== "threw" || !outcome.isClaim) return undefined;
    return `there was an answer, but ${mustFail}`;
  },
};

/** Legal data is handled right. */
export const legalIsRight: Oracle = {
  name: "legal data is handled right",
  judge: ({ outcome }, { tier }) => {
    if (tier !== "legal") return undefined;
    return outcome.kind === "threw" ? outcome.message : differenceOf(outcome);
  },
};

/** What every boundary promises, of both tiers. */
export const containment: readonly Oracle[] = [noCrash, noHang, noLeak, failureIsFailure];

// --- inside ---

function differenceOf(outcome: Outcome): string | undefined {
  return outcome.kind === "answered" ? outcome.difference : undefined;
}
