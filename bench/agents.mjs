// What the model wire costs: the time it adds to a call and how many calls a second pass, against
// the same call without it and against aimock, a mock that also proxies. Everything is on loopback,
// each part in a process of its own, and all ways take turns, so that a busy machine slows them
// alike.
//   npm run build && npm run bench:agents [-- <path to compiled>]
import { fork } from "node:child_process";
import { Agent, createServer, request } from "node:http";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { median } from "./paired-ratio.mjs";

const roundsCount = 400;
const burstCalls = 1_200;
const atOnce = 16;
const words = "The parcel left Oslo on Monday and arrives in Bergen on Wednesday.".split(" ");

const [role, upstream, compiled = new URL("../compiled", import.meta.url).pathname] =
  process.argv[2] === "--role" ? process.argv.slice(3) : ["bench", "", process.argv[2]];

if (role === "bench") await bench();
else process.send?.(await parts()[role]());

async function bench() {
  const answering = await start("provider", "");
  const ways = [
    { name: "direct", part: answering, prefix: "/v1" },
    { name: "gauntlet", part: await start("gauntlet", answering.url), prefix: "/main/openai/v1" },
    { name: "aimock proxy", part: await start("aimockProxy", answering.url), prefix: "/v1" },
    { name: "aimock mock", part: await start("aimockMock", ""), prefix: "/v1" },
  ].map((way) => ({ ...way, url: `${way.part.url}${way.prefix}/chat/completions` }));
  try {
    const plain = await latencies(ways, { isStream: false });
    const stream = await latencies(ways, { isStream: true });
    const rates = await throughputs(ways);
    print(ways, { plain, stream, rates });
  } finally {
    for (const { part } of ways) part.child.kill();
  }
}

/** The median of each way, in milliseconds; the ways take turns. */
async function latencies(ways, { isStream }) {
  const keepAlive = new Agent({ keepAlive: true });
  const times = new Map(ways.map(({ name }) => [name, []]));
  for (let round = -20; round < roundsCount; round++) {
    for (const { name, url } of ways) {
      const took = await call(url, { isStream, agent: keepAlive });
      if (round >= 0) times.get(name).push(took);
    }
  }
  keepAlive.destroy();
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** Calls a second with several at once; the best of three turns. */
async function throughputs(ways) {
  const best = new Map();
  for (let turn = 0; turn < 3; turn++) {
    for (const { name, url } of ways) {
      const keepAlive = new Agent({ keepAlive: true, maxSockets: atOnce });
      const began = performance.now();
      let left = burstCalls;
      const caller = async () => {
        while (left-- > 0) await call(url, { isStream: false, agent: keepAlive });
      };
      await Promise.all(Array.from({ length: atOnce }, caller));
      const rate = burstCalls / ((performance.now() - began) / 1_000);
      best.set(name, Math.max(best.get(name) ?? 0, rate));
      keepAlive.destroy();
    }
  }
  return best;
}

/** One call; how long it took to its last byte, or to its first one where it is a stream. */
function call(url, { isStream, agent }) {
  const body = JSON.stringify({
    model: "gpt-test",
    stream: isStream,
    messages: [{ role: "user", content: "Where is parcel A1?" }],
  });
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = { "content-type": "application/json", authorization: "Bearer key-of-a-bench" };
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      let firstMs;
      response.on("data", () => (firstMs ??= performance.now() - began));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(isStream ? firstMs : performance.now() - began);
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

function print(ways, { plain, stream, rates }) {
  console.log("way            call p50   first byte p50   calls/s");
  for (const { name } of ways) {
    const cells = [ms(plain.get(name)), ms(stream.get(name)), rates.get(name).toFixed(0)];
    console.log(
      `${name.padEnd(14)} ${cells[0]}   ${cells[1].padStart(14)}   ${cells[2].padStart(7)}`,
    );
  }
  const added = (list, name) => list.get(name) - list.get("direct");
  const ofDirect = (list) => added(list, "gauntlet") / list.get("direct");
  const ofAimock = (list) => added(list, "gauntlet") / added(list, "aimock proxy");
  console.log(`\nadded to a call, p50: ${ms(added(plain, "gauntlet"))}`);
  console.log(`added to the first byte, p50: ${ms(added(stream, "gauntlet"))}\n`);
  atMost("added to a call / a direct call", ofDirect(plain), 3);
  atMost("added to the first byte / a direct one", ofDirect(stream), 3);
  atMost("added to a call / by aimock's proxy", ofAimock(plain), 1);
  atMost("added to the first byte / by aimock's proxy", ofAimock(stream), 1);
  atLeast("calls/s / aimock's proxy", rates.get("gauntlet") / rates.get("aimock proxy"), 1);
  atLeast("calls/s / direct", rates.get("gauntlet") / rates.get("direct"), 0.25);
}

function ms(value) {
  return `${value.toFixed(2)} ms`;
}

function atMost(name, ratio, wanted) {
  goal(name, ratio, { word: `${wanted.toFixed(2)}× or less`, isMet: ratio <= wanted });
}

function atLeast(name, ratio, wanted) {
  goal(name, ratio, { word: `${wanted.toFixed(2)}× or more`, isMet: ratio >= wanted });
}

function goal(name, ratio, { word, isMet }) {
  const told = `measured ${ratio.toFixed(2)}×   goal ${word}`;
  console.log(`${name.padEnd(44)} ${told}   ${isMet ? "met" : "missed"}`);
}

/** Starts a part in a process of its own. */
function start(part, from) {
  return new Promise((resolve, reject) => {
    const child = fork(
      fileURLToPath(import.meta.url),
      ["--role", part, from, path.resolve(compiled)],
      {
        env: { ...process.env, AIMOCK_LOG_LEVEL: "silent" },
      },
    );
    child.once("message", (url) => resolve({ child, url }));
    child.once("exit", (code) => reject(new Error(`${part} ended with ${code}`)));
  });
}

function parts() {
  return { provider, gauntlet, aimockProxy, aimockMock };
}

/** Speaks Chat Completions and says always the same. */
function provider() {
  const head = { id: "chatcmpl-1", created: 1, model: "gpt-test" };
  const message = { role: "assistant", content: words.join(" ") };
  const usage = { prompt_tokens: 5, completion_tokens: 12, total_tokens: 17 };
  const choice = { index: 0, message, finish_reason: "stop" };
  const whole = JSON.stringify({ ...head, object: "chat.completion", choices: [choice], usage });
  const chunk = (delta, finish) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    return `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices })}\n\n`;
  };
  const chunks = [
    ...words.map((word) => chunk({ content: `${word} ` }, null)),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ];
  return listen(async (asked, response) => {
    let body = "";
    for await (const piece of asked) body += piece;
    if (JSON.parse(body).stream !== true) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(whole);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const one of chunks) response.write(one);
    response.end();
  });
}

async function gauntlet() {
  const load = (file) => import(pathToFileURL(path.join(compiled, file)).href);
  const { WireHub, WireScope, modelRoutes, providerUpstream } = await load("world/wires/index.js");
  const { FaultPlan, SecretMask } = await load("kernel/agent/index.js");
  const mask = new SecretMask();
  const routes = modelRoutes({ upstream: providerUpstream({ openai: upstream }) });
  const hub = await WireHub.open(routes, { mask });
  const began = performance.now();
  // A conversation with a fault that could strike any call and never does: the usual work.
  const fault = { id: "f", layer: "llm", mode: "server_error", trigger: { probability: 0 } };
  const plan = new FaultPlan([fault], { seed: 1, cell: "bench" });
  const now = () => Math.round(performance.now() - began);
  hub.begin(new WireScope({ plan, mask, canary: "", now, directTools: [] }));
  return hub.origin;
}

async function aimockProxy() {
  const { LLMock } = await import("@copilotkit/aimock");
  const record = { providers: { openai: upstream }, proxyOnly: true };
  return new LLMock({ port: 0, logLevel: "silent", record }).start();
}

async function aimockMock() {
  const { LLMock } = await import("@copilotkit/aimock");
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  mock.onMessage(/parcel/u, { content: words.join(" ") });
  return mock.start();
}

function listen(handle) {
  const server = createServer((asked, response) => void handle(asked, response));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}
