import type { PropertyCount } from "../../kernel/judge/tally.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";

/** Why a campaign in which nothing broke says nothing; empty where something was judged. */
export function nothingJudged(campaign: CampaignOutcome): string {
  const { loaded, tally, talliedRuns, suspects } = campaign;
  const needed = loaded.declared.needsProperties;
  // Whatever broke was judged, by the error that it threw.
  if (needed === undefined || talliedRuns === 0 || suspects.length > 0) return "";
  if (startedCount(campaign) === 0) {
    return "no rule ran: every `when` was false from the start";
  }
  // One that must not be reached is judged by every run that does not reach it.
  if (loaded.claims.some(({ kind }) => kind === "unreachable")) return "";
  if ([...tally.properties.values()].some(isEvaluated)) return "";
  return declaredText(campaign) ?? nothingToCheck[needed];
}

/** What a campaign knows of each property, also of those that it never evaluated. */
export function propertyCounts({
  loaded,
  tally,
}: CampaignOutcome): readonly Readonly<PropertyCount>[] {
  const counts = [...tally.properties.values()];
  const known = new Set(counts.map(({ name }) => name));
  const never = loaded.declared.properties.filter(({ name }) => !known.has(name));
  return [...counts, ...never.map(({ kind, name }) => ({ kind, name, held: 0, broken: 0 }))];
}

/** Which rules never ran, where others did. */
export function neverRanNotes(campaign: CampaignOutcome): readonly string[] {
  const { loaded, tally, talliedRuns } = campaign;
  if (loaded.declared.needsProperties === undefined || talliedRuns < runsToTell) return [];
  if (startedCount(campaign) === 0) return [];
  const never = loaded.declared.operations.filter((name) => !tally.operations.has(name));
  if (never.length === 0) return [];
  const names = never.map((name) => `\`${name}\``).join(", ");
  return [`never ran in ${talliedRuns} runs: ${names}; look at \`when\`, or give more runs`];
}

// --- inside ---

/** In fewer runs than this a rule may well be left out by chance. */
const runsToTell = 20;

const nothingToCheck = {
  invariants:
    'nothing was checked; add `invariants: { "what must hold": (state) => … }` to the test, or ' +
    "`always(…)` where it must hold",
  always: 'nothing was checked; add `always(…, "what must hold")` to the simulation',
};

function startedCount({ tally }: CampaignOutcome): number {
  return [...tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
}

function isEvaluated({ held, broken }: Readonly<PropertyCount>): boolean {
  return held + broken > 0;
}

function declaredText({ loaded }: CampaignOutcome): string | undefined {
  const [first, ...others] = loaded.declared.properties;
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `nothing was checked: no run came as far as \`${first.name}\`${more}`;
}
