/** Commands as they are to be pasted in the project root. */
export interface InitCommands {
  readonly explore: string;
  /** Reports problems with the setup. */
  readonly checkup: string;
  /** Checks that runs of the starter tests repeat. */
  readonly doctor: string;
  readonly verify: string;
  /** Runs the scenarios of the project as they are written. */
  readonly test: string;
  /** Looks for runs of the first of them that fail. */
  readonly exploreScenario: string;
  /** Absent where there is nothing to scan yet. */
  readonly scan?: string | undefined;
}
