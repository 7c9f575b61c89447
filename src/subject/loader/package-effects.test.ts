import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import vm from "node:vm";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Escape, EscapeError, listenToEscapes } from "../../world/escapes.ts";
import { inWorld } from "../../world/fixtures/hand-drive.ts";
import { installWorld } from "../../world/install.ts";
import { real } from "../../world/real.ts";
import { Timeout } from "../../world/timeout.ts";
import { intervalNotes } from "../../world/loading/idle-intervals.ts";
import { pendingText, whileGuarded } from "../../world/loading/idle-world.ts";

installWorld();

const folder = mkdtempSync(path.join(realpathSync(tmpdir()), "gauntlet-loading-"));
const marker = path.join(folder, "marker");
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => listenToEscapes(() => undefined));

const place = "node_modules/pkg/index.js:1";
const cure = 'load it, and what imports it, in each run: `inline = ["pkg"]` under `[explorer]`';

interface Shape {
  readonly make: string;
  readonly use: string;
  readonly call: string;
  readonly noun: string;
}

const shapes: readonly Shape[] = [
  shape("net.connect(1)", "it.write('x')", ["socket.write", "a socket"]),
  shape("net.connect(1)", "it.end()", ["socket.end", "a socket"]),
  shape("net.connect(1)", "it.once('connect', f)", [`socket.once("connect")`, "a socket"]),
  shape("net.connect(1)", "it.on('data', f)", [`socket.on("data")`, "a socket"]),
  shape("tls.connect(1)", "it.write('x')", ["socket.write", "a socket"]),
  shape("net.createServer().listen(0)", "it.address()", ["server.address", "a server"]),
  shape("spawn('true')", "it.kill()", ["process.kill", "a process"]),
  shape("spawn('true')", "it.on('exit', f)", [`process.on("exit")`, "a process"]),
  shape("spawn('true')", "it.stdin.write('x')", ["stdin.write", "the input of a process"]),
  shape("spawn('true')", "it.stdout.on('data', f)", [
    `stdout.on("data")`,
    "the output of a process",
  ]),
  shape("fork('x')", "it.send(1)", ["process.send", "a process"]),
  shape("fs.createWriteStream(marker)", "it.write('x')", ["stream.write", "a stream"]),
  shape("new fs.WriteStream(marker)", "it.end('x')", ["stream.end", "a stream"]),
  shape("fs.createReadStream('/dev/null')", "it.on('data', f)", [`stream.on("data")`, "a stream"]),
  shape("fs.watch('/')", "it.on('change', f)", [`watcher.on("change")`, "a watcher"]),
  shape("new Worker(marker)", "it.postMessage(1)", ["thread.postMessage", "a thread"]),
  shape("dgram.createSocket('udp4')", "it.send('x', 1)", ["socket.send", "a socket"]),
  shape("dgram.createSocket('udp4')", "it.bind(0)", ["socket.bind", "a socket"]),
  shape("new BroadcastChannel('x')", "it.postMessage(1)", ["channel.postMessage", "a channel"]),
];

describe("what a package makes while it is loaded", () => {
  for (const { make, use, call, noun } of shapes) {
    test(`${make}: ${use} in a run is an escape that names the package and its line`, async () => {
      const it = loaded(make);
      const heard: Escape[] = [];
      listenToEscapes((escape) => {
        heard.push(escape);
        return new EscapeError("refused");
      });
      await inWorld(() => expect(() => userCode(use)(it)).toThrow("refused"));
      const why = `uses ${noun} that \`pkg\` made while it was loaded (${place})`;
      expect(heard).toMatchObject([{ call, why, instead: cure }]);
      expect(heard[0]?.stack.split("\n")[0]).toContain("/elsewhere/app.js:1:");
      expect(existsSync(marker)).toBe(false);
    });
  }

  test("may be ended, listened to for errors and used outside of runs", async () => {
    const heard: Escape[] = [];
    listenToEscapes((escape) => void heard.push(escape));
    const socket = loaded("Object.assign(net.connect(1), { isEarly: true })");
    loaded("it.write('x')", socket);
    await inWorld(() => userCode("it.on('error', f).on('close', f).destroy()")(socket));
    expect(heard).toEqual([]);
  });

  test("is named as pending, for whoever waits for it", () => {
    loaded("fetch('http://localhost:1/')");
    expect(pendingText()).toContain(`a request at ${place}`);
  });
});

describe("what cannot be left undone is refused outside of runs", () => {
  const calls = {
    "fs.writeFileSync(marker, 'x')": `fs.writeFileSync ${marker}`,
    "fs.mkdirSync(marker)": `fs.mkdirSync ${marker}`,
    "fs.openSync(marker, 'a')": `fs.openSync ${marker}`,
    "fs.renameSync(folder, marker)": `fs.renameSync ${folder}`,
    "fs.rmSync(folder, { recursive: true })": `fs.rmSync ${folder}`,
    "execSync('touch ' + marker)": `execSync("touch")`,
    "process.kill(1, 'SIGCONT')": "process.kill",
    "v8.writeHeapSnapshot(marker)": "v8.writeHeapSnapshot",
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)": "Atomics.wait",
  };
  for (const [source, call] of Object.entries(calls)) {
    test(source, () => {
      const refused = refusal(source);
      expect(refused).toMatchObject({
        code: "W011",
        what: `\`${call}\` would act on the real machine while \`pkg\` loads`,
        where: place,
        help: cure,
      });
      expect([existsSync(marker), existsSync(folder)]).toEqual([false, true]);
    });
  }

  test("also where a callback or a promise would tell", async () => {
    const wrote = loaded("fs.promises.writeFile(marker, 'x')");
    await expect(wrote).rejects.toMatchObject({ code: "W011", where: place });
    const opened = loaded("fs.promises.open(marker, 'w')");
    await expect(opened).rejects.toMatchObject({ code: "W011", where: place });
    const error = await new Promise((resolve) => {
      loaded("fs.appendFile(marker, 'x', it)", resolve);
    });
    expect([error, existsSync(marker)]).toMatchObject([{ code: "W011" }, false]);
  });

  test("but not what has no effect, reading, or what is ours", () => {
    const harmless = `
    (  fs.mkdirSync(folder, { recursive: true }), fs.rmSync(marker, { force: true }),
      fs.writeFileSync("/dev/null", "x"), process.kill(process.pid, 0),
      fs.closeSync(fs.openSync("/dev/null")), fs.existsSync(marker))
    `;
    expect(loaded(harmless)).toBe(false);
    expect(refusal("fs.unlinkSync(marker)")).toMatchObject({ code: "ENOENT" });
  });
});

describe("timers that a package sets while it is loaded", () => {
  test("never fire by themselves, and fire in a run that starts them again", async () => {
    const fired: string[] = [];
    const fire = (): number => fired.push("fired");
    const source = "[setTimeout(it, 0), setInterval(it, 1).unref(), setImmediate(it)]";
    const timers = loaded(source, fire) as [Timeout, Timeout];
    await new Promise((resolve) => void real.setImmediate(resolve));
    expect([fired, timers[0], timers[1]]).toEqual([[], expect.any(Timeout), expect.any(Timeout)]);
    await inWorld(() => new Promise((resolve) => void setTimeout(resolve, 5, timers[0].refresh())));
    expect(fired).toEqual(["fired"]);
    loaded("it.forEach(clearTimeout)", timers);
  });

  test("are noted where they would keep a process alive, and only then", () => {
    loaded("setInterval(f, 1).unref()");
    expect(intervalNotes()).toEqual([]);
    const timer = loaded("setInterval(f, 1)") as Timeout;
    expect(intervalNotes()).toEqual([
      `\`pkg\` set an interval while it was loaded (${place}), which never fires; ${cure}`,
    ]);
    clearInterval(timer as unknown as NodeJS.Timeout);
    expect(intervalNotes()).toEqual([]);
  });
});

test("a channel that a package makes while it is loaded works in each run", async () => {
  const { port1, port2 } = loaded("new MessageChannel()") as InstanceType<typeof MessageChannel>;
  for (const data of ["first", "second"]) {
    const got = await inWorld(
      () =>
        new Promise((resolve) => {
          port2.once("message", resolve);
          port1.postMessage(data);
        }),
    );
    expect(got).toBe(data);
    // Left undelivered: the next run must not see it.
    await inWorld(() => port1.postMessage("late"));
  }
});

// --- inside ---

function shape(make: string, use: string, [call, noun]: readonly [string, string]): Shape {
  return { make, use, call, noun };
}

function refusal(source: string): unknown {
  try {
    return loaded(source);
  } catch (thrown) {
    return thrown;
  }
}

/** What a package exports that is loaded now, as Node loads it; it may use the argument. */
function loaded(source: string, argument?: unknown): unknown {
  const names = ["net", "tls", "fs", "dgram", "v8"].map(
    (name) => `const ${name} = require("node:${name}");`,
  );
  const text = `${names.join(" ")} const { folder, marker, it } = globalThis.given;
    const { spawn, fork, execSync } = require("node:child_process");
    const { Worker } = require("node:worker_threads");
    const f = () => {}; module.exports = ${source};`.replaceAll("\n", " ");
  const file = path.join(folder, "node_modules", "pkg", "index.js");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const require = createRequire(file);
  Reflect.deleteProperty(require.cache, file);
  Reflect.set(globalThis, "given", { folder, marker, it: argument });
  return whileGuarded(() => require(file) as unknown);
}

/** A function of the user's. */
function userCode(source: string): (it: unknown) => unknown {
  const filename = "/elsewhere/app.js";
  const text = `(it) => { const f = () => {}; return ${source} }`;
  return vm.runInThisContext(text, { filename }) as (it: unknown) => unknown;
}
