import type { RunVerb } from "../verb-spec.ts";

/** Looks for failures. */
export const searchVerbs = {
  scan: {
    summary: "call what modules export, with no test code, and prove what fails",
    help: [
      "Calls every exported function and class with generated arguments, and proves and",
      "shrinks what fails: thrown errors, wrong types, broken laws and contracts. Needs no",
      "test code; files, network and processes are simulated.",
    ],
    examples: ["scan src", "scan src/money.ts:split --runs 10000", "scan src --save"],
    arguments: [
      { usage: "[files...]", help: "files, folders or patterns, each with an optional `:name`" },
    ],
    flags: [
      "seed",
      "runs",
      "time",
      "changed",
      "since",
      "fresh",
      "target",
      "includePrivate",
      "deepen",
      "save",
      "allowHost",
      "workers",
    ],
    groups: ["progress"],
    changes: {
      runs: { help: "calls of each function or method", default: "{scan.max_examples}" },
      time: { help: "stop after this many seconds", default: "{call.scanSeconds}" },
      allowHost: { help: "use the real files, network and processes of this machine" },
    },
    document: "result",
    load: (): Promise<RunVerb> => import("../commands/scan.ts").then(({ runScan }) => runScan),
  },
  mine: {
    summary: "list the laws that functions satisfy: idempotent, sorted, round trip and more",
    help: [
      "Calls functions and lists the laws that held in every call, such as idempotent, sorted",
      "or round trip. The list is a start for tests, not a proof.",
    ],
    examples: ["mine src/slug.ts:slugify", "mine src/codec.ts:encode src/codec.ts:decode"],
    arguments: [
      {
        usage: "<functions...>",
        help: "`file:function`, several to compare them, or a whole file",
      },
    ],
    flags: ["seed", "runs", "time", "workers"],
    groups: ["progress"],
    changes: {
      runs: { help: "calls of each function", default: "{call.runs}" },
      time: { help: "stop after this many seconds", default: "{call.seconds}" },
    },
    document: "result",
    load: (): Promise<RunVerb> => import("../commands/mine.ts").then(({ runMine }) => runMine),
  },
  check: {
    summary: "check a function against laws and contracts, and prove violations",
    help: [
      "Checks one function against the given laws and contracts, and proves and shrinks",
      "violations.",
    ],
    examples: ["check src/slug.ts:slugify --property idempotent"],
    arguments: [{ usage: "<function>", help: "`file:function`, or `file:Class.method`" }],
    flags: ["property", "contract", "seed", "runs", "time"],
    groups: ["result"],
    changes: {
      runs: { help: "calls for each law", default: "{call.runs}" },
      time: { help: "stop after this many seconds", default: "{call.seconds}" },
    },
    document: "result",
    load: (): Promise<RunVerb> => import("../commands/check.ts").then(({ runCheck }) => runCheck),
  },
  explore: {
    summary: "search for failures of chaos tests and scenarios, and make them small",
    help: [
      "Runs chaos tests and scenarios with other schedules, values and faults each time,",
      "guided by coverage. Failures are proven in a fresh process, made small, and saved with",
      "a command that replays them. Without files: every *.chaos.ts below this folder.",
    ],
    examples: ["explore", "explore checkout.chaos.ts --time 10", "explore --bail --workers 0"],
    arguments: [
      { usage: "[files...]", help: "chaos or scenario files; `#export` selects one of several" },
    ],
    flags: [
      "seed",
      "runs",
      "time",
      "strategy",
      "workers",
      "swarm",
      "guidance",
      "corpus",
      "resume",
      "bail",
      "ablate",
      "seeds",
      "scaling",
      "strict",
      "leaks",
    ],
    groups: ["record", "backends", "progress"],
    changes: {
      runs: { key: "explorer.max_runs" },
      time: { default: "{explorer.max_time}, with --runs no limit" },
      workers: {
        takes: "count",
        help: "how many processes search at once; 0 for one per CPU core",
        default: "{explorer.workers}",
      },
      record: { help: "save a trace of the first failure, or else of the first run, to this file" },
    },
    document: "result",
    startsAhead: true,
    load: (): Promise<RunVerb> =>
      import("../commands/explore.ts").then(({ runExplore }) => runExplore),
  },
} as const;
