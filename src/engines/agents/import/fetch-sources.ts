import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import type { ReplaySourceConfig } from "../../../config/agent/agent-config.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { LangsmithOptions } from "./langsmith-client.ts";
import { importProject, importRun } from "./langsmith.ts";

/** So many runs of one project are taken. */
const runsMax = 100;

/** Fetches the sessions of sources that say so: nothing is asked of anyone otherwise. */
export async function fetchSources(
  sources: readonly ReplaySourceConfig[],
  {
    env,
    signal,
    tell,
    mask,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly signal: AbortSignal;
    /** Is told of runs that are left out. */
    readonly tell: (sentence: string) => void;
    readonly mask: SecretMask;
  },
): Promise<readonly ReplaySession[]> {
  const wanted = sources.filter(({ autoImport }) => autoImport);
  if (wanted.length === 0) return [];
  const options = langsmithOptions(env, { signal, mask });
  const sessions: ReplaySession[] = [];
  for (const source of wanted) {
    if (source.type === "langsmith_run") sessions.push(await importRun(source.runId, options));
    else {
      const fetched = await importProject({ ...source, limit: runsMax }, options);
      sessions.push(...fetched.sessions);
      for (const { run, because } of fetched.skipped) tell(`left out ${run}: ${because}`);
      if (fetched.isCut) tell(cutNote(source.project, runsMax));
    }
  }
  return sessions;
}

/** Says that more runs fit than are taken. */
export function cutNote(project: string, limit: number): string {
  return `${project} has more than ${limit} runs that fit; the first ${limit} were taken`;
}

/** How LangSmith is reached, as its own clients read it from the environment. */
export function langsmithOptions(
  env: Readonly<Record<string, string | undefined>>,
  { signal, mask }: { readonly signal: AbortSignal; readonly mask: SecretMask },
): LangsmithOptions {
  return {
    endpoint: env["LANGSMITH_ENDPOINT"],
    apiKey: env["LANGSMITH_API_KEY"],
    mask,
    signal,
  };
}
