import path from "node:path";
import type { Command } from "commander";
import type { Result } from "../../kernel/result.ts";
import type { Trace } from "../../kernel/trace.ts";
import { addCommonFlags, addWorldFlags, type CommonFlags, type WorldFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { settingsOf, targetOf } from "../settings.ts";
import { type Place, placeOf } from "../verb.ts";

interface ReplayFlags extends CommonFlags, WorldFlags {
  readonly token?: string;
  readonly save?: boolean;
  readonly regression?: boolean;
}

/** Adds `replay`: runs a recorded run again. */
export function addReplay(program: Command, io: Io, onExit: (code: number) => void): void {
  const command = program
    .command("replay")
    .summary("run a recorded run again")
    .argument("<trace>", "a trace, a finding or a run; with --token, a chaos file")
    .option("--token <token>", "the decisions as one token, as a finding prints them")
    .option("--regression", "where the code has changed, go on by chance instead of stopping")
    .option("--save", "keep it as a regression beside the chaos file");
  addWorldFlags(addCommonFlags(command)).action(async (name: string, flags: ReplayFlags) => {
    const place = await placeOf(flags, io);
    const result = await replayNamed(name, flags, place);
    const { report, root } = place.config;
    onExit(await printResult(result, io, { flags, report, cwd: place.cwd, root }));
  });
}

// --- inside ---

async function replayNamed(word: string, flags: ReplayFlags, place: Place): Promise<Result> {
  const { replay, saveRegression } = await import("../../engines/replay/index.ts");
  const { readTrace } = await import("../../runner/trace-file.ts");
  const { cwd, config } = place;
  const settings = settingsOf(config, { world: flags });
  const isRegression = flags.regression === true;
  if (flags.token !== undefined) {
    const { tokenTrace } = await import("../token-trace.ts");
    const target = targetOf(word, cwd);
    const trace = tokenTrace(flags.token, target, settings);
    const replayArguments = `${word} --token ${flags.token}`;
    const { projectRoot } = target;
    return replay({ projectRoot, name: word, trace, settings, isRegression, replayArguments });
  }
  const { selectTrace } = await import("../../runner/runs/index.ts");
  const { file, name } = await selectTrace(word, { projectRoot: config.root, cwd });
  const trace = asAsked(await readTrace(file), flags);
  const projectRoot = config.root;
  const result = await replay({
    projectRoot,
    name,
    source: file,
    trace,
    settings,
    isRegression,
  });
  if (flags.save !== true) return result;
  const id = trace.verdict.kind === "broken" ? trace.verdict.identity.key : "held";
  const saved = await saveRegression(config.root, id, trace);
  return { ...result, artifacts: [...result.artifacts, path.relative(config.root, saved)] };
}

/** A trace is run with its own settings; flags of this very command come before them. */
function asAsked(trace: Trace, { strict, leaks }: WorldFlags): Trace {
  const { header } = trace;
  const asked = {
    ...(strict === false ? { isStrict: false } : {}),
    ...(leaks === true ? { findsLeaks: true } : {}),
  };
  return { ...trace, header: { ...header, settings: { ...header.settings, ...asked } } };
}
