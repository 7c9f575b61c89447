import child, { type ChildProcess } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import type { SimWorld } from "../sim-world.ts";
import { command, type CommandScript } from "./command.ts";
import { failureOf } from "./fixtures/failure-of.ts";
import { installWorld } from "../install.ts";

seededWorld();
installWorld();

/** A real program of Node's, so that the real side needs nothing else on the machine. */
const node = process.execPath;

/** Everything that can be observed of a child, in the order that Node promises. */
function observed(started: ChildProcess): Promise<unknown> {
  const events: unknown[] = [];
  const told = { out: "", err: "" };
  started.stdout?.on("data", (chunk) => (told.out += String(chunk)));
  started.stderr?.on("data", (chunk) => (told.err += String(chunk)));
  for (const name of ["spawn", "exit", "close"]) {
    started.on(name, (...args: unknown[]) => events.push([name, ...args]));
  }
  started.on("error", (error: NodeJS.ErrnoException) => {
    events.push(["error", error.name, error.code, error.syscall, error.path]);
  });
  return new Promise((resolve) => {
    started.on("close", () => {
      const { exitCode, signalCode, killed, spawnfile, spawnargs } = started;
      resolve({ events, told, exitCode, signalCode, killed, spawnfile, spawnargs });
    });
  });
}

interface Program {
  readonly scripts: Readonly<Record<string, CommandScript>>;
  run(): unknown;
}

const hello = "process.stdout.write('hello\\n'); process.stderr.write('careful\\n')";
const forever = "setInterval(() => {}, 1000)";
const hangs: CommandScript = { delayMs: 60_000 };
const copy =
  "let a = ''; const i = process.stdin; i.on('data', (d) => a += d);" +
  "i.on('end', () => console.log(a.toUpperCase()))";

const programs: Readonly<Record<string, Program>> = {
  "spawn with output on both streams": {
    scripts: { node: { stdout: ["hel", "lo\n"], stderr: "careful\n" } },
    run: () => observed(child.spawn(node, ["-e", hello])),
  },
  "spawn with an exit code and nobody who reads": {
    scripts: { node: { stdout: "unread", exitCode: 3 } },
    run: async () => {
      const started = child.spawn(node, ["-e", "console.log('unread'); process.exitCode = 3"]);
      return new Promise((resolve) => void started.on("close", (...args) => resolve(args)));
    },
  },
  "a child that is killed": {
    scripts: { node: hangs },
    run: () => {
      const started = child.spawn(node, ["-e", forever]);
      const seen = observed(started);
      started.on("spawn", () => started.kill("SIGKILL"));
      return seen;
    },
  },
  "a child that is killed by its number": {
    scripts: { node: hangs },
    run: async () => {
      const started = child.spawn(node, ["-e", forever]);
      const isAlive = process.kill(started.pid ?? 0, 0);
      process.kill(started.pid ?? 0, "SIGKILL");
      return [isAlive, await observed(started), started.kill()];
    },
  },
  "input that is written to a child": {
    scripts: {
      node: async (_args, call) => ({ stdout: `${(await call.stdin()).toUpperCase()}\n` }),
    },
    run: () => {
      const started = child.spawn(node, ["-e", copy]);
      started.stdin.write("to the ");
      started.stdin.end("child");
      return observed(started);
    },
  },
  "stdio that is no pipe": {
    scripts: { node: { exitCode: 2 } },
    run: async () => {
      const started = child.spawn(node, ["-e", "process.exitCode = 2"], { stdio: "ignore" });
      return [started.stdin, started.stdout, started.stdio, await observed(started)];
    },
  },
  "a program that is not there": {
    scripts: {},
    run: () => observed(child.spawn("no-such-program", ["a"])),
  },
  execFile: {
    scripts: { node: { stdout: "hello\n", stderr: "careful\n" } },
    run: () => promisify(child.execFile)(node, ["-e", hello]),
  },
  "execFile that fails": {
    scripts: { node: { stdout: "so far\n", stderr: "bad\n", exitCode: 4 } },
    run: () =>
      failureOf(() =>
        promisify(child.execFile)("node", [
          "-e",
          "console.log('so far'); console.error('bad'); process.exitCode = 4",
        ]),
      ),
  },
  "execFile with a timeout": {
    scripts: { node: hangs },
    run: () =>
      failureOf(() =>
        promisify(child.execFile)(node, ["-e", forever], { timeout: 150, killSignal: "SIGKILL" }),
      ),
  },
  "execFile with too much output": {
    scripts: { node: { stdout: "x".repeat(500) } },
    run: () =>
      failureOf(() =>
        promisify(child.execFile)(node, ["-e", "process.stdout.write('x'.repeat(500))"], {
          maxBuffer: 100,
        }),
      ),
  },
  "exec of a line for the shell": {
    scripts: { echo: (args) => ({ stdout: `${args.join(" ")}\n` }) },
    run: () => promisify(child.exec)("echo 'one word' two\\ words \"three\""),
  },
  "exec with another encoding": {
    scripts: { echo: { stdout: "x\n" } },
    run: () => promisify(child.exec)("echo x", { encoding: "buffer" }),
  },
  "a child that is aborted": {
    scripts: { node: hangs },
    run: async () => {
      const stop = new AbortController();
      const options = { signal: stop.signal, killSignal: "SIGKILL" as const };
      const started = child.spawn(node, ["-e", forever], options);
      started.on("spawn", () => stop.abort());
      return observed(started);
    },
  },
  spawnSync: {
    scripts: { node: (_args, { input }) => ({ stdout: `${input.toUpperCase()}\n`, stderr: "" }) },
    run: () => {
      const done = child.spawnSync(node, ["-e", copy], { input: "abc", encoding: "utf8" });
      return { ...done, pid: typeof done.pid };
    },
  },
  "spawnSync that fails, in three ways": {
    scripts: {
      node: ([, code = ""]) =>
        code === forever ? hangs : { exitCode: code.includes("exit") ? 5 : 0, stdout: "12345" },
    },
    run: () => {
      const long = child.spawnSync(node, ["-e", forever], { timeout: 300, killSignal: "SIGKILL" });
      const much = child.spawnSync(node, ["-e", "process.stdout.write('12345')"], { maxBuffer: 3 });
      const bad = child.spawnSync(node, [
        "-e",
        "process.stdout.write('12345');process.exitCode = 5",
      ]);
      return [long, much, bad].map(({ status, signal, error, stdout }) => [
        status,
        signal,
        error === undefined ? "" : Reflect.get(error, "code"),
        stdout.toString(),
      ]);
    },
  },
  "execSync and execFileSync": {
    scripts: {
      echo: ([word = ""]) => ({ stdout: `${word}\n` }),
      node: { stderr: "bad\n", exitCode: 7 },
    },
    run: async () => [
      child.execSync("echo hi").toString(),
      child.execFileSync("echo", ["ho"], { encoding: "utf8" }),
      await failureOf(() =>
        child.execFileSync("node", ["-e", "console.error('bad'); process.exitCode = 7"], {
          stdio: "pipe",
        }),
      ),
    ],
  },
};

function withScripts(program: Program): (world: SimWorld) => unknown {
  return (world) => {
    for (const [name, script] of Object.entries(program.scripts)) command(world, name, script);
    return program.run();
  };
}

for (const [name, program] of Object.entries(programs)) {
  test(`${name}: the same as in the real world`, async () => {
    expect(await inWorld(withScripts(program))).toEqual(await program.run());
  });
}
