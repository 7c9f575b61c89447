import type { FlagForm, FlagName } from "./flag-values.ts";

/** What a verb takes: its words, as its help writes them, and its flags. */
export interface VerbEntry {
  readonly words: string;
  readonly flags: readonly FlagName[];
  /** Flags that this verb writes in another way than the others do. */
  readonly forms?: Readonly<Partial<Record<FlagName, FlagForm>>>;
  /** A verb that always prints JSON and reads no configuration has none of the flags for that. */
  readonly isBare?: true;
}

/**
 * Every verb of the command line that prints a document. The methods of `gauntlet()` and their
 * types come from this table; a test walks the help of every verb and fails where the two differ.
 * To add a verb, add its line; one whose document is no `ResultDocument` also needs an entry in
 * documents.ts.
 */
export const verbTable = {
  init: {
    words: "[target]",
    flags: ["output", "force", "dryRun", "ci", "ciName", "installSkill"],
  },
  scan: {
    words: "[files...]",
    flags: [
      "seed",
      "runs",
      "time",
      "target",
      "includePrivate",
      "deepen",
      "save",
      "allowHost",
      "workers",
      "report",
    ],
  },
  mine: { words: "<functions...>", flags: ["seed", "runs", "time", "workers", "report"] },
  check: {
    words: "<function>",
    flags: ["seed", "runs", "time", "property", "contract", "report"],
  },
  validate: { words: "[paths...]", flags: [] },
  test: {
    words: "[paths...]",
    flags: [
      "report",
      "timeout",
      "procBackend",
      "fsBackend",
      "httpBackend",
      "memLimitMb",
      "memFailAfter",
      "memFragmentationSeed",
      "memPressureWave",
      "failOnLeak",
      "leakBudget",
      "seed",
      "det",
      "strict",
      "unsafe",
      "record",
      "recordCollision",
      "jobs",
      "filter",
      "failFast",
      "passWithNoTests",
    ],
    forms: { strict: "on" },
  },
  run: {
    words: "<file>",
    flags: [
      "report",
      "timeout",
      "procBackend",
      "fsBackend",
      "httpBackend",
      "memLimitMb",
      "memFailAfter",
      "memFragmentationSeed",
      "memPressureWave",
      "failOnLeak",
      "leakBudget",
      "seed",
      "det",
      "strict",
      "unsafe",
      "record",
      "recordCollision",
    ],
    forms: { strict: "on" },
  },
  explore: {
    words: "[files...]",
    flags: [
      "seed",
      "runs",
      "time",
      "strict",
      "leaks",
      "strategy",
      "workers",
      "swarm",
      "guidance",
      "corpus",
      "resume",
      "ablate",
      "seeds",
      "scaling",
      "record",
      "recordCollision",
      "report",
    ],
  },
  replay: {
    words: "<trace>",
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
      "report",
    ],
  },
  shrink: { words: "<trace>", flags: ["out", "minimize", "attempts", "report"] },
  ci: {
    words: "<trace>",
    flags: ["unsafe", "flakeRun", "flakeBudget", "perfBaseline", "maxP99DeltaPct", "report"],
  },
  gate: {
    words: "[paths...]",
    flags: ["scope", "seed", "doctorRuns", "allowExpectedFailures", "report"],
  },
  full: {
    words: "[paths...]",
    flags: [
      "exploreTime",
      "scenarioFilter",
      "skipSteps",
      "requiredSteps",
      "seed",
      "doctorRuns",
      "allowExpectedFailures",
      "report",
    ],
  },
  verify: { words: "[ids...]", flags: ["ci", "dryRun"] },
  doctor: {
    words: "[files...]",
    flags: ["deep", "seed", "runs", "time", "strict", "report"],
  },
  env: { words: "", flags: [] },
  schema: { words: "[file]", flags: [], isBare: true },
  "agent run": {
    words: "",
    flags: ["seed", "trials", "minScore", "html", "report", "chaos", "chaosProfile", "chaosOnly"],
  },
  "agent chaos": { words: "", flags: ["seed", "trials", "minScore", "html", "report", "profile"] },
  "agent ci": { words: "", flags: ["seed", "trials", "minScore", "html", "report"] },
  "agent contract run": { words: "", flags: ["seed", "trials", "minScore", "html", "report"] },
  "agent contract validate": { words: "", flags: [] },
  "agent contract score": { words: "", flags: ["seed", "trials", "minScore"] },
  "agent replay run": {
    words: "[files...]",
    flags: [
      "seed",
      "trials",
      "minScore",
      "html",
      "report",
      "fromLangsmith",
      "fromLangsmithProject",
      "filterStatus",
      "output",
      "run",
    ],
  },
  "agent replay export": { words: "", flags: ["fromReport", "output", "force"] },
  "agent certificate issue": { words: "", flags: ["seed", "trials", "minScore", "html", "report"] },
  "agent certificate verify": { words: "<file>", flags: ["key", "sameConfig"] },
  "agent import": { words: "<file>", flags: ["output", "force"] },
  "trace verify": { words: "<trace>", flags: [] },
  "trace show": { words: "<trace>", flags: [] },
  "trace diff": { words: "<first> <second>", flags: [] },
  "report show": { words: "[run]", flags: [] },
  "report query": { words: "[run]", flags: ["path", "listPaths"] },
  "report flaky": { words: "<runs...>", flags: ["flakeBudget"] },
  "artifacts ls": { words: "[run]", flags: [] },
  "artifacts diff": { words: "<first> <second>", flags: [] },
  "artifacts export": { words: "[run]", flags: ["out", "force"] },
  "artifacts pack": { words: "[run]", flags: ["out", "force"] },
  "artifacts bundle": { words: "[run]", flags: ["out", "force"] },
  "corpus list": { words: "", flags: [] },
  "corpus add": { words: "<traces...>", flags: [] },
  "corpus export": { words: "<file>", flags: [] },
  "corpus import": { words: "<file>", flags: [] },
  "corpus merge": { words: "<folders...>", flags: [] },
  "corpus minimize": { words: "[files...]", flags: [] },
} as const;

/** `explore`, `trace verify`, `agent contract run`. */
export type Verb = keyof typeof verbTable;
