import type { RunVerb } from "../verb-spec.ts";

/** Reads, compares and exports what runs have left. */
export const storeVerbs = {
  report: {
    summary: "show, query or compare the reports of earlier runs",
    help: ["Shows, queries or compares the reports of earlier runs."],
    examples: ["report show", "report query last-fail --path '.findings[].id'"],
  },
  "report show": {
    summary: "print the report of a run again",
    help: ["Prints the full report of a run again; of the latest run where none is named."],
    examples: ["report show", "report show last-fail --format junit"],
    arguments: [{ usage: "[run]", help: "a run, a trace or a finding", preset: "latest" }],
    flags: ["format"],
    groups: ["read"],
    document: "result",
    load: (): Promise<RunVerb> =>
      import("../commands/report.ts").then(({ showReport }) => showReport),
  },
  "report query": {
    summary: "print single values of a report",
    help: ["Prints single values of a report."],
    examples: [
      "report query last-fail --path '.findings[].id'",
      "report query latest --list-paths",
    ],
    arguments: [{ usage: "[run]", help: "a run, a trace or a finding", preset: "latest" }],
    flags: ["path", "listPaths"],
    groups: ["read"],
    document: "report query",
    load: (): Promise<RunVerb> =>
      import("../commands/report.ts").then(({ queryReport }) => queryReport),
  },
  "report flaky": {
    summary: "report how often runs of the same thing came out differently",
    help: [
      "Reports how often runs of the same thing came out differently, and exits with 1 if that",
      "exceeds the budget.",
    ],
    examples: ["report flaky latest last-fail --flake-budget 0.1"],
    arguments: [{ usage: "<runs...>", help: "two runs or more" }],
    flags: ["flakeBudget"],
    groups: ["place"],
    changes: { flakeBudget: { preset: 0 } },
    document: "report flaky",
    load: (): Promise<RunVerb> =>
      import("../commands/report.ts").then(({ compareFlaky }) => compareFlaky),
  },
  artifacts: {
    summary: "list, compare or export the files of runs",
    help: ["Lists, compares or exports the files of runs."],
    examples: ["artifacts ls last-fail", "artifacts pack last-fail --out evidence.tar.gz"],
  },
  "artifacts ls": {
    summary: "list the files of a run with sizes and digests",
    help: ["Lists the files of a run with sizes and digests."],
    examples: ["artifacts ls last-fail"],
    arguments: [{ usage: "[run]", help: "a run, a trace or a finding", preset: "latest" }],
    flags: [],
    groups: ["read"],
    document: "artifacts ls",
    load: (): Promise<RunVerb> =>
      import("../commands/artifacts.ts").then(({ listArtifacts }) => listArtifacts),
  },
  "artifacts diff": {
    summary: "show where two runs differ",
    help: ["Shows where two runs differ: verdict, failures, counts and files."],
    examples: ["artifacts diff latest last-fail"],
    arguments: [
      { usage: "<first>", help: "a run, a trace or a finding" },
      { usage: "<second>", help: "another one" },
    ],
    flags: [],
    groups: ["read"],
    document: "artifacts diff",
    load: (): Promise<RunVerb> =>
      import("../commands/artifacts.ts").then(({ compareArtifacts }) => compareArtifacts),
  },
  "artifacts export": {
    summary: "copy the files of a run",
    help: ["Copies the files of a run."],
    examples: ["artifacts export last-fail --out evidence"],
    arguments: [{ usage: "[run]", help: "a run, a trace or a finding", preset: "latest" }],
    flags: ["out", "force"],
    groups: ["read"],
    changes: {
      out: { help: "a folder, or a file that ends in .tar.gz", isRequired: true },
      force: { help: "replace existing files that differ" },
    },
    document: "artifacts written",
    load: (): Promise<RunVerb> =>
      import("../commands/artifacts.ts").then(({ exportArtifacts }) => exportArtifacts),
  },
  "artifacts pack": {
    summary: "copy them with the command line, versions and machine",
    help: ["Copies the files of a run with its command line, versions and machine."],
    examples: ["artifacts pack last-fail --out evidence.tar.gz"],
    arguments: [{ usage: "[run]", help: "a run, a trace or a finding", preset: "latest" }],
    flags: ["out", "force"],
    groups: ["read"],
    changes: {
      out: { help: "a folder, or a file that ends in .tar.gz", isRequired: true },
      force: { help: "replace existing files that differ" },
    },
    document: "artifacts written",
    load: (): Promise<RunVerb> =>
      import("../commands/artifacts.ts").then(({ packArtifacts }) => packArtifacts),
  },
  "artifacts bundle": {
    summary: "copy one trace with everything needed to judge it elsewhere",
    help: ["Copies one trace of a run with everything needed to judge it elsewhere."],
    examples: ["artifacts bundle last-fail --out evidence.tar.gz"],
    arguments: [{ usage: "[run]", help: "a run, a trace or a finding", preset: "latest" }],
    flags: ["out", "force"],
    groups: ["read"],
    changes: {
      out: { help: "a folder, or a file that ends in .tar.gz", isRequired: true },
      force: { help: "replace existing files that differ" },
    },
    document: "artifacts written",
    load: (): Promise<RunVerb> =>
      import("../commands/artifacts.ts").then(({ bundleArtifacts }) => bundleArtifacts),
  },
  corpus: {
    summary: "list, exchange or clean up what campaigns keep for the next one",
    help: ["Lists, exchanges or cleans up what campaigns keep for the next one."],
    examples: ["corpus list", "corpus minimize"],
  },
  "corpus list": {
    summary: "list what is kept for each subject",
    help: ["Lists what is kept for each subject."],
    examples: ["corpus list"],
    arguments: [],
    flags: ["all"],
    groups: ["read"],
    document: "corpus list",
    load: (): Promise<RunVerb> =>
      import("../commands/corpus.ts").then(({ listCorpus }) => listCorpus),
  },
  "corpus add": {
    summary: "add failing traces, which the next campaign tries first",
    help: ["Adds failing traces, which the next campaign tries first."],
    examples: ["corpus add trace.jsonl.gz"],
    arguments: [{ usage: "<traces...>", help: "traces, findings or runs" }],
    flags: [],
    groups: ["read"],
    document: "corpus added",
    load: (): Promise<RunVerb> =>
      import("../commands/corpus.ts").then(({ addToCorpus }) => addToCorpus),
  },
  "corpus export": {
    summary: "write the whole corpus into one file",
    help: [
      "Writes the whole corpus into one file. With --inputs-of: the inputs of a fuzz test into a",
      "folder, one a file, which libFuzzer, AFL++ and Jazzer.js can read.",
    ],
    examples: ["corpus export corpus.jsonl.gz", "corpus export inputs --inputs-of parse.fuzz.ts"],
    arguments: [
      { usage: "<file>", help: "the file or folder to write, for example `corpus.jsonl.gz`" },
    ],
    flags: ["inputsOf"],
    groups: ["read"],
    document: "corpus export",
    load: (): Promise<RunVerb> =>
      import("../commands/corpus.ts").then(({ exportCorpus }) => exportCorpus),
  },
  "corpus import": {
    summary: "add the contents of an exported corpus, if all of it is valid",
    help: [
      "Adds the contents of a file that `corpus export` wrote, if all of it is valid. With",
      "--inputs-of: the files of a folder, such as the corpus of another fuzzer.",
    ],
    examples: ["corpus import corpus.jsonl.gz", "corpus import afl-out --inputs-of parse.fuzz.ts"],
    arguments: [{ usage: "<file>", help: "the file or folder to read" }],
    flags: ["inputsOf"],
    groups: ["read"],
    document: "corpus added",
    load: (): Promise<RunVerb> =>
      import("../commands/corpus.ts").then(({ importCorpus }) => importCorpus),
  },
  "corpus merge": {
    summary: "add the corpora of other folders",
    help: [
      "Adds the corpora of other folders. With --inputs-of: the files of folders, such as the",
      "corpora of other fuzzers.",
    ],
    examples: ["corpus merge ../other/.gauntlet/corpus"],
    arguments: [{ usage: "<folders...>", help: "folders such as `../other/.gauntlet/corpus`" }],
    flags: ["inputsOf"],
    groups: ["read"],
    document: "corpus added",
    load: (): Promise<RunVerb> =>
      import("../commands/corpus.ts").then(({ mergeCorpora }) => mergeCorpora),
  },
  "corpus minimize": {
    summary: "keep the fewest entries that reach the same places",
    help: ["Runs what is kept and keeps the fewest entries that reach the same places."],
    examples: ["corpus minimize"],
    arguments: [
      { usage: "[files...]", help: "chaos files and fuzz tests, each with an optional `#export`" },
    ],
    flags: [],
    groups: ["read"],
    document: "corpus minimize",
    load: (): Promise<RunVerb> =>
      import("../commands/corpus.ts").then(({ minimizeCorpus }) => minimizeCorpus),
  },
} as const;
