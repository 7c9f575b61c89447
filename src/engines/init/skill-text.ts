import type { InitCommands } from "./init-commands.ts";

/** The skill that tells a coding agent how to work with Gauntlet in this project. */
export function skillText(commands: InitCommands): string {
  const scan =
    commands.scan === undefined ? "" : `| call functions without tests | \`${commands.scan}\` |\n`;
  return `---
name: gauntlet
description: Find, replay and keep fixed failures of this project with Gauntlet. Use when code that waits, retries, writes files or talks to services was changed, when a failure must be reproduced, or when a regression has to be checked.
---

# Gauntlet

Gauntlet runs code of this project in a simulated world, makes things go wrong, and keeps what it finds. A run is a function of its recorded decisions, so every failure can be replayed.

| to | run |
|---|---|
| check the setup | \`${commands.checkup}\` |
| look for failures | \`${commands.explore}\` |
| run a scenario as it is written | \`${commands.test}\` |
| look for runs of it that fail | \`${commands.exploreScenario}\` |
| check that runs repeat | \`${commands.doctor}\` |
${scan}| check that saved failures stay fixed | \`${commands.verify}\` |

Every verb takes \`--json\` and prints one document. Exit codes: 0 nothing broken, 1 something broken, 2 usage or configuration, 3 could not tell.

## When something is broken

1. Read the story of the finding: the fewest steps that break it, with the line of the source.
2. Run the command on the line that begins with \`replay\`. It shows the same failure again.
3. Mend the code, not the test. Run the same command: it must say that the failure did not appear.
4. Keep it: add \`--save\` to that command, and commit the file that it names.

## When you write a chaos test

- A file \`*.chaos.ts\` exports \`chaosTest({ name, faults, setup, rules, invariants })\` of \`gauntlet\`.
- \`setup\` makes the state of one run; \`rules\` are what can happen; \`invariants\` must always hold.
- Time, randomness, files, network and processes are simulated. Do not wait for real time.
- A file \`*.scenario.yaml\` is the same without code: steps that call functions, ask apps, draw values and check. \`npx gauntlet schema scenario\` prints what may stand in it.
- A call may fail under a fault. What must hold is that nothing is lost, done twice, or left open.
`;
}
