import type { InitCommands } from "./init-commands.ts";

/** How the dependencies of a project are installed. */
export interface InstallStep {
  readonly command: string;
  /** The folder of the lock file in the repository; "" for its top. */
  readonly folder: string;
}

/** What a workflow is made of besides commands. */
interface WorkflowFacts {
  readonly name: string;
  readonly install: InstallStep;
  /** The project in its repository; "" where it is all of it. */
  readonly folder: string;
}

/** A workflow of GitHub Actions that tests, explores and verifies, and keeps what was found. */
export function workflowText({
  name,
  install,
  folder,
  ...commands
}: InitCommands & WorkflowFacts): string {
  const steps = [commands.test, commands.explore, commands.scan, commands.verify];
  const inFolder = (place: string): string =>
    place === "" ? "" : `        working-directory: ${place}\n`;
  const runs = steps
    .filter((step) => step !== undefined)
    .map((step) => `      - run: ${step}\n${inFolder(folder)}`);
  return `name: ${name}

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  gauntlet:
    runs-on: ubuntu-latest
    timeout-minutes: 20
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: ${install.command}
${inFolder(install.folder)}${runs.join("")}      - uses: actions/upload-artifact@v4
        if: failure()
        with:
          name: ${name}-findings
          path: ${folder === "" ? "" : `${folder}/`}.gauntlet/findings
          include-hidden-files: true
`;
}
