import { spawn } from "node:child_process";
import { WebSocket } from "undici";
import { expect, test } from "vitest";
import { program } from "./command-line.ts";
import { TempProject } from "./temp-project.ts";

const pay = `let balance = 100;
export async function pay(cents: number): Promise<number> {
  const before = balance;
  await new Promise((resolve) => setTimeout(resolve, 5));
  balance = before - cents;
  return balance;
}
`;
const scenario = `version: 1
name: paying
steps:
  - { type: call, fn: "src/pay.ts#pay", args: [10] }
  - { type: sleep, duration: 1s }
  - { type: call, fn: "src/pay.ts#pay", args: [5], expect: { equals: 80 } }
`;

async function recorded(): Promise<TempProject> {
  const project = new TempProject({ "src/pay.ts": pay, "pay.scenario.yaml": scenario });
  const { code } = await project.told("run", "pay.scenario.yaml", "--record", "pay.jsonl");
  expect(code).toBe(1);
  return project;
}

test("replay tells a run step by step, and up to a decision or a time", async () => {
  const project = await recorded();
  const whole = await project.told("replay", "pay.jsonl", "--dump-events");
  expect(whole.code).toBe(1);
  expect(whole.replayed?.events.length).toBeGreaterThan(6);
  const steps = await project.gauntlet("replay", "pay.jsonl", "--step");
  expect(steps.out).toContain("decisions (");
  expect(steps.out).toMatch(/step 2 sleep\n.*chance keep = true/u);
  const early = await project.told("replay", "pay.jsonl", "--until", "500ms");
  expect([early.verdict, early.code]).toEqual(["unknown", 3]);
  const { events = [] } = early.replayed ?? {};
  const times = (events as { atUs: number }[]).map(({ atUs }) => atUs);
  expect(Math.max(...times)).toBeLessThanOrEqual(500_000);
  const three = await project.told("replay", "pay.jsonl", "--until", "3");
  expect(three.replayed?.decisions).toHaveLength(3);
  expect((await project.told("replay", "pay.jsonl", "--until", "1h")).verdict).toBe("broken");
});

test("replay --inspect waits for a debugger and stops in it at that decision", async () => {
  const project = await recorded();
  const args = [program, "replay", "pay.jsonl", "--inspect", "4"];
  const child = spawn(process.execPath, args, { cwd: project.root });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const url = await new Promise<string>((resolve) => {
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      const found = /ws:\/\/127\.0\.0\.1:\d+\/\S+/u.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const stops = await debugUntilEnd(url);
  expect(stops).toEqual(["stopForDebugger"]);
  expect(await ended).toBe(1);
});

/** Attaches, goes on at every stop, and says in which functions these were. */
function debugUntilEnd(url: string): Promise<readonly string[]> {
  const stops: string[] = [];
  const socket = new WebSocket(url);
  let id = 0;
  const send = (method: string): void => {
    id += 1;
    socket.send(JSON.stringify({ id, method }));
  };
  socket.addEventListener("open", () => {
    send("Debugger.enable");
    send("Runtime.runIfWaitingForDebugger");
  });
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as {
      method?: string;
      params?: { callFrames?: { functionName: string }[]; reason?: string };
    };
    if (message.method !== "Debugger.paused") return;
    const { functionName = "" } = message.params?.callFrames?.[0] ?? {};
    if (message.params?.reason !== "Break on start") stops.push(functionName);
    send("Debugger.resume");
  });
  return new Promise((resolve) => {
    socket.addEventListener("close", () => resolve(stops));
    socket.addEventListener("error", () => resolve(stops));
  });
}
