import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { confirmedTrace } from "../../kernel/trace/once-seen.ts";
import type { ReplayView } from "../../engines/replay/index.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import type { WorldFlags } from "../flags.ts";
import { isOfAgent, tracedOptions } from "../agent/traced-agent.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { settingsOf, targetOf } from "../settings.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";

type ReplayFlags = FlagsOf<"replay">;

/** `replay`: runs a recorded run again. */
export async function runReplay({ words: [word], flags, io }: VerbCall<"replay">): Promise<number> {
  const place = await projectContextOf(flags, io);
  const result = await replayNamed(word, flags, { place, io });
  const { report, root } = place.config;
  return printResult(result, io, { flags, report, cwd: place.cwd, root });
}

// --- inside ---

async function replayNamed(
  word: string,
  flags: ReplayFlags,
  { place, io }: { readonly place: ProjectContext; readonly io: Io },
): Promise<Result> {
  const { refuseUnkept, replay, saveRegression } = await import("../../engines/replay/index.ts");
  const { readTrace } = await import("../../store/trace-file.ts");
  const { cwd, config } = place;
  const settings = patient(settingsOf(config, { world: flags }), flags);
  const view = viewOf(flags, io);
  const isRegression = flags.regression === true;
  if (flags.token !== undefined) {
    if (flags.save === true) throw unsavedToken();
    const { tokenTrace } = await import("../token-trace.ts");
    const { tokenCommand } = await import("../../store/finding-store.ts");
    const target = targetOf(word, cwd);
    const trace = tokenTrace(flags.token, target, onHost(settings, flags));
    const { projectRoot } = target;
    const command = tokenCommand(word, flags.token, trace.header.settings);
    const named = { name: word, replayCommand: command, isSubjectNamed: true };
    return replay({ projectRoot, ...named, trace, settings, isRegression, view });
  }
  const { selectTrace } = await import("../../store/runs/index.ts");
  const { file, name } = await selectTrace(word, { projectRoot: config.root, cwd });
  const trace = asAsked(await readTrace(file), flags);
  if (flags.save === true) refuseUnkept(trace);
  const projectRoot = config.root;
  const named = { name, source: file, trace };
  const result = isOfAgent(trace)
    ? await replayAgent({ ...named, file }, flags, { place, io })
    : await replay({ projectRoot, ...named, settings, isRegression, view });
  if (flags.save !== true) return result;
  const id = trace.verdict.kind === "broken" ? trace.verdict.identity.key : "held";
  const { UnwrittenFiles } = await import("../../store/unwritten-files.ts");
  const refused = new UnwrittenFiles(config.root);
  const isShown = result.verdict === "broken" && result.because === "";
  const shown = isShown ? confirmedTrace(trace) : trace;
  const saved = await refused.attempt(() => saveRegression(config.root, id, shown));
  const kept = saved === undefined ? [] : [path.relative(config.root, saved)];
  return { ...result, artifacts: [...result.artifacts, ...kept], unwritten: refused.list };
}

async function replayAgent(
  named: { readonly trace: Trace; readonly file: string; readonly name: string },
  flags: ReplayFlags,
  { place, io }: { readonly place: ProjectContext; readonly io: Io },
): Promise<Result> {
  const { step, dumpEvents, until, inspect } = flags;
  if ([step, dumpEvents, until, inspect].some((flag) => flag !== undefined)) throw untoldAgent();
  const { replayConversation } = await import("../../engines/agents/index.ts");
  return replayConversation(tracedOptions(named, { config: place.config, io }));
}

function untoldAgent(): GauntletError {
  return new GauntletError({
    code: "U015",
    what: "`--step`, `--dump-events`, `--until` and `--inspect` look into a simulated run",
    where: "replay",
    note: "an agent is a process of its own in real time",
    help: "leave the flag out; `gauntlet trace show` prints the decisions",
  });
}

function unsavedToken(): GauntletError {
  return new GauntletError({
    code: "U015",
    what: "`--save` keeps a recorded run, and a token holds only its decisions",
    where: "--token",
    help: "replay the trace of the finding instead: `gauntlet replay <finding> --save`",
  });
}

/** How the run itself is told, where any flag asks for it. */
function viewOf({ step, dumpEvents, until, inspect }: ReplayFlags, io: Io): ReplayView | undefined {
  const asked = [step, dumpEvents, until, inspect];
  if (asked.every((flag) => flag === undefined)) return undefined;
  const onInspecting = (url: string): void => {
    io.err(`waiting for a debugger at ${url}\n`);
  };
  return {
    isStepped: step === true,
    limit: until,
    ...(inspect === undefined ? {} : { inspect: { at: inspect, onInspecting } }),
  };
}

/** A token does not say how its run was made, so the flag does. */
function onHost(settings: CampaignSettings, { allowHost }: ReplayFlags): CampaignSettings {
  if (allowHost !== true) return settings;
  return { ...settings, run: { ...settings.run, isHostAllowed: true } };
}

/** Somebody who debugs takes longer than any run. */
function patient(settings: CampaignSettings, { inspect }: ReplayFlags): CampaignSettings {
  if (inspect === undefined) return settings;
  return { ...settings, limits: { ...settings.limits, runTimeoutMs: debuggingMsMax } };
}

const debuggingMsMax = 24 * 3_600_000;

/** A trace is run with its own settings; flags of this very command come before them. */
function asAsked(trace: Trace, { strict, leaks }: WorldFlags): Trace {
  const { header } = trace;
  const asked = {
    ...(strict === undefined ? {} : { isStrict: strict }),
    ...(leaks === true ? { findsLeaks: true } : {}),
  };
  return { ...trace, header: { ...header, settings: { ...header.settings, ...asked } } };
}
