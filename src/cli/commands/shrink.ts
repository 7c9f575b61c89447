import type { Config } from "../../config/index.ts";
import { realpathSync } from "node:fs";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { isOfAgent, tracedOptions } from "../agent/traced-agent.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { settingsOf } from "../settings.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `shrink`: makes a failing trace smaller. */
export async function runShrink({ words: [word], flags, io }: VerbCall<"shrink">): Promise<number> {
  const { shrinkTrace } = await import("../../engines/replay/index.ts");
  const { readTrace } = await import("../../store/trace-file.ts");
  const { cwd, config } = await projectContextOf(flags, io);
  const { selectTrace } = await import("../../store/runs/index.ts");
  const { file, name, isOwn } = await selectTrace(word, { projectRoot: config.root, cwd });
  if (flags.out === undefined && !isOwn) throw outsideTrace(name);
  const settings = settingsOf(config, { world: flags });
  const target =
    flags.out === undefined
      ? file.replace(/(\.jsonl(?:\.gz)?)?$/, ".small$1").replace(/\.small$/, ".small.jsonl.gz")
      : path.resolve(realpathSync(cwd), flags.out);
  const trace = await readTrace(file);
  const goal = { path: target, name: path.relative(realpathSync(cwd), target) };
  const { attempts, minimize } = flags;
  if (isOfAgent(trace) && minimize !== undefined) throw wholeConversation(minimize);
  const shrinkAttemptsMax = attempts ?? settings.shrinkAttemptsMax;
  const result = isOfAgent(trace)
    ? await shrinkAgent({ trace, file, name }, { attempts, target: goal }, { config, io })
    : await shrinkTrace({
        projectRoot: config.root,
        name,
        source: file,
        trace,
        settings: { ...settings, shrinkAttemptsMax },
        minimize,
        target: goal,
      });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

// --- inside ---

function wholeConversation(minimize: string): GauntletError {
  return new GauntletError({
    code: "U003",
    what: "`--minimize` is about the parts of a simulated run; this trace is of an agent",
    where: `--minimize ${minimize}`,
    help: "leave the flag out: all of the conversation is made smaller",
  });
}

async function shrinkAgent(
  named: { readonly trace: Trace; readonly file: string; readonly name: string },
  how: {
    readonly attempts: number | undefined;
    readonly target: { readonly path: string; readonly name: string };
  },
  on: { readonly config: Config; readonly io: Io },
): Promise<Result> {
  const { shrinkConversation } = await import("../../engines/agents/index.ts");
  return shrinkConversation({ ...tracedOptions(named, on), ...how });
}

/** What a run or a link names may lie anywhere; only a user says that a file is written there. */
function outsideTrace(name: string): GauntletError {
  return new GauntletError({
    code: "R019",
    what: "the trace lies outside of the project, and nobody named its path",
    where: name,
    note: "the smaller trace would be written beside it",
    help: "say where it goes: `--out small.jsonl.gz`",
  });
}
