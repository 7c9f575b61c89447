// Laws: claims about all calls of a function that nobody wrote down, such as `idempotent`, and
// relations between two calls or two functions. Each is evaluated in one run, from recorded draws.
// law-judge.ts holds calls to a law or only counts; mined-laws.ts says what the counts are worth.
// Sees the kernel and what calls are. Start at law.ts, then find-laws.ts.
export { lawFamilies, lawsFor, lawsNamed, meansLaw } from "./find-laws.ts";
export { law, lawProperty, observeLaws } from "./law-judge.ts";
export type { Law } from "./law.ts";
export { byStanding, minedLaws } from "./mined-laws.ts";
export { areTwins, leadsBack } from "./name-pairs.ts";
export { notChecked } from "./not-checked.ts";
export { isSuspicious } from "./suspicious.ts";
