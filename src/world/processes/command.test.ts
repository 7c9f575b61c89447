import child from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Fault } from "../../kernel/faults/fault.ts";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { command } from "./command.ts";
import { failureOf } from "./fixtures/failure-of.ts";
import { installWorld } from "../install.ts";

seededWorld();
installWorld();

test("a program that is not scripted says how to script it", async () => {
  const told = await inWorld(async () => [
    await failureOf(() => promisify(child.execFile)("git", ["status"])),
    await failureOf(() => child.execFileSync("git", ["status"])),
    await failureOf(() => promisify(child.exec)("git status | head")),
  ]);
  const messages = (told as { message: string }[]).map(({ message }) => message);
  const help = 'no process is started in a run; script it: world.command("git", { stdout: "…" })';
  expect(messages).toEqual([
    `spawn git ENOENT: ${help}`,
    `spawnSync git ENOENT: ${help}`,
    `Command failed: git status | head\n/bin/sh: 1: git: not found\n${help}\n`,
  ]);
});

test("a fork is refused clearly, unless it is scripted", async () => {
  expect(await inWorld(() => thrownBy(() => child.fork("/app/job.js")))).toMatchObject({
    message: "`fork` of `/app/job.js` is not simulated",
  });
  const ended = await inWorld((world) => {
    command(world, "job.js", (args) => ({ exitCode: args.length }));
    const started = child.fork("/app/job.js", ["a", "b"]);
    return new Promise((resolve) => void started.on("exit", resolve));
  });
  expect(ended).toBe(2);
});

test("a timeout is virtual time, and a delay takes it too", async () => {
  const world = seededWorld();
  await inWorld(async () => {
    command(world, "slow", { delayMs: 3_600_000 });
    const failed = await failureOf(() => promisify(child.exec)("slow", { timeout: 60_000 }));
    expect(failed).toMatchObject({ killed: true, signal: "SIGTERM" });
  }, world);
  expect(world.nowUs).toBeGreaterThanOrEqual(60_000_000);
  expect(world.nowUs).toBeLessThan(61_000_000);
});

test("what comes first is decided by the seed; each stream keeps its order", async () => {
  const program = async (world: SimWorld): Promise<string> => {
    command(world, "build", { stdout: ["1", "2"], stderr: ["a", "b"] });
    const seen: string[] = [];
    const started = child.spawn("build");
    started.stdout.on("data", (chunk) => seen.push(String(chunk)));
    started.stderr.on("data", (chunk) => seen.push(String(chunk)));
    started.on("exit", () => seen.push("exit"));
    await new Promise((resolve) => void started.on("close", resolve));
    return seen.join("");
  };
  const orders = new Set<string>();
  for (let seed = 1; seed <= 30; seed++) {
    const order = await inWorld(program, seededWorld(seed));
    expect(await inWorld(program, seededWorld(seed))).toBe(order);
    expect(order.replaceAll(/[^12]/g, "")).toBe("12");
    expect(order.replaceAll(/[^ab]/g, "")).toBe("ab");
    orders.add(order);
  }
  expect(orders.size).toBeGreaterThan(5);
});

test("faults strike where a process starts and where it writes", async () => {
  const busy: Fault = {
    name: "busy",
    seam: "world:process.spawn",
    strike: () => {
      throw Object.assign(new Error("spawn EAGAIN"), { code: "EAGAIN", errno: -11 });
    },
  };
  const cut: Fault = {
    name: "cut",
    seam: "world:process.output",
    strike: (call) => (call.proceed() as Buffer).subarray(0, 2),
  };
  const run = (fault: Fault): Promise<unknown> =>
    inWorld(async (world) => {
      command(world, "git", { stdout: "main\n" });
      seamOf(fault.seam).inject(fault, 0);
      try {
        const running = promisify(child.execFile)("git");
        const later: unknown = await running.catch((error: unknown) => error);
        const now = child.spawnSync("git", { encoding: "utf8" });
        return [
          Reflect.get(Object(later), "code"),
          Reflect.get(Object(later), "stdout"),
          now.stdout ?? "none",
        ];
      } finally {
        seamOf(fault.seam).reset();
      }
    });
  expect(await run(busy)).toEqual(["EAGAIN", "", "none"]);
  expect(await run(cut)).toEqual([undefined, "ma", "ma"]);
});

test("a process of the host is out of reach", async () => {
  const told = await inWorld(() => thrownBy(() => process.kill(process.ppid, "SIGTERM")));
  expect(told).toMatchObject({ code: "ESRCH", message: "kill ESRCH" });
});
