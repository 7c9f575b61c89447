import path from "node:path";
import type { AgentInvariant, SecretMask } from "../../kernel/agent/index.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import { readContractFile } from "../../config/index.ts";
import { cassetteUpstream, readCassette } from "../../world/wires/index.ts";
import type { AgentRunOptions } from "./agent-options.ts";
import { fetchSources } from "./import/fetch-sources.ts";
import { calmScenario, type PlannedTalk } from "./plan-talks.ts";
import { loadSessions } from "./sessions/load-sessions.ts";
import { readSessions } from "./sessions/read-session.ts";
import { refuseOutside } from "./sessions/refuse-outside.ts";
import { resolveContract } from "./sessions/resolve-contract.ts";
import { inputOf, type ReplaySession } from "./sessions/session.ts";
import { toolUpstream } from "./sessions/tool-upstream.ts";
import { cellKey, type Talk } from "./talk.ts";
import type { Answerer } from "./upstreams.ts";

/** Every session as a conversation: what was sent, what struck, what was answered back then. */
export async function sessionTalks(
  options: AgentRunOptions,
  { mask, tell }: { readonly mask: SecretMask; readonly tell: (sentence: string) => void },
): Promise<readonly PlannedTalk[]> {
  const planned: PlannedTalk[] = [];
  for (const session of await sessionsOf(options, { mask, tell })) {
    const invariants = await invariantsOf(session, options);
    const talk = await talkOf(session, options, mask);
    if (invariants.some(needsBaseline)) planned.push({ talk: calmAs(talk), invariants: [] });
    for (let trial = 1; trial <= options.config.trials; trial++) {
      planned.push({ talk: { ...talk, trial }, invariants });
    }
  }
  return planned;
}

/** Whether a rule compares with what is answered where nothing goes wrong. */
export function needsBaseline({ rule }: AgentInvariant): boolean {
  return rule.type === "behavior_unchanged";
}

/** The same prompt where nothing goes wrong. */
export function calmAs({ session: _, mutation: __, edits: ___, ...talk }: Talk): Talk {
  const calm = { scenario: calmScenario, faults: [], strikes: [], trial: 1 } as const;
  return { ...talk, ...calm, input: { prompt: talk.prompt } };
}

/** Those of its contract, and the one that failed back then, which may be a rule of the agent. */
export async function invariantsOf(
  session: ReplaySession,
  { config, projectRoot }: AgentRunOptions,
): Promise<readonly AgentInvariant[]> {
  const { contract, invariants } = config;
  if (contract === undefined && session.contract === "default" && invariants.length > 0) {
    return invariants;
  }
  const resolved = await resolveContract(session.contract, {
    config,
    projectRoot,
    session: session.id,
    load: (place) => readContractFile({ ...place, root: projectRoot }),
  });
  const known = new Set(resolved.invariants.map(({ id }) => id));
  const failed = invariants.filter(({ id }) => id === session.invariant && !known.has(id));
  return [...resolved.invariants, ...failed];
}

/** A session as a conversation that is to be held. */
export async function talkOf(
  session: ReplaySession,
  { config, seed, projectRoot }: AgentRunOptions,
  mask: SecretMask,
): Promise<Talk> {
  const of = { phase: "replay", scenario: session.id, prompt: session.input, trial: 1 } as const;
  return {
    ...of,
    input: inputOf(session),
    faults: session.faults ?? [],
    ...(session.strikes === undefined ? {} : { strikes: session.strikes }),
    seed: session.seed ?? seed,
    cell: session.cell ?? cellKey(of),
    session,
    upstream: await answerersOf(session, { config, projectRoot }, mask),
  };
}

// --- inside ---

async function sessionsOf(
  options: AgentRunOptions,
  told: { readonly mask: SecretMask; readonly tell: (sentence: string) => void },
): Promise<readonly ReplaySession[]> {
  const { config, sessions } = options;
  if (sessions === undefined) {
    return [
      ...(await loadSessions(config)),
      ...(await fetchSources(config.replays.sources, { ...options, ...told })),
    ];
  }
  const read = sessions.map((file) =>
    readSessions({ file, shown: path.relative(options.projectRoot, file) }),
  );
  return (await Promise.all(read)).flat();
}

async function answerersOf(
  session: ReplaySession,
  place: { readonly config: AgentConfig; readonly projectRoot: string },
  mask: SecretMask,
): Promise<Talk["upstream"]> {
  const { cassette, toolResponses } = session;
  const { directory, upstream } = place.config;
  const tools = toolResponses.length === 0 ? undefined : () => toolUpstream(session);
  if (cassette === undefined) return { tools };
  refuseOutside(cassette, "cassette", { ...place, session: session.id });
  const file = path.resolve(directory, cassette);
  const recorded = await readCassette({ file, shown: cassette });
  const match = upstream.kind === "cassette" ? upstream.match : "loose";
  // Each conversation plays it from its beginning; what one of them missed is not the next one's.
  const play = (): Answerer => cassetteUpstream(recorded, match, { mask });
  return { models: play, tools: tools ?? play };
}
