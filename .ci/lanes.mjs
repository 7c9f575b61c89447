// Runs jobs side by side: the longest first, two that work at a time, and beside them one that mostly
// waits for the network. When the time is over, what runs is ended and what waits is not begun.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";

/**
 * Runs all jobs and tells how each ended: its exit code (null where it was cut off or not begun), its
 * seconds, what it printed, the events that its reporter wrote and what it left behind.
 */
export async function runJobs(jobs, { root, temporary, endsAt, print }) {
  const queue = jobs.toSorted((first, second) => second.expectedSeconds - first.expectedSeconds);
  const ended = [];
  const lane = async (takes) => {
    for (let job = take(queue, takes); job !== undefined; job = take(queue, takes)) {
      const result = await runJob(job, { root, temporary, endsAt });
      ended.push(result);
      print(linesOf(result));
    }
  };
  // A lane that has no work left helps with what waits, so that nobody is idle.
  const working = async () => {
    await lane(({ waits }) => waits !== true);
    await lane(() => true);
  };
  const lanes = Array.from({ length: Math.min(2, availableParallelism()) }, working);
  await Promise.all([...lanes, lane(({ waits }) => waits === true)]);
  return ended;
}

/** Runs one command to its end, in a process group of its own, or until the time is over. */
export async function runJob(job, { root, temporary, endsAt }) {
  const leftMs = endsAt - performance.now();
  const never = { job, code: null, seconds: 0, said: "", events: [], left: [] };
  if (leftMs <= 0) return { ...never, cut: "the time was over before it began" };
  if (job.needs !== undefined && !isInstalled(job.needs)) {
    return { ...never, cut: `it needs \`${job.needs}\`, which is not installed` };
  }
  const own = temporary.begin(job.name);
  const began = performance.now();
  const [program, ...words] = job.command;
  const env = { ...process.env, ...job.env, TMPDIR: own.folder, CI_EVENTS: own.events };
  const stdio = ["ignore", "pipe", "pipe"];
  const child = spawn(program, words, { cwd: root, env, stdio, detached: true });
  running.add(child);
  let said = "";
  child.stdout.on("data", (part) => (said += part));
  child.stderr.on("data", (part) => (said += part));
  let isCut = false;
  const cut = () => {
    isCut = true;
    endGroup(child);
  };
  const timer = Number.isFinite(leftMs) ? setTimeout(cut, leftMs) : undefined;
  const code = await new Promise((resolve) => {
    child.on("error", (error) => ((said += `${error.message}\n`), resolve(127)));
    child.on("close", resolve);
    child.on("exit", (ended) => {
      endGroup(child);
      // Whoever left the group may hold our pipes for ever; what it says is nobody's result.
      setTimeout(() => resolve(ended), pipesMs).unref();
    });
  });
  clearTimeout(timer);
  running.delete(child);
  const seconds = (performance.now() - began) / 1000;
  const events = eventsIn(own.events);
  const left = own.end();
  const why = isCut ? `cut off after ${Math.round(seconds)} s, the time is over` : undefined;
  return { job, code: isCut ? null : code, seconds, said, events, left, cut: why };
}

// --- inside ---

const pipesMs = 5_000;

/** What runs now, so that nothing outlives us when we are ended. */
const running = new Set();
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.on(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(code);
  });
}

function endGroup({ pid }) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function take(queue, takes) {
  const index = queue.findIndex(takes);
  return index < 0 ? undefined : queue.splice(index, 1)[0];
}

function isInstalled(program) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, program)));
}

/** The last line may be half, where its writer was ended. */
function eventsIn(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** What checks print is their result; what tests print is wanted when something failed. */
function linesOf({ job, code, seconds, said, cut }) {
  const how = code === 0 ? "ended" : "FAILED";
  const line = `::: ${job.name} ${how} in ${seconds.toFixed(0)} s${cut === undefined ? "" : `: ${cut}`}`;
  const isWanted = code !== 0 || job.files === undefined;
  return [`::: ${job.name}: ${shown(job.command)}`, ...(isWanted ? [said.trimEnd()] : []), line];
}

const shownMax = 12;

function shown(command) {
  const more = command.length - shownMax;
  return [...command.slice(0, shownMax), ...(more > 0 ? [`and ${more} more`] : [])].join(" ");
}
