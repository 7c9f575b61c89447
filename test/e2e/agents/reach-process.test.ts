import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Agent, AgentWires } from "../../../src/subject/agents/index.ts";
import { openAgent, openPeer } from "../../../src/subject/agents/index.ts";
import type { AgentConfig } from "../../../src/config/agent/agent-config.ts";
import { alive } from "../host-world.ts";
import { agentConfig, how, noWires } from "./agent-config.ts";

const node = process.execPath;

const functions = `
  import { shout } from "./shout.js";
  type Talk = { session: string; history: { content: string }[] };
  let asked = 0;
  export async function invoke(prompt: string, talk: Talk): Promise<unknown> {
    asked += 1;
    console.log("stdout is the user's own");
    if (prompt === "crash") process.exit(7);
    if (prompt === "throw") throw new RangeError("no such order");
    if (prompt === "big") return "x".repeat(1_000_000);
    if (prompt === "never") await new Promise(() => setInterval(() => {}, 1000));
    if (prompt === "env") return process.env.WIRE + " " + process.env.OWN;
    return { output: shout(prompt) + " " + asked + " " + talk.session + " " + talk.history.length };
  }
  export function* none() {}
  export async function* pieces() { yield "a"; yield "b"; }
  export function reset() { asked = 0; }
  export function badReset() { throw new Error("busy"); }
`;

test("a function of a TypeScript file is asked in a process that it keeps", async () => {
  const agent = await opened(functionConfig("invoke"));
  expect(await agent.ask({ prompt: "a" }, how())).toMatchObject({ text: "A! 1 s-1 0" });
  const answer = await agent.ask({ prompt: "c", history: ["b"] }, how());
  expect(answer).toMatchObject({ text: "C! 3 s-1 2", error: undefined });
  expect(await agent.ask({ prompt: "throw" }, how())).toMatchObject({
    error: { kind: "reported", message: "RangeError: no such order" },
  });
  await agent.reset();
  expect(await agent.ask({ prompt: "d" }, how())).toMatchObject({ text: "D! 1 s-1 0" });
});

test("a function that ends its process is an answer, and the next prompt starts anew", async () => {
  const agent = await opened(functionConfig("invoke"));
  expect(await agent.ask({ prompt: "crash" }, how())).toMatchObject({
    text: "",
    error: { kind: "ended", message: "the agent ended: it exited with 7" },
  });
  expect(await agent.ask({ prompt: "a" }, how())).toMatchObject({ text: "A! 1 s-1 0" });
  const big = await agent.ask({ prompt: "big" }, how());
  expect(big).toMatchObject({ error: { kind: "too-large" } });
});

test("a function that never returns is a timeout, and the next prompt is asked anew", async () => {
  const agent = await opened({ ...functionConfig("invoke"), timeoutMs: 300 });
  const never = await agent.ask({ prompt: "never" }, how());
  expect(never.error).toMatchObject({ kind: "timeout" });
  expect(await agent.ask({ prompt: "a" }, how())).toMatchObject({ text: "A! 1 s-1 0" });
});

test("pieces are joined, and the variables and the preload of the wires are there", async () => {
  const config = functionConfig("pieces");
  expect(await (await opened(config)).ask({ prompt: "a" }, how())).toMatchObject({ text: "ab" });
  const preload = join(config.directory, "preload.mjs");
  writeFileSync(preload, 'process.env.WIRE += "+preload";\n');
  const wired = await opened(functionConfig("invoke", { OWN: "own" }), {
    env: { WIRE: "wire" },
    preload,
  });
  expect(await wired.ask({ prompt: "env" }, how())).toMatchObject({ text: "wire+preload own" });
});

test("an export that is none is told at the opening, a reset that fails when it does", async () => {
  await expect(opened(functionConfig("missing"))).rejects.toMatchObject({
    code: "A006",
    note: "`missing` of the module is not a function",
  });
  const config = functionConfig("invoke");
  const { file } = config.reach as { file: string };
  const reset = { kind: "function", file, exportName: "badReset" } as const;
  const agent = await opened({ ...config, reset });
  await expect(agent.reset()).rejects.toMatchObject({
    code: "A004",
    what: "`agent` could not be reset: Error: busy",
  });
});

test("a program is given the prompt as an argument or on stdin and prints its answer", async () => {
  const echo = "process.stdin.on('data', (d) => console.log('got ' + d))";
  const piped = await opened(programConfig([node, "-e", echo]));
  expect(await piped.ask({ prompt: "a b" }, how())).toMatchObject({ text: "got a b" });
  const given = programConfig([
    node,
    "-p",
    "process.argv.slice(1).join()",
    "{prompt}",
    "{session}",
  ]);
  const argued = await opened(given);
  expect(await argued.ask({ prompt: "a {session}" }, how())).toMatchObject({
    text: "a {session},s-1",
    error: undefined,
  });
});

test("a program that fails, floods or is not there says which", async () => {
  const failing = await opened(
    programConfig([node, "-e", "console.error('bad'); process.exit(3)"]),
  );
  expect(await failing.ask({ prompt: "a" }, how())).toMatchObject({
    error: { kind: "reported", message: "it exited with 3: bad" },
  });
  const flood = "const f = () => process.stdout.write('x'.repeat(65536), f); f()";
  const flooding = await opened(programConfig([node, "-e", flood]));
  const { error, text } = await flooding.ask({ prompt: "a" }, how());
  expect(error).toMatchObject({ kind: "too-large" });
  expect(text).toHaveLength(65_536);
  const away = await opened(programConfig(["gauntlet-no-such-program"]));
  expect(await away.ask({ prompt: "a" }, how())).toMatchObject({
    error: { kind: "unreachable", message: "`gauntlet-no-such-program` was not found" },
  });
});

test("a program that reads lines keeps its memory, and starts again where it ended", async () => {
  const code = `let n = 0; require("node:readline").createInterface({ input: process.stdin })
    .on("line", (line) => { const { prompt } = JSON.parse(line); n += 1;
      if (prompt === "end") process.exit(1);
      console.log(JSON.stringify({ answer: prompt + n })); })`;
  const agent = await opened(programConfig([node, "-e", code], "lines"));
  expect(await agent.ask({ prompt: "b", history: ["a"] }, how())).toMatchObject({ text: "b2" });
  expect(await agent.ask({ prompt: "end" }, how())).toMatchObject({ error: { kind: "ended" } });
  expect(await agent.ask({ prompt: "c" }, how())).toMatchObject({ text: "c1" });
});

test("a server is started on a free port, asked, and ended with all that it started", async () => {
  const code = `const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    require("node:http").createServer((q, r) => r.end(String(child.pid))).listen(process.env.PORT)`;
  const agent = await opened(
    agentConfig({
      type: "http",
      endpoint: "http://127.0.0.1:${PORT}/",
      command: [node, "-e", code],
    }),
  );
  const { text } = await agent.ask({ prompt: "a" }, how());
  expect(await alive([Number(text)])).toEqual([Number(text)]);
  await agent.close();
  await expect.poll(() => alive([Number(text)])).toEqual([]);
});

test("a server that does not start says how it ended, without its secrets", async () => {
  const code = "console.error('key is ' + process.env.SOME_KEY); process.exit(4)";
  const config = agentConfig({
    type: "http",
    endpoint: "http://127.0.0.1:${PORT}/",
    command: [node, "-e", code],
    env: { SOME_KEY: "hunter22-hunter22" },
  });
  await expect(opened(config)).rejects.toMatchObject({
    code: "A003",
    what: "`agent` did not start: it exited with 4",
    where: "[agent] command",
    note: "its stderr ends with: key is [secret]",
  });
  const command = [node, "-e", "process.exit(4)"];
  const other = { name: "shop", url: "http://127.0.0.1:${PORT}/", command } as const;
  const kind = { protocol: "http", env: undefined, reset: undefined, directory: "." } as const;
  for (const table of ["[[agent.peers]]", "[[agent.tools]]"]) {
    const starting = openPeer({ ...other, ...kind }, noWires, { table });
    await expect(starting).rejects.toMatchObject({ code: "A003", where: `${table} command` });
  }
});

test("another agent is started and has an address", async () => {
  const code = 'require("node:http").createServer((q, r) => r.end()).listen(process.env.PORT)';
  const peer = await openPeer(
    {
      name: "peer",
      protocol: "http",
      url: "http://127.0.0.1:${PORT}/a",
      env: undefined,
      command: [node, "-e", code],
      reset: { kind: "endpoint", url: "http://127.0.0.1:${PORT}/reset" },
      directory: process.cwd(),
    },
    noWires,
  );
  onTestFinished(() => peer.close());
  expect(peer.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/a$/);
  await peer.reset();
});

// --- inside ---

async function opened(config: AgentConfig, wires: AgentWires = noWires): Promise<Agent> {
  const agent = await openAgent(config, wires);
  onTestFinished(() => agent.close());
  return agent;
}

function functionConfig(
  exportName: string,
  env: Readonly<Record<string, string>> = {},
): AgentConfig {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-reach-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "agent.ts");
  writeFileSync(file, functions);
  writeFileSync(
    join(directory, "shout.ts"),
    "export const shout = (text: string): string => `${text.toUpperCase()}!`;\n",
  );
  const config = agentConfig({ type: "function", file, exportName, env }, directory);
  return { ...config, reset: { kind: "function", file, exportName: "reset" } };
}

function programConfig(
  command: readonly string[],
  protocol: "arguments" | "lines" = "arguments",
): AgentConfig {
  return agentConfig({ type: "process", command, protocol });
}
