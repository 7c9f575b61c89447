import { cli } from "./e2e/command-line.ts";

/** Verbs that print a script, or what a command of the user's prints: they have no document. */
export const commandVerbs: ReadonlySet<string> = new Set([
  "completion",
  "agent record",
  "agent wrap",
]);

/** Every verb of the command line, as its help lists them: `agent contract run`. */
export async function verbsInHelp(path: readonly string[] = []): Promise<readonly string[]> {
  const help = await helpText(path);
  const [commands = ""] = (help.split("\nCommands:\n")[1] ?? "").split("\n\n");
  const names = [...commands.matchAll(/^ {2}([a-z-]+)/gmu)].map(([, name = ""]) => name);
  if (names.length === 0) return [path.join(" ")];
  const inner = names.filter((name) => name !== "help").map((name) => verbsInHelp([...path, name]));
  return (await Promise.all(inner)).flat();
}

/** What `--help` prints of a verb. */
export async function helpText(path: readonly string[]): Promise<string> {
  return (await cli("/", [...path, "--help"])).out;
}
