import child from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import { beforeAll, expect, test } from "vitest";
import type { WorldAct } from "../kernel/services/world-act.ts";
import { codeProbe, watchActs } from "./acts.ts";
import { inWorld, seededWorld } from "./fixtures/hand-drive.ts";
import { installWorld } from "./install.ts";
import { prepareNet } from "./net/install-net.ts";
import { serve } from "./net/serve.ts";

beforeAll(async () => {
  seededWorld();
  installWorld();
  await prepareNet();
});

async function actsOf(body: () => unknown): Promise<WorldAct[]> {
  return inWorld(async (world) => {
    serve(world, "https://rates.example", () => new Response("1"));
    const watch = watchActs();
    try {
      await body();
    } finally {
      watch.stop();
    }
    return [...watch.acts];
  });
}

const quiet = (started: child.ChildProcess): Promise<void> =>
  new Promise((resolve) => started.on("error", () => resolve()).on("close", () => resolve()));

test("a command is told with its arguments, its shell line and its environment", async () => {
  const acts = await actsOf(async () => {
    child.spawnSync("tar", ["-cf", "my file"], { env: { LANG: "C" } });
    await quiet(child.exec("ls | wc", { env: { LANG: "C" } }));
  });
  expect(acts).toEqual([
    { kind: "command", program: "tar", args: ["-cf", "my file"], env: { LANG: "C" } },
    {
      kind: "command",
      program: "/bin/sh",
      args: ["-c", "ls | wc"],
      shell: "ls | wc",
      env: { LANG: "C" },
    },
  ]);
});

test("files are told by what is done with them, in every form", async () => {
  const acts = await actsOf(async () => {
    fs.writeFileSync("/tmp/a", "one");
    await fs.promises.readFile("/tmp/a");
    await fs.promises.rename("/tmp/a", "/tmp/b");
    fs.symlinkSync("/etc", "/tmp/link");
    fs.realpathSync("/tmp/link");
    fs.closeSync(fs.openSync("/tmp/c", "w"));
  });
  const told = acts.map((act) => (act.kind === "file" ? act : undefined));
  expect(told.map((act) => [act?.operation, act?.effect, act?.path, act?.target])).toEqual([
    ["writeFile", "write", "/tmp/a", undefined],
    ["readFile", "read", "/tmp/a", undefined],
    ["rename", "write", "/tmp/a", "/tmp/b"],
    ["symlink", "link", "/tmp/link", "/etc"],
    ["realpath", "follow", "/tmp/link", undefined],
    ["open", "write", "/tmp/c", undefined],
  ]);
  expect(told[0]?.text).toBe("one");
});

test("requests and connections are told with where they go", async () => {
  const acts = await actsOf(async () => {
    await (await fetch("https://rates.example/eur", { method: "POST" })).text();
    const socket = net.connect({ host: "10.0.0.1", port: 80 });
    await new Promise((resolve) => socket.on("error", resolve));
  });
  expect(acts).toEqual([
    { kind: "request", method: "POST", url: "https://rates.example/eur" },
    { kind: "connection", host: "10.0.0.1", port: 80 },
  ]);
});

test("messages, and code that was given as data, are told, and nothing stays changed", async () => {
  const before = { send: process.send, post: BroadcastChannel.prototype.postMessage };
  const acts = await actsOf(() => {
    process.send?.({ job: 1 });
    const channel = new BroadcastChannel("x");
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
    channel.postMessage("hello");
    channel.close();
    // oxlint-disable-next-line no-eval -- what is told is that code ran
    (0, eval)(`${codeProbe}("ran")`);
  });
  expect(acts).toEqual([
    { kind: "message", channel: "process.send", data: { job: 1 } },
    { kind: "message", channel: "BroadcastChannel", data: "hello" },
    { kind: "code", detail: "ran" },
  ]);
  expect(process.send).toBe(before.send);
  expect(BroadcastChannel.prototype.postMessage).toBe(before.post);
  expect(Object.hasOwn(globalThis, codeProbe)).toBe(false);
});

test("outside of a watch nobody is told", async () => {
  const told = await inWorld((world) => {
    watchActs().stop();
    fs.writeFileSync("/tmp/a", "one");
    return Promise.resolve(world.onAct);
  });
  expect(told).toBeUndefined();
});
