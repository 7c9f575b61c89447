import type { InitCommands } from "./init-commands.ts";

/** What a workflow is made of besides commands. */
interface WorkflowFacts {
  readonly name: string;
  /** Installs the dependencies, at the top of the repository. */
  readonly install: string;
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
  const place = folder === "" ? "" : `        working-directory: ${folder}\n`;
  const runs = steps
    .filter((step) => step !== undefined)
    .map((step) => `      - run: ${step}\n${place}`);
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
      - run: ${install}
${runs.join("")}      - uses: actions/upload-artifact@v4
        if: failure()
        with:
          name: ${name}-findings
          path: ${folder === "" ? "" : `${folder}/`}.gauntlet/findings
          include-hidden-files: true
`;
}
