// What the model wire costs: the time it adds to a call and how many calls a second pass, against
// the same call without it and against aimock, a mock that also proxies. The calls are those of an
// agent that `gauntlet agent chaos` asks, with a fault that could strike any call and never does.
// Everything is on loopback, each part in a process of its own, and all ways take turns, so that a
// busy machine slows them alike: npm run bench:agents. Needs a build.
//   --smoke          a few calls each, without verdicts on speed: shows that all of it is done
//   --provider FILE  who answers for the model, instead of bench/agents-parts.mjs
import { execFile, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { atLeast, atMost } from "./goals.mjs";
import { commandLine } from "./product.mjs";

const { values: flags } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    provider: { type: "string", default: path.join(import.meta.dirname, "agents-parts.mjs") },
  },
});
const isSmoke = flags.smoke;
const parts = path.join(import.meta.dirname, "agents-parts.mjs");
const caller = path.join(import.meta.dirname, "agents-caller.mjs");
const [latencyRounds, burstCalls, turns] = isSmoke ? [3, 32, 1] : [400, 1_200, 3];

const project = mkdtempSync(path.join(tmpdir(), "gauntlet-bench-agents-"));
const started = [];
try {
  const provider = await start(path.resolve(flags.provider), "provider");
  const ways = {
    direct: `${provider.url}/v1`,
    gauntlet: "", // the agent is told by the product
    "aimock proxy": `${(await start(parts, "aimockProxy", provider.url)).url}/v1`,
    "aimock mock": `${(await start(parts, "aimockMock")).url}/v1`,
  };
  const measured = await askAgent(ways, provider.url);
  print(measured);
} finally {
  for (const child of started) child.kill();
  rmSync(project, { recursive: true, force: true });
}

/** Has the product ask an agent that makes the calls, and gives what that agent measured. */
async function askAgent(ways, upstream) {
  const asked = JSON.stringify({ ways, latencyRounds, burstCalls, turns, provider: upstream });
  writeFileSync(path.join(project, "asked.json"), asked);
  writeFileSync(path.join(project, "package.json"), '{ "name": "bench", "type": "module" }');
  const config = `[agent]
name = "caller"
type = "process"
command = [${JSON.stringify(process.execPath)}, ${JSON.stringify(caller)}]
prompts = ["Where is parcel A1?"]
timeout = 600000

[agent.upstream]
type = "provider"
openai = ${JSON.stringify(upstream)}

[agent.chaos]
llm_faults = [{ mode = "server_error", probability = 0.0 }]

[[agent.invariants]]
id = "answers"
type = "output_not_empty"
`;
  writeFileSync(path.join(project, "gauntlet.toml"), config);
  const words = [commandLine, "agent", "chaos", "--json", "--quiet"];
  await promisify(execFile)(process.execPath, words, {
    cwd: project,
    maxBuffer: 2 ** 28,
    env: { ...process.env, OPENAI_API_KEY: "key-of-a-bench" },
  });
  return JSON.parse(readFileSync(path.join(project, "measured.json"), "utf8"));
}

/** Starts a part in a process of its own; one that cannot be started ends the bench. */
function start(file, part, from = "") {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, AIMOCK_LOG_LEVEL: "silent" };
    const child = fork(file, [part, from], { env });
    started.push(child);
    child.once("message", (url) => resolve({ url }));
    child.once("exit", (code) => reject(new Error(`${part} ended with ${code}`)));
  });
}

function print(measured) {
  console.log(`node ${process.version}`);
  console.log("way            call p50   first byte p50   calls/s");
  const ms = (value) => `${value.toFixed(2)} ms`;
  for (const [name, { callMs, firstByteMs, callsPerSecond }] of Object.entries(measured)) {
    const cells = [ms(callMs), ms(firstByteMs).padStart(14), callsPerSecond.toFixed(0).padStart(7)];
    console.log(`${name.padEnd(14)} ${cells.join("   ")}`);
  }
  const { direct, gauntlet: ours, "aimock proxy": proxy } = measured;
  const ofDirect = (key) => (ours[key] - direct[key]) / direct[key];
  const ofProxy = (key) => (ours[key] - direct[key]) / (proxy[key] - direct[key]);
  console.log("");
  if (isSmoke) {
    console.log("every call was answered by whom it was meant for; speed is not judged");
    return;
  }
  atMost("added to a call, against a direct one", ofDirect("callMs"), 3);
  atMost("added to the first byte, against a direct one", ofDirect("firstByteMs"), 3);
  atMost("added to a call, against aimock's proxy", ofProxy("callMs"), 1);
  atMost("added to the first byte, against aimock's proxy", ofProxy("firstByteMs"), 1);
  atLeast("calls/s, against aimock's proxy", ours.callsPerSecond / proxy.callsPerSecond, 1);
  atLeast("calls/s, against direct", ours.callsPerSecond / direct.callsPerSecond, 0.25);
}
