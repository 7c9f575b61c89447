import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import { RandomSource } from "../../src/kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../src/kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../src/kernel/decisions/replay-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import { hostAccessOf } from "../../src/world/host/index.ts";
import { SimWorld } from "../../src/world/sim-world.ts";

/** A world whose host answers are recorded, or come from a list, strictly to its end. */
export function hostWorld(
  replays?: readonly Decision[],
  timeoutMs?: number,
): {
  readonly world: SimWorld;
  readonly log: readonly Decision[];
} {
  const random = new RandomSource().restart(seedWords("host"), 0);
  const source = replays === undefined ? random : new ReplaySource(replays);
  const decisions = new RecordedDecisions(source);
  const host = hostAccessOf({ host: { proc: true, http: true, fs: true }, timeoutMs });
  const world = new SimWorld(decisions, { latencyUsMax: 1_000, host });
  return { world, log: decisions.log };
}

/** A server in another process: this one waits for its answers without turning its event loop. */
export async function startServer(script: string): Promise<{
  readonly origin: string;
  stop(): Promise<void>;
}> {
  const { line, stop } = await startScript(script);
  return { origin: `http://127.0.0.1:${line}`, stop };
}

/** Another process, to the end of the test at the latest, and the first line that it says. */
export async function startScript(
  script: string,
  ...given: readonly string[]
): Promise<{ readonly line: string; stop(): Promise<void> }> {
  const args = ["--input-type=module", "--eval", script, ...given];
  const started: ChildProcess = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void started.kill("SIGKILL"));
  if (started.stdout === null) throw new Error("the server has no output");
  const lines = createInterface({ input: started.stdout });
  const gone = once(lines, "close").then(() => {
    throw new Error("the script ended without a line");
  });
  const [line] = (await Promise.race([once(lines, "line"), gone])) as [string];
  const stop = async (): Promise<void> => {
    started.kill("SIGKILL");
    await once(started, "exit");
  };
  return { line, stop };
}

/** A port where connections are begun and never accepted. */
export async function startBlackHole(): Promise<string> {
  const port = Number((await startScript(blackHole)).line);
  const fillers = Array.from({ length: fillersCount }, () => net.connect(port, "127.0.0.1"));
  for (const filler of fillers) filler.on("error", () => {});
  onTestFinished(() => {
    for (const filler of fillers) filler.destroy();
  });
  // So many get in before the queue is full; the others are the proof that it is.
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, "connect")));
  return `http://127.0.0.1:${port}`;
}

/** Which of these processes, and of the groups that they lead, have not ended; a zombie has. */
export async function alive(pids: readonly number[]): Promise<number[]> {
  const ps = spawn("ps", ["-e", "-o", "pid=,pgid=,stat="]);
  let listed = "";
  ps.stdout.on("data", (chunk: Buffer) => (listed += chunk.toString()));
  await once(ps, "close");
  return listed.split("\n").flatMap((line) => {
    const [pid = "", group = "", state = ""] = line.trim().split(/\s+/u);
    const isMeant = pids.includes(Number(pid)) || pids.includes(Number(group));
    return isMeant && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}

/** A server with every way to be slow, long or odd. */
export const oddServer = `
import { createServer } from "node:http";
const later = (body, ms) => { const t = setInterval(body, ms); return () => clearInterval(t); };
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://here");
  if (pathname === "/stall") return;
  if (pathname === "/drip") return response.on("close", later(() => response.write("x"), 100));
  if (pathname === "/slow-headers") {
    const { socket } = response;
    socket.write("HTTP/1.1 200 OK\\r\\n");
    return socket.on("close", later(() => socket.write("x-a: b\\r\\n"), 100));
  }
  if (pathname === "/crumbs") {
    // A body without end, each byte of which is a chunk of its own.
    const chunks = Buffer.from("1\\r\\nx\\r\\n".repeat(10000));
    const { socket } = response;
    socket.write("HTTP/1.1 200 OK\\r\\ntransfer-encoding: chunked\\r\\n\\r\\n");
    const pump = () => { while (socket.write(chunks)); };
    socket.on("drain", pump);
    return pump();
  }
  if (pathname === "/endless") {
    const chunk = Buffer.alloc(65536, "endless ");
    const pump = () => { while (response.write(chunk)); };
    response.on("drain", pump);
    return pump();
  }
  if (pathname === "/cut") {
    response.writeHead(200, { "content-length": "100" });
    return response.write("half", () => response.socket.destroy());
  }
  if (pathname === "/long") return response.end(Buffer.alloc(8 * 1024 * 1024, "long "));
  if (pathname === "/split") {
    const bytes = Buffer.from("snow \\u2603 man");
    for (const byte of bytes) response.write(Buffer.from([byte]));
    return response.end();
  }
  if (pathname === "/binary") return response.end(Buffer.from([0, 255, 254, 13, 10, 128]));
  if (pathname === "/moved") return response.writeHead(302, { Location: "/echo" }).end("moved");
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (text) => (body += text));
  request.on("end", () => {
    response.setHeader("X-Seen", request.headers["x-sent"] ?? "");
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    response.end(request.method + " " + request.url + " " + body);
  });
});
server.on("upgrade", (request, socket) => {
  socket.on("error", () => {});
  socket.write("HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n\\r\\n");
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

// --- inside ---

/** Above the two that a queue of one takes. */
const fillersCount = 6;

// Its event loop never turns again, so nothing is accepted.
const blackHole = `
import { writeSync } from "node:fs";
import { createServer } from "node:net";
const server = createServer();
server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
  writeSync(1, server.address().port + "\\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;
