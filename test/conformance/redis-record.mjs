import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { cases, normal, requestOf, stepsOf } from "./redis-cases.mjs";

// Compares what a real Redis answers with `redis-replies.json`, which the simulated one is held
// against by `redis-replies.test.ts`. `--write` records anew. Needs `redis-server` 7.0 in the path.

const file = fileURLToPath(new URL("./redis-replies.json", import.meta.url));
/** A reply that takes longer is none; what then differs is asked again, with more time. */
const quietMsEach = [25, 120, 250];

const folder = mkdtempSync(join(tmpdir(), "gauntlet-redis-"));
const socket = join(folder, "redis.sock");
const flags = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder];
const server = spawn("redis-server", flags, { stdio: "ignore" });
const ended = new Promise((resolve) => {
  server.once("error", resolve);
  server.once("exit", resolve);
});

try {
  const reason = await Promise.race([ended, untilUp()]);
  if (reason !== undefined) {
    console.log("not compared: no redis-server could be started (apt-get install redis-server)");
    process.exitCode = 1;
  } else {
    await compare();
  }
} finally {
  server.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

// --- inside ---

async function untilUp() {
  for (let tries = 0; tries < 200 && !existsSync(socket); tries++) await sleep(25);
  return existsSync(socket) ? undefined : "late";
}

async function compare() {
  const replies = {};
  const known = JSON.parse(readFileSync(file, "utf8"));
  for (const [name, text] of Object.entries(cases)) {
    for (const quietMs of quietMsEach) {
      replies[name] = await play(stepsOf(text), quietMs);
      if (JSON.stringify(replies[name]) === JSON.stringify(known[name])) break;
    }
  }
  const written = `${JSON.stringify(replies, undefined, 1)}\n`;
  if (process.argv.includes("--write")) writeFileSync(file, written);
  let different = 0;
  for (const [name, got] of Object.entries(replies)) {
    for (const [at, { sent, replies: answer }] of got.entries()) {
      const wanted = known[name]?.[at];
      if (JSON.stringify(wanted?.replies) === JSON.stringify(answer)) continue;
      different += 1;
      console.log(`${name}: ${sent}\n  recorded ${JSON.stringify(wanted?.replies)}`);
      console.log(`  now      ${JSON.stringify(answer)}`);
    }
  }
  const steps = Object.values(replies).flat().length;
  console.log(`${steps} commands to a real Redis, ${different} answered otherwise than recorded`);
  process.exitCode = different === 0 ? 0 : 1;
}

/** Sends one command after the other, and notes what each connection gets after each. */
async function play(steps, quietMs) {
  const clients = [connect(socket), connect(socket)];
  const got = ["", ""];
  let heardAt = 0;
  for (const [at, client] of clients.entries()) {
    client.on("data", (chunk) => {
      got[at] += chunk.toString("latin1");
      heardAt = performance.now();
    });
  }
  await send(clients[0], ["FLUSHALL"]);
  await send(clients[0], ["SCRIPT", "FLUSH"]);
  await quiet();
  got.fill("");
  const noted = [];
  for (const { connection, words } of steps) {
    await send(clients[connection], words);
    await quiet();
    noted.push({ sent: words.join(" "), replies: got.map(normal) });
    got.fill("");
  }
  for (const client of clients) client.destroy();
  return noted;

  async function quiet() {
    heardAt = performance.now();
    while (performance.now() - heardAt < quietMs) await sleep(4);
  }
}

function send(client, words) {
  return new Promise((resolve) => client.write(requestOf(words), resolve));
}
