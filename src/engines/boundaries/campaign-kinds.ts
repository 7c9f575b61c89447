/** The kinds of campaigns, by what they are for. */
export type CampaignKind = "smoke" | "pr" | "nightly" | "deep";

/** How a kind of campaign spends its time. */
export interface CampaignBudget {
  /** So many cases of each tier of each check; of a timed one in each round. */
  readonly cases: number;
  /** Whether it goes on until its time is over, instead of until its cases are played. */
  readonly isTimed: boolean;
  /** How long it may take where nobody says. */
  readonly timeMs: number;
  /** How long one start of the test runner may take. */
  readonly roundMs: number;
  /** How often a finding is run again. */
  readonly repeats: number;
  /** Whether its seed is that of the commit, because it decides about a merge. */
  readonly isGate: boolean;
}

/** What gates counts cases, so that it is the same every time; what explores takes its time. */
export const campaignKinds: Readonly<Record<CampaignKind, CampaignBudget>> = {
  smoke: {
    cases: 40,
    isTimed: false,
    timeMs: 60_000,
    roundMs: 60_000,
    repeats: 3,
    isGate: true,
  },
  pr: {
    cases: 300,
    isTimed: false,
    timeMs: 300_000,
    roundMs: 300_000,
    repeats: 5,
    isGate: true,
  },
  nightly: {
    cases: 500,
    isTimed: true,
    timeMs: 1_800_000,
    roundMs: 300_000,
    repeats: 5,
    isGate: false,
  },
  deep: {
    cases: 1_000,
    isTimed: true,
    timeMs: 3_600_000,
    roundMs: 600_000,
    repeats: 10,
    isGate: false,
  },
};
