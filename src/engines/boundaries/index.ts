// Places where data comes in that a project does not control: which there are, whether each is
// tested in both tiers by something that ran, and campaigns that play cases to them by the tests
// that name them. Nothing is judged here that a check did not write into a journal.
// Start at registry.ts, then check-boundaries.ts and run-boundaries.ts.
export { type CampaignKind, campaignKinds } from "./campaign-kinds.ts";
export { checkBoundaries, type CheckedBoundaries, isChanged } from "./check-boundaries.ts";
export {
  type DiscoveredBoundary,
  discoverBoundaries,
  emptyEntryText,
  entriesText,
} from "./discover.ts";
export { readRegistry, type Registry } from "./registry.ts";
export { runBoundaries } from "./run-boundaries.ts";
