import type { Command } from "commander";
import type { Io } from "./io.ts";

/** Adds a verb, or a few that belong together, to the command line. */
export type AddVerb = (program: Command, io: Io, onExit: (code: number) => void) => void;

/**
 * The verbs that a command line can mean: the one that it names, or all, for the help and for what
 * is misspelt. Loading one of them takes a fraction of loading all.
 */
export async function verbsFor(argv: readonly string[]): Promise<readonly AddVerb[]> {
  const load = loaders.get(argv[0] ?? "");
  if (load !== undefined) return [await load()];
  return Promise.all([...new Set(loaders.values())].map((one) => one()));
}

// --- inside ---

const test = (): Promise<AddVerb> => import("./commands/test.ts").then((verb) => verb.addTest);
const gate = (): Promise<AddVerb> => import("./commands/gate.ts").then((verb) => verb.addGate);

/** In the order of the help. */
const loaders: ReadonlyMap<string, () => Promise<AddVerb>> = new Map([
  ["init", () => import("./commands/init.ts").then((verb) => verb.addInit)],
  ["scan", () => import("./commands/scan.ts").then((verb) => verb.addScan)],
  ["mine", () => import("./commands/mine.ts").then((verb) => verb.addMine)],
  ["check", () => import("./commands/check.ts").then((verb) => verb.addCheck)],
  ["test", test],
  ["run", test],
  ["validate", () => import("./commands/validate.ts").then((verb) => verb.addValidate)],
  ["ci", () => import("./commands/ci.ts").then((verb) => verb.addCi)],
  ["gate", gate],
  ["full", gate],
  ["explore", () => import("./commands/explore.ts").then((verb) => verb.addExplore)],
  ["fuzz", () => import("./commands/fuzz.ts").then((verb) => verb.addFuzz)],
  ["replay", () => import("./commands/replay.ts").then((verb) => verb.addReplay)],
  ["shrink", () => import("./commands/shrink.ts").then((verb) => verb.addShrink)],
  ["verify", () => import("./commands/verify.ts").then((verb) => verb.addVerify)],
  ["agent", () => import("./commands/agent.ts").then((verb) => verb.addAgent)],
  ["trace", () => import("./commands/trace.ts").then((verb) => verb.addTrace)],
  ["report", () => import("./commands/report.ts").then((verb) => verb.addReport)],
  ["artifacts", () => import("./commands/artifacts.ts").then((verb) => verb.addArtifacts)],
  ["corpus", () => import("./commands/corpus.ts").then((verb) => verb.addCorpus)],
  ["doctor", () => import("./commands/doctor.ts").then((verb) => verb.addDoctor)],
  ["env", () => import("./commands/env.ts").then((verb) => verb.addEnv)],
  ["schema", () => import("./commands/schema.ts").then((verb) => verb.addSchema)],
]);
