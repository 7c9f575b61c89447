import type { InitCommands } from "./init-commands.ts";

/** A workflow of GitHub Actions that tests, explores and verifies, and keeps what was found. */
export function workflowText({
  name,
  install,
  ...commands
}: InitCommands & { readonly name: string; readonly install: string }): string {
  const steps = [commands.test, commands.explore, commands.scan, commands.verify];
  const runs = steps.filter((step) => step !== undefined).map((step) => `      - run: ${step}\n`);
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
          path: .gauntlet/findings
          include-hidden-files: true
`;
}
