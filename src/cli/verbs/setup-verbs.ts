import type { RunVerb } from "../verb-spec.ts";

/** Sets a project up, and says what there is. */
export const setupVerbs = {
  init: {
    summary: "set up a project: config, a first chaos test and scenario, CI",
    help: [
      "Writes gauntlet.toml, a chaos test and a scenario for the code that it finds here.",
      "Existing files are kept, unless --force is given.",
    ],
    examples: ["init", "init src/checkout.ts --dry-run", "init --ci"],
    arguments: [
      { usage: "[target]", help: "file, folder or pattern to scan; `src/**` where left out" },
    ],
    flags: ["output", "force", "dryRun", "ci", "ciName", "installSkill"],
    groups: ["place"],
    changes: {
      output: {
        help: "folder for the tests and the guide",
        key: "init.output_dir",
        default: "tests, or an existing test",
      },
      dryRun: { help: "only show what would be written" },
      ci: { help: "also write a workflow for GitHub Actions", key: "init.ci" },
    },
    document: "init",
    load: (): Promise<RunVerb> => import("../commands/init.ts").then(({ runInit }) => runInit),
  },
  doctor: {
    summary: "report problems with the setup; with files, check that runs repeat",
    help: [
      "Reports problems with the setup (Node, packages, tsconfig, tests, config, disk) and how",
      "to fix them. With files, or a flag about runs, it runs tests twice with the same",
      "decisions and says what makes two runs differ, if anything does.",
    ],
    examples: ["doctor", "doctor checkout.chaos.ts", "doctor --deep"],
    arguments: [
      {
        usage: "[files...]",
        help: "chaos or scenario files to run; `#export` selects one of several",
      },
    ],
    flags: ["deep", "strict"],
    groups: ["campaign", "backends", "result"],
    changes: {
      runs: { help: "how many runs of each subject are compared", default: "{doctor.runs}" },
      time: { help: "compare as many runs of each subject as fit into this many seconds" },
    },
    document: "doctor",
    load: (): Promise<RunVerb> =>
      import("../commands/doctor.ts").then(({ runDoctor }) => runDoctor),
  },
  env: {
    summary: "show what is simulated here and what is real, and the versions in use",
    help: [
      "Shows what answers the runs of this project, simulated or real, and the versions that",
      "they depend on.",
    ],
    examples: ["env", "env --json"],
    arguments: [],
    flags: [],
    groups: ["read"],
    document: "env",
    load: (): Promise<RunVerb> => import("../commands/env.ts").then(({ runEnv }) => runEnv),
  },
  schema: {
    summary: "print the JSON Schema of gauntlet.toml, of scenario files or of what --json prints",
    help: [
      "Prints the JSON Schema of gauntlet.toml, of scenario files, of what --json prints, or of a",
      "line of what --events writes.",
    ],
    examples: ["schema", "schema scenario", "schema report"],
    arguments: [
      {
        usage: "[file]",
        help: "which kind of file",
        choices: ["config", "scenario", "report", "events"],
        preset: "config",
      },
    ],
    flags: [],
    groups: [],
    document: "schema",
    isBare: true,
    load: (): Promise<RunVerb> =>
      import("../commands/schema.ts").then(({ runSchema }) => runSchema),
  },
  completion: {
    summary: "print a script that completes verbs and flags in your shell",
    help: ["Prints a script with which a shell completes verbs, flags and their values."],
    examples: ["completion bash >> ~/.bashrc", "completion fish | source"],
    arguments: [
      {
        usage: "<shell>",
        help: "your shell",
        choices: ["bash", "zsh", "fish", "powershell"],
      },
    ],
    flags: [],
    groups: [],
    isBare: true,
    load: (): Promise<RunVerb> =>
      import("../commands/completion.ts").then(({ runCompletion }) => runCompletion),
  },
} as const;
