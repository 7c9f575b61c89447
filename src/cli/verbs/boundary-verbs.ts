import type { RunVerb } from "../verb-spec.ts";

/** Registers, checks and attacks the places where foreign data comes in. */
export const boundaryVerbs = {
  boundaries: {
    summary: "test the places where data comes in that you do not control",
    help: [
      "Keeps a registry of the places where data comes in that the project does not control,",
      "checks that each is tested, and plays cases to them.",
    ],
    examples: ["boundaries init --discover", "boundaries run smoke", "boundaries check"],
  },
  "boundaries init": {
    summary: "write entries of [[boundaries]]; with --discover, for what the code shows",
    help: [
      "Writes entries of [[boundaries]] into gauntlet.toml: with --discover one for each file",
      "that takes in data from outside, with the tests that play a hostile upstream to it.",
    ],
    examples: ["boundaries init --discover --dry-run", "boundaries init --discover"],
    arguments: [],
    flags: ["discover", "dryRun"],
    groups: ["read"],
    changes: { dryRun: { help: "only show what would be written" } },
    document: "boundaries init",
    load: (): Promise<RunVerb> =>
      import("../commands/boundaries.ts").then(({ initBoundaries }) => initBoundaries),
  },
  "boundaries check": {
    summary: "check every rule of the registry; runs nothing",
    help: [
      "Checks the registry: files without a boundary, tiers without tests, tests that played",
      "nothing, generators that get nowhere, findings without a regression, and more. It reads",
      "what `boundaries run` left and runs nothing.",
    ],
    examples: ["boundaries check", "boundaries check --changed --report sarif"],
    arguments: [],
    flags: ["changed", "since", "report", "all"],
    groups: ["place"],
    changes: {
      changed: { help: "only what files changed since the last commit have to do with" },
      since: { help: "only what files changed since this commit, branch or tag have to do with" },
      report: {
        takes: "report or sarif",
        help: "also write a report: text, json, junit or sarif (repeatable)",
      },
    },
    document: "boundaries check",
    load: (): Promise<RunVerb> =>
      import("../commands/boundaries.ts").then(({ checkRegistry }) => checkRegistry),
  },
  "boundaries explain": {
    summary: "say when a rule of the registry fails, why it is there, and what mends it",
    help: ["Says when a rule of the registry fails, why it is there, and what mends it."],
    examples: ["boundaries explain", "boundaries explain toothless"],
    arguments: [{ usage: "[rule]", help: "the name of a rule; all of them where left out" }],
    flags: [],
    groups: ["place"],
    document: "boundaries explain",
    load: (): Promise<RunVerb> =>
      import("../commands/boundaries.ts").then(({ explainRule }) => explainRule),
  },
  "boundaries run": {
    summary: "play cases to boundaries: smoke, pr, nightly or deep",
    help: [
      "Runs the tests that the registry names, plays legal and invalid cases to each boundary,",
      "plants faults to see whether the tests notice, and keeps findings and evidence. smoke",
      "and pr take their seed from the commit and count cases; nightly and deep take theirs",
      "anew and go on until their time is over.",
    ],
    examples: [
      "boundaries run smoke",
      "boundaries run pr --since origin/main",
      "boundaries run deep events-client --time 72h",
    ],
    arguments: [
      {
        usage: "<campaign>",
        help: "what it is for",
        choices: ["smoke", "pr", "nightly", "deep"],
      },
      { usage: "[id]", help: "only this boundary" },
    ],
    flags: ["time", "seed", "since", "resume"],
    groups: ["place"],
    changes: {
      time: {
        takes: "duration",
        value: "duration",
        help: "stop after so long: 60s, 30m, 72h",
        default: "60s, 5m, 30m or 1h",
      },
      seed: { help: "seed of every case", default: "the commit; of nightly and deep a new one" },
      since: { help: "with pr: what counts as changed", default: "HEAD" },
      resume: { help: "continue the last campaign of this kind, which was ended early" },
    },
    document: "boundaries run",
    load: (): Promise<RunVerb> =>
      import("../commands/boundaries-run.ts").then(({ runCampaign }) => runCampaign),
  },
  "boundaries promote": {
    summary: "make a finding a regression that every campaign plays first",
    help: [
      "Adds a finding to the file of regressions, which is committed; every campaign plays its",
      "case first.",
    ],
    examples: ["boundaries promote 4f0c1a2b"],
    arguments: [{ usage: "<finding>", help: "the id of a finding" }],
    flags: [],
    groups: ["read"],
    document: "boundaries promote",
    load: (): Promise<RunVerb> =>
      import("../commands/boundaries.ts").then(({ promoteFinding }) => promoteFinding),
  },
} as const;
