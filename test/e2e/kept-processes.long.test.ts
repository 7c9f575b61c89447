import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { marked } from "../attack/marked.mjs";
import { repository } from "./temp-project.ts";

// Whatever ends a process of ours, all that it started ends with it: what spins, what has left its
// group and its session, and the one that watches. Processes are found by their environment.

/** What was started is gone so soon. */
const goneMsMax = 2_000;

const kept = JSON.stringify(path.join(repository, "compiled/world/host/owned-process.js"));

/** Starts what is hard to end, says so, and does what is left to be done. */
function starting(rest: string): string {
  return `
    import { once } from "node:events";
    import { startOwned } from ${kept};
    const options = { stdio: ["ignore", "pipe", "ignore"], detached: true };
    const sh = (text) => startOwned("sh", ["-c", text], options);
    const spin = startOwned(process.execPath, ["-e", "console.log(1); for (;;);"], options);
    const daemon = sh("setsid sh -c 'sleep 300 & echo 1; wait' &");
    const deaf = sh("trap '' TERM HUP INT; sleep 300 & echo 1; wait");
    await Promise.all([spin, daemon, deaf].map(({ stdout }) => once(stdout, "data")));
    console.log("ready");
    ${rest}
  `;
}

const endings: readonly (readonly [string, string, NodeJS.Signals | undefined])[] = [
  ["is killed", "setInterval(() => {}, 1_000);", "SIGKILL"],
  ["is killed while it spins", "for (;;);", "SIGKILL"],
  ["is interrupted", "setInterval(() => {}, 1_000);", "SIGINT"],
  ["throws", "throw new Error('no');", undefined],
  ["exits", "process.exit(3);", undefined],
];

test.each(endings)("a process that %s leaves nobody behind", async (_, rest, signal) => {
  const { child, mark } = start(starting(rest));
  await once(child.stdout, "data");
  const areThere = signal === undefined || marked(mark).length > 5;
  expect(areThere).toBe(true);
  if (signal !== undefined) child.kill(signal);
  await once(child, "exit");
  expect(await leftAfter(goneMsMax, mark)).toEqual([]);
});

test("what ends well is waited for, and neither it nor its watcher stays", async () => {
  const { child, mark } = start(`
    import { once } from "node:events";
    import { startOwned } from ${kept};
    const service = startOwned("sh", ["-c", "echo $GAUNTLET_KEPT; exit 7"], { detached: true });
    const [said] = await once(service.stdout, "data");
    const [code] = await once(service, "exit");
    console.log(code, String(said).trim().length);
  `);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  expect(said.toString()).toBe("7 36\n");
  // A service has ended, and nothing is left to wait for: the process ends by itself.
  const [code] = (await once(child, "exit")) as [number];
  expect([code, await leftAfter(goneMsMax, mark)]).toEqual([0, []]);
});

test("a process of somebody else is left alone", async () => {
  const other = spawn("sleep", ["300"], { env: { ...process.env, GAUNTLET_KEPT: randomUUID() } });
  onTestFinished(() => void other.kill("SIGKILL"));
  const { child, mark } = start(starting("process.exit(0);"));
  await once(child, "exit");
  expect(await leftAfter(goneMsMax, mark)).toEqual([]);
  expect([other.exitCode, other.signalCode]).toEqual([null, null]);
});

// --- inside ---

function start(code: string): {
  readonly child: ReturnType<typeof spawn> & { stdout: NodeJS.ReadableStream };
  readonly mark: string;
} {
  const mark = randomUUID();
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NODE_OPTIONS: "", GAUNTLET_TEST: mark },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    for (const one of marked(mark)) process.kill(Number(one.split(" ")[0]), "SIGKILL");
  });
  return { child, mark };
}

/** Who is left when nobody is, or the time is over. */
async function leftAfter(msMax: number, mark: string): Promise<readonly string[]> {
  const endMs = performance.now() + msMax;
  for (;;) {
    const left = marked(mark);
    if (left.length === 0 || performance.now() > endMs) return left;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
