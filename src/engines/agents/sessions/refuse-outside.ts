import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { pathProblem } from "../../../config/files/project-paths.ts";

/** Refuses a path in a session that leads out of the project, also through links. */
export function refuseOutside(
  wanted: string,
  key: "contract" | "cassette",
  place: {
    readonly session: string;
    readonly projectRoot: string;
    readonly config: { readonly directory: string };
  },
): void {
  const { session, projectRoot, config } = place;
  const wrong = pathProblem(wanted, { root: projectRoot, directory: config.directory });
  if (wrong === undefined) return;
  throw new GauntletError({
    code: "A063",
    what: `\`${key}\` of the session ${wrong}, got \`${wanted}\``,
    where: `session \`${session}\``,
    note: "a session is data that anyone may have written; it reads files of the project only",
    help: "put the file into the project, and name it from the folder of the configuration",
  });
}
