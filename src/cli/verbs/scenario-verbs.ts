import type { RunVerb } from "../verb-spec.ts";

/** Runs and checks scenario files. */
export const scenarioVerbs = {
  test: {
    summary: "run scenario files",
    help: [
      "Runs scenario files, each in a simulated world of its own. Without paths: every",
      "*.scenario.yaml of the project.",
    ],
    examples: ["test", "test scenarios --fail-fast", "test --filter refund --det"],
    arguments: [
      {
        usage: "[paths...]",
        help: "scenario files, folders or patterns; the whole project where left out",
      },
    ],
    flags: ["seed", "det", "strict", "unsafe", "jobs", "filter", "failFast", "passWithNoTests"],
    groups: ["record", "backends", "progress"],
    changes: { strict: { form: "on" } },
    document: "result",
    startsAhead: true,
    load: (): Promise<RunVerb> => import("../commands/test.ts").then(({ runTests }) => runTests),
  },
  run: {
    summary: "run one scenario file",
    help: ["Runs one scenario file and shows its steps."],
    examples: ["run checkout.scenario.yaml --record checkout.trace.jsonl.gz"],
    arguments: [{ usage: "<file>", help: "a scenario file" }],
    flags: ["seed", "det", "strict", "unsafe"],
    groups: ["record", "backends", "progress"],
    changes: { strict: { form: "on" } },
    document: "result",
    startsAhead: true,
    load: (): Promise<RunVerb> => import("../commands/test.ts").then(({ runOne }) => runOne),
  },
  validate: {
    summary: "check scenario files without running them",
    help: [
      "Reads scenario files and loads the modules that they name, without running them. Exits",
      "with 2 if one is not valid.",
    ],
    examples: ["validate", "validate scenarios/checkout.scenario.yaml"],
    arguments: [
      {
        usage: "[paths...]",
        help: "scenario files, folders or patterns; the whole project where left out",
      },
    ],
    flags: ["all"],
    groups: ["place"],
    document: "validate",
    load: (): Promise<RunVerb> =>
      import("../commands/validate.ts").then(({ runValidate }) => runValidate),
  },
  gate: {
    summary: "validate, repeat, run, record and replay scenarios, with one verdict",
    help: [
      "Validates scenarios, runs each several times and compares the runs, records, replays",
      "and checks the traces: one verdict for a pull request.",
    ],
    examples: ["gate", "gate --scope checkout,refund"],
    arguments: [
      {
        usage: "[paths...]",
        help: "scenario files, folders or patterns; the whole project where left out",
      },
    ],
    flags: ["scope", "seed", "doctorRuns", "allowExpectedFailures", "strict", "unsafe"],
    groups: ["backends", "progress"],
    changes: { strict: { form: "on" } },
    document: "result",
    load: (): Promise<RunVerb> => import("../commands/gate.ts").then(({ runGate }) => runGate),
  },
  full: {
    summary: "do what gate does, then explore everything; lists what it did not run",
    help: [
      "Does what gate does, then explores every scenario and chaos test for a while, and lists",
      "what it did not run.",
    ],
    examples: ["full", "full --explore-time 10"],
    arguments: [
      {
        usage: "[paths...]",
        help: "scenario files, folders or patterns; the whole project where left out",
      },
    ],
    flags: [
      "exploreTime",
      "scenarioFilter",
      "skipSteps",
      "requiredSteps",
      "seed",
      "doctorRuns",
      "allowExpectedFailures",
      "strict",
      "unsafe",
    ],
    groups: ["backends", "progress"],
    changes: { strict: { form: "on" } },
    document: "result",
    load: (): Promise<RunVerb> => import("../commands/gate.ts").then(({ runFull }) => runFull),
  },
} as const;
