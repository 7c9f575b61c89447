/** What holds where flags do not say and no config key does. */
export const verbDefaults = {
  call: {
    /** Calls of each function, where its laws are looked at. */
    runs: 500,
    /** Calls end by their number; this only keeps a verb from going on for ever. */
    seconds: 3_600,
    /** A scan of a repository first calls all of it, then goes on; so long is worth to wait for. */
    scanSeconds: 600,
  },
  /** Runs of each subject that `doctor` compares. */
  doctor: { runs: 50 },
  gate: {
    /** Runs of each scenario that are compared. */
    doctorRuns: 5,
    /** How long `full` explores each subject. */
    exploreSeconds: 2,
  },
  /** Seeds from which each variant searches that `--ablate` compares. */
  ablate: { seeds: 5 },
} as const;
