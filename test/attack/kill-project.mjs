// The project whose commands are killed: what breaks, what holds, what loops without end, a program
// that leaves a daemon behind, and an agent with services.
import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository, with the compiled program. */
export const repository = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A verb that is killed. What it has to leave behind when it is not killed is its exit code; `in`
 * is the folder of the project that it works in.
 */
export const verbs = [
  { name: "explore", words: ["explore", "stock.chaos.ts", "--runs", "300"], code: 1 },
  { name: "explore, looping", words: ["explore", "spin.chaos.ts", "--time", "3"], code: 3 },
  { name: "scan", words: ["scan", "src", "--runs", "50"], code: 1 },
  { name: "test", words: ["test", "--proc-backend", "host"], code: 1 },
  { name: "replay", words: ["replay", "last-fail"], code: 1 },
  { name: "shrink", words: ["shrink", "last-fail"], code: 1 },
  { name: "verify", words: ["verify"], code: 1 },
  { name: "gate", words: ["gate", "--proc-backend", "host"], code: 1 },
  { name: "agent ci", words: ["agent", "ci"], code: 1, in: "agent" },
];

/** What is run once before anything is killed: it leaves what replay, shrink and verify need. */
export const preparations = [
  ["explore", "stock.chaos.ts", "--runs", "300"],
  ["replay", "last-fail", "--save"],
];

/** Makes the project in a folder of its own and gives its path. */
export function makeProject() {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-kill-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  mkdirSync(path.join(root, "node_modules"));
  const packages = path.join(repository, "node_modules");
  for (const name of ["fast-check", "openai"]) {
    symlinkSync(path.join(packages, name), path.join(root, "node_modules", name));
  }
  const isOwn = (file) => !/[/\\](?:\.gauntlet|node_modules|fixed)$/.test(file);
  cpSync(path.join(repository, "examples", "support-agent"), path.join(root, "agent"), {
    recursive: true,
    filter: isOwn,
  });
  writeFileSync(path.join(root, "agent", "orders.mjs"), ordersWithDaemon(), { flag: "a" });
  return root;
}

// --- inside ---

const files = {
  "package.json": `{ "name": "killed", "type": "module" }`,
  "stock.chaos.ts": `
import fc from "fast-check";
import { chaosTest } from "gauntlet";

export default chaosTest({
  name: "stock",
  setup: () => ({ count: 10, reserved: 0 }),
  rules: {
    reserve: {
      draw: { count: fc.integer({ min: 1, max: 4 }) },
      run: (state, { count }) => void (state.reserved += count),
    },
    release: {
      draw: { count: fc.integer({ min: 1, max: 4 }) },
      run: (state, { count }) => void (state.reserved -= count),
    },
  },
  invariants: { "nothing is released that was not reserved": (state) => state.reserved >= 0 },
});
`,
  "spin.chaos.ts": `
import { simulation } from "gauntlet";

export default simulation({ name: "spin", run: () => { for (;;); } });
`,
  "src/share.ts": `
/** What each one gets. */
export function share(total: number, people: string[]): number {
  return total / people[0].length;
}

/** The first word of a line. */
export function firstWord(line: string): string {
  return line.split(" ")[0].toUpperCase();
}
`,
  "held.scenario.yaml": `
version: 1
name: dice
steps:
  - { type: repeat, times: 50, steps: [{ type: rand_u64, key: "\${index}" }] }
`,
  "broken.scenario.yaml": `
version: 1
name: broken dice
steps:
  - { type: repeat, times: 50, steps: [{ type: rand_u64, key: "\${index}" }] }
  - { type: fail, message: no }
`,
  "daemon.scenario.yaml": `
version: 1
name: a program that leaves a daemon
steps:
  - { type: proc_spawn, cmd: sh, args: ["-c", "setsid sleep 300 >&- 2>&- <&- & sleep 0.5"] }
`,
};

/** A service of the agent starts a program in a session of its own, as daemons are started. */
function ordersWithDaemon() {
  return `
const { spawn } = await import("node:child_process");
spawn("sleep", ["300"], { detached: true, stdio: "ignore" }).unref();
`;
}
