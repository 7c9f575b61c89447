// A campaign makes runs of one subject in worker processes that may crash: campaign.ts hands out
// run indices to worker slots, proof/ runs a failure again in a fresh process, shrinks and records
// it, corpus/ keeps what reached something new for the next campaign, entries/ and laws/ write
// modules that are run like any subject. Start at campaign.ts, then proof/prove-suspect.ts.
export { proveSuspect } from "./proof/prove-suspect.ts";
export { recordFresh } from "./proof/record-fresh.ts";
