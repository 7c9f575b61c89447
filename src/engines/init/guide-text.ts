import type { InitCommands } from "./init-commands.ts";
import type { StarterFile } from "./starter-test.ts";

/** The guide that is written beside the starter tests. */
export function guideText({
  starter,
  scenario,
  folder,
  ...commands
}: InitCommands & {
  readonly starter: StarterFile;
  readonly scenario: StarterFile;
  readonly folder: string;
}): string {
  const [file, steps] = [starter, scenario].map(({ path }) => path.slice(folder.length + 1));
  return `# Gauntlet in this project

Run these in the folder of package.json. Each ends with 0 as long as nothing is broken.

Check the setup, and see the line that fixes each problem:

\`\`\`sh
${commands.checkup}
\`\`\`

Look for failures in the chaos tests of this folder, beginning with \`${file}\`:

\`\`\`sh
${commands.explore}
\`\`\`

Run the steps of \`${steps}\` as they are written, then look for runs of them that fail:

\`\`\`sh
${commands.test}
${commands.exploreScenario}
\`\`\`

Check that runs repeat, so that every failure can be replayed:

\`\`\`sh
${commands.doctor}
\`\`\`
${scanPart(commands)}
Check that what was saved as a regression is still fixed:

\`\`\`sh
${commands.verify}
\`\`\`

A report of a failure ends with the command that replays it. Findings are kept in \`.gauntlet/\`,
which may be deleted at any time and belongs into \`.gitignore\`.
`;
}

// --- inside ---

function scanPart({ scan }: InitCommands): string {
  if (scan === undefined) return "";
  return `
Call the functions of the project with values of their types, without any test:

\`\`\`sh
${scan}
\`\`\`
`;
}
