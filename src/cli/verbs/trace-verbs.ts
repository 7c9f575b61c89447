import type { RunVerb } from "../verb-spec.ts";

/** Runs recorded runs again, and reads traces. */
export const traceVerbs = {
  replay: {
    summary: "run a recorded run again",
    help: [
      "Runs a recorded run again, decision by decision, and shows its steps. Exits with 1 if",
      "it fails as recorded, 0 if it no longer fails, and 3 if the code has changed too much",
      "to tell.",
    ],
    examples: ["replay last-fail", "replay last-fail --until 12", "replay last-fail --inspect 7"],
    arguments: [
      { usage: "<trace>", help: "a trace, a finding or a run; with --token, a chaos file" },
    ],
    flags: [
      "token",
      "regression",
      "step",
      "dumpEvents",
      "until",
      "inspect",
      "save",
      "strict",
      "leaks",
      "allowHost",
    ],
    groups: ["result"],
    changes: { save: { help: "keep the trace as a regression beside the chaos file" } },
    document: "result",
    startsAhead: true,
    load: (): Promise<RunVerb> =>
      import("../commands/replay.ts").then(({ runReplay }) => runReplay),
  },
  shrink: {
    summary: "make a failing trace smaller",
    help: [
      "Makes a failing trace smaller: fewer steps, smaller values, a simpler order, fewer",
      "faults, and the same failure.",
    ],
    examples: [
      "shrink last-fail",
      "shrink trace.jsonl.gz --minimize schedule --out small.jsonl.gz",
    ],
    arguments: [{ usage: "<trace>", help: "a trace, a finding or a run" }],
    flags: ["out", "minimize", "attempts", "strict", "allowHost"],
    groups: ["result"],
    changes: {
      out: {
        value: "file",
        help: "where the smaller trace is written",
        default: "beside the given one",
      },
    },
    document: "result",
    load: (): Promise<RunVerb> =>
      import("../commands/shrink.ts").then(({ runShrink }) => runShrink),
  },
  verify: {
    summary: "check which saved regressions are fixed",
    help: ["Runs saved regressions again and reports of each whether it is fixed."],
    examples: ["verify", "verify --ci"],
    arguments: [
      { usage: "[ids...]", help: "ids of saved regressions, or their traces; all if left out" },
    ],
    flags: ["ci", "dryRun", "strict", "allowHost", "all"],
    groups: ["place"],
    document: "verify",
    load: (): Promise<RunVerb> =>
      import("../commands/verify.ts").then(({ runVerify }) => runVerify),
  },
  ci: {
    summary: "check that a recorded run is intact and still reproduces",
    help: [
      "Checks that a trace is intact, runs it again, and requires the same run and the same",
      "verdict. Can also limit how many of several runs may differ, and how long steps may",
      "take compared with another trace.",
    ],
    examples: [
      "ci checkout.trace.jsonl.gz",
      "ci checkout.trace.jsonl.gz --perf-baseline old.jsonl.gz",
    ],
    arguments: [{ usage: "<trace>", help: "a trace, a finding or a run" }],
    flags: ["unsafe", "flakeRun", "flakeBudget", "perfBaseline", "maxP99DeltaPct", "allowHost"],
    groups: ["result"],
    changes: {
      unsafe: { help: "accept what the recorded run left uncontrolled" },
      flakeBudget: { help: "share of the --flake-run runs that may differ, from 0 to 1" },
    },
    document: "result",
    load: (): Promise<RunVerb> => import("../commands/ci.ts").then(({ runCi }) => runCi),
  },
  trace: {
    summary: "verify, show or compare traces",
    help: ["Verifies, shows or compares traces."],
    examples: ["trace show last-fail", "trace diff before.jsonl.gz after.jsonl.gz"],
  },
  "trace verify": {
    summary: "check that a trace is intact",
    help: ["Checks that a trace is complete and was not changed; runs nothing."],
    examples: ["trace verify checkout.trace.jsonl.gz"],
    arguments: [{ usage: "<trace>", help: "a trace, a finding or a run" }],
    flags: ["strict"],
    groups: ["read"],
    changes: {
      strict: { form: "on", help: "fail if the recorded run left anything uncontrolled", key: "" },
    },
    document: "trace verify",
    load: (): Promise<RunVerb> =>
      import("../commands/trace.ts").then(({ verifyTrace }) => verifyTrace),
  },
  "trace show": {
    summary: "print the decisions and events of a trace",
    help: ["Prints the decisions, events and verdict of a trace."],
    examples: ["trace show last-fail"],
    arguments: [{ usage: "<trace>", help: "a trace, a finding or a run" }],
    flags: [],
    groups: ["read"],
    document: "trace show",
    load: (): Promise<RunVerb> => import("../commands/trace.ts").then(({ showTrace }) => showTrace),
  },
  "trace diff": {
    summary: "show where two traces diverge",
    help: ["Shows the first decision or event at which two traces diverge."],
    examples: ["trace diff before.jsonl.gz after.jsonl.gz"],
    arguments: [
      { usage: "<first>", help: "a trace, a finding or a run" },
      { usage: "<second>", help: "another one" },
    ],
    flags: [],
    groups: ["read"],
    document: "trace diff",
    load: (): Promise<RunVerb> =>
      import("../commands/trace.ts").then(({ compareTraces }) => compareTraces),
  },
} as const;
