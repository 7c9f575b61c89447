/** The built-in scenarios: kinds of things that objects work with. */
export const scenarioLibraries = [
  "subprocess",
  "sandbox",
  "upload_download",
  "http",
  "state_store",
] as const;

/** The name of a built-in scenario. */
export type ScenarioLibrary = (typeof scenarioLibraries)[number];

/** The built-in scenario that a text names, also by its longer spelling. */
export function scenarioLibrary(text: string): ScenarioLibrary | undefined {
  const name = aliases.get(text) ?? text;
  return scenarioLibraries.find((library) => library === name);
}

/** Says what is wrong with a scenario that is written as a text, or nothing. */
export function scenarioProblem(
  text: string,
  placeProblem: (text: string) => string | undefined,
): string | undefined {
  if (scenarioLibrary(text) !== undefined) return undefined;
  if (text.includes("#")) return placeProblem(text);
  const names = scenarioLibraries.map((name) => `\`${name}\``).join(", ");
  return `must be \`file#export\` or one of ${names}`;
}

// --- inside ---

const aliases: ReadonlyMap<string, string> = new Map([
  ["subprocess_runner", "subprocess"],
  ["sandbox_client", "sandbox"],
  ["upload_download_client", "upload_download"],
  ["http_client", "http"],
]);
