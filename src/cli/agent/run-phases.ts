import path from "node:path";
import type { AgentPhase } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import { sectionIn } from "../../report/section.ts";
import { agentSection } from "../../report/sections/agent.ts";
import { writeReportFile } from "../../store/finding-store.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import type { AgentConfig } from "../../config/index.ts";
import type { Chaos } from "../../engines/agents/index.ts";
import { withEvents } from "../events/with-events.ts";
import type { AgentFlags, TalkFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { type AgentContext, agentContextOf } from "./agent-context.ts";

/** A profile of chaos, as a flag names it. */
export interface WantedProfile {
  readonly name: string;
  readonly flag: string;
}

/** What a verb asks of an agent. */
export interface WantedPhases {
  readonly command: string;
  readonly phases: (config: AgentConfig) => readonly AgentPhase[];
  /** A profile instead of what the configuration says, and the flag that names it. */
  readonly profile?: WantedProfile | undefined;
  readonly isMutatedUnderChaos?: boolean;
  /** Files of sessions instead of those of the configuration. */
  readonly sessions?: readonly string[] | undefined;
}

/** Puts the agent through phases, prints what came of it, and gives the exit code. */
export async function runPhases(wanted: WantedPhases, flags: AgentFlags, io: Io): Promise<number> {
  const place = await agentContextOf(flags, io);
  const result = await resultOf(wanted, flags, { place, io });
  return printAgentResult(result, flags, { place, io });
}

/** Prints what came of an agent, writes the page that was asked for, and gives the exit code. */
export async function printAgentResult(
  result: Result,
  flags: AgentFlags,
  { place, io }: { readonly place: AgentContext; readonly io: Io },
): Promise<number> {
  const { cwd, config } = place;
  const { root } = config;
  const refused = new UnwrittenFiles(root);
  const page = (await refused.attempt(() => writeHtml(result, flags, cwd))) ?? [];
  const artifacts = [...result.artifacts, ...page];
  const unwritten = [...(result.unwritten ?? []), ...refused.list];
  const options = { flags, report: config.report, cwd, root };
  return printResult({ ...result, artifacts, unwritten }, io, options);
}

/** Puts the agent through phases. */
export async function resultOf(
  wanted: WantedPhases,
  flags: TalkFlags,
  { place, io }: { readonly place: AgentContext; readonly io: Io },
): Promise<Result> {
  const { agent, config } = place;
  const { runAgent } = await import("../../engines/agents/index.ts");
  const phases = wanted.phases(agent);
  const chaos = await chaosOf(agent, wanted.profile);
  const isChaos = wanted.isMutatedUnderChaos === true || phases.includes("chaos");
  if (isChaos && chaos === undefined) throw nothingGoesWrong(place);
  const own = asFlagged(agent, flags);
  return withEvents(wanted.command, { flags, io, place }, (tell) =>
    runAgent({
      command: wanted.command,
      projectRoot: config.root,
      configFile: config.file,
      config: own,
      seed: own.seed,
      phases,
      chaos,
      isMutatedUnderChaos: wanted.isMutatedUnderChaos === true,
      sessions: wanted.sessions?.map((file) => path.resolve(place.cwd, file)),
      minimum: own.scoring.minimum,
      env: io.env,
      signal: io.signal,
      tell,
    }),
  );
}

/** The configuration with what flags say instead: what is really tested. */
export function asFlagged(agent: AgentConfig, flags: TalkFlags): AgentConfig {
  return {
    ...agent,
    seed: flags.seed ?? agent.seed,
    trials: flags.trials ?? agent.trials,
    scoring: { ...agent.scoring, minimum: flags.minScore ?? agent.scoring.minimum },
  };
}

/** The phases for which the configuration has something. */
export function configuredPhases(config: AgentConfig): readonly AgentPhase[] {
  const { contract, chaos, replays } = config;
  const hasSessions = replays.sessions.length + replays.sources.length > 0;
  return [
    ...(config.mutations.count > 0 ? (["mutation"] as const) : []),
    ...(contract === undefined ? [] : (["contract"] as const)),
    ...(chaos === undefined ? [] : (["chaos"] as const)),
    ...(hasSessions ? (["replay"] as const) : []),
  ];
}

// --- inside ---

async function chaosOf(
  { chaos, profiles }: AgentConfig,
  wanted: WantedProfile | undefined,
): Promise<Chaos | undefined> {
  const { builtInProfiles } = await import("../../engines/agents/index.ts");
  const name = wanted?.name ?? chaos?.profile;
  if (name === undefined) {
    return chaos === undefined ? undefined : { scenario: "chaos", faults: chaos.faults };
  }
  const faults = profiles.get(name) ?? builtInProfiles.get(name);
  const own = wanted === undefined ? (chaos?.faults ?? []) : [];
  if (faults !== undefined) {
    // Those of a profile are called after it where the config has one of the same id.
    const ids = new Set(own.map(({ id }) => id));
    const named = faults.map((one) =>
      ids.has(one.id) ? { ...one, id: `${name} ${one.id}` } : one,
    );
    const optional = profiles.has(name) ? [] : named.map(({ id }) => id);
    return { scenario: name, faults: [...named, ...own], optional };
  }
  const known = [...profiles.keys(), ...builtInProfiles.keys()];
  throw new GauntletError({
    code: "A016",
    what: `there is no chaos profile \`${name}\``,
    where: wanted === undefined ? "[agent.chaos] profile" : `${wanted.flag} ${name}`,
    help: `take one of ${known.map((one) => `\`${one}\``).join(", ")}`,
  });
}

function nothingGoesWrong({ config }: AgentContext): GauntletError {
  return new GauntletError({
    code: "A013",
    what: "the agent is to be tested under chaos, but no faults are configured",
    where: config.file ?? config.root,
    help: "add `[agent.chaos]`, or name a profile: `gauntlet agent chaos --profile api_outage`",
  });
}

async function writeHtml(
  result: Result,
  { html }: AgentFlags,
  cwd: string,
): Promise<readonly string[]> {
  const report = sectionIn(result, agentSection);
  if (html === undefined || report === undefined) return [];
  const { agentHtml } = await import("../../report/index.ts");
  const file = path.resolve(cwd, html);
  await writeReportFile(file, agentHtml(report, result));
  return [path.relative(cwd, file)];
}
