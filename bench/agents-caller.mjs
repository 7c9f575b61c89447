// The agent that bench:agents has the product ask. It makes the calls of every way in turns,
// measures them, writes what it measured beside `asked.json` and answers. A call that is not
// answered as the provider answers, or that went another way, ends it.
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { median } from "./paired-ratio.mjs";

const atOnce = 16;
const answer = "The parcel left Oslo on Monday and arrives in Bergen on Wednesday.";
const { ways, latencyRounds, burstCalls, turns, provider } = JSON.parse(
  readFileSync("asked.json", "utf8"),
);
const wire = process.env["OPENAI_BASE_URL"];
if (wire === undefined) throw new Error("the product did not say where the model is");
const urls = Object.entries({ ...ways, gauntlet: wire }).map(([name, base]) => ({
  name,
  url: `${base}/chat/completions`,
}));

const made = new Map(urls.map(({ name }) => [name, 0]));
const call = await latencies(false);
const firstByte = await latencies(true);
const rates = await throughputs();
await demandPassed();
const measured = urls.map(({ name }) => [
  name,
  {
    callMs: call.get(name),
    firstByteMs: firstByte.get(name),
    callsPerSecond: rates.get(name),
  },
]);
writeFileSync("measured.json", JSON.stringify(Object.fromEntries(measured)));
console.log(answer);

/** The median of each way, in milliseconds. */
async function latencies(isStream) {
  const keepAlive = new Agent({ keepAlive: true });
  const times = new Map(urls.map(({ name }) => [name, []]));
  for (let round = -Math.min(20, latencyRounds); round < latencyRounds; round++) {
    for (const way of urls) {
      const took = await ask(way, { isStream, agent: keepAlive });
      if (round >= 0) times.get(way.name).push(took);
    }
  }
  keepAlive.destroy();
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

/** Calls a second with several at once; the best of some turns. */
async function throughputs() {
  const best = new Map();
  for (let turn = 0; turn < turns; turn++) {
    for (const way of urls) {
      const keepAlive = new Agent({ keepAlive: true, maxSockets: atOnce });
      const began = performance.now();
      let left = burstCalls;
      const caller = async () => {
        while (left-- > 0) await ask(way, { isStream: false, agent: keepAlive });
      };
      await Promise.all(Array.from({ length: atOnce }, caller));
      const rate = burstCalls / ((performance.now() - began) / 1_000);
      best.set(way.name, Math.max(best.get(way.name) ?? 0, rate));
      keepAlive.destroy();
    }
  }
  return best;
}

/** One call; how long it took to its last byte, or to its first one where it is a stream. */
function ask({ name, url }, { isStream, agent }) {
  made.set(name, made.get(name) + 1);
  const body = JSON.stringify({
    model: "gpt-test",
    stream: isStream,
    messages: [{ role: "user", content: "Where is parcel A1?" }],
  });
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const headers = {
      "content-type": "application/json",
      authorization: "Bearer key-of-a-bench",
      "x-bench-way": name,
    };
    const asked = request(url, { method: "POST", agent, headers }, (response) => {
      let firstMs;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => {
        firstMs ??= performance.now() - began;
        text += piece;
      });
      response.on("error", reject);
      response.on("end", () => {
        const lastMs = performance.now() - began;
        const isGood = response.statusCode === 200 && said(text, isStream).trim() === answer;
        if (isGood) resolve(isStream ? firstMs : lastMs);
        else reject(new Error(`${name}: ${response.statusCode} ${text.slice(0, 300)}`));
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** What the model said, whole or in pieces. */
function said(text, isStream) {
  if (!isStream) return JSON.parse(text).choices[0].message.content;
  const events = text.split("\n\n").filter((event) => event.startsWith("data: {"));
  return events.map((event) => JSON.parse(event.slice(6)).choices[0].delta.content ?? "").join("");
}

/** Whatever passes through another one must have come to the provider; a mock answers itself. */
async function demandPassed() {
  const seen = await (await fetch(`${provider}/seen`)).json();
  for (const [name, count] of made) {
    const wanted = name === "aimock mock" ? 0 : count;
    if ((seen[name] ?? 0) === wanted) continue;
    throw new Error(`${name}: ${seen[name] ?? 0} of ${wanted} calls came to the provider`);
  }
}
