import path from "node:path";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig } from "../../../config/agent/agent-config.ts";
import { checkSession, readSession } from "./read-session.ts";
import type { ReplaySession } from "./session.ts";

/** Reads the sessions of a config, in files and written in it; their ids differ. */
export async function loadSessions(
  config: Pick<AgentConfig, "replays" | "directory">,
): Promise<readonly ReplaySession[]> {
  const sessions: ReplaySession[] = [];
  const places = new Map<string, string>();
  for (const [index, written] of config.replays.sessions.entries()) {
    const where = `[agent.replays] sessions[${index}]`;
    const session =
      written.file === undefined
        ? await checkSession(written.session, where)
        : await readSession({
            file: path.resolve(config.directory, written.file),
            shown: shownFile(written.file, config.directory),
          });
    const before = places.get(session.id);
    if (before !== undefined) {
      throw new GauntletError({
        code: "A062",
        what: `two sessions have the id \`${session.id}\``,
        where,
        note: `the first one is ${before}`,
        help: "give each session an id of its own",
      });
    }
    places.set(session.id, written.file === undefined ? where : `\`${written.file}\``);
    sessions.push(session);
  }
  return sessions;
}

// --- inside ---

function shownFile(file: string, directory: string): string {
  const near = path.relative(directory, path.resolve(directory, file));
  return near.split(path.sep).join("/");
}
