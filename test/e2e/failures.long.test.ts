import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Every way in which user code can go wrong without taking its process along: each is a finding
// with its place, and the campaign goes on.

const chaosFile = `
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { chaosTest, simulation } from "gauntlet";

const headers = { "content-type": "application/wasm" };
const empty = () => new Response(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), { headers });

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const sim = (name: string, run: () => unknown) => simulation({ name, run });
const rules = { go: { run: () => {} } };
const setup = () => 0;

export const tick = sim("tick", async () => {
  process.nextTick(() => { throw new TypeError("in a tick"); }); // tick
  await wait(5);
});
export const listener = sim("listener", async () => {
  const emitter = new EventEmitter();
  emitter.on("ring", () => { throw new TypeError("in a listener"); }); // listener
  setTimeout(() => emitter.emit("ring"), 3);
  await wait(5);
});
export const target = sim("target", async () => {
  const events = new EventTarget();
  events.addEventListener("ring", () => { throw new TypeError("in a target"); }); // target
  events.dispatchEvent(new Event("ring"));
  await wait(5);
});
export const rejection = sim("rejection", async () => {
  void Promise.reject(new TypeError("nobody listens")); // rejection
  await wait(5);
});
export const stream = sim("stream", async () => {
  const broken = new Readable({ read() { this.destroy(new TypeError("cut")); } }); // stream
  broken.resume();
  await wait(5);
});
export const exits = sim("exits", async () => {
  process.on("uncaughtException", () => process.exit(1));
  setTimeout(() => { throw new TypeError("the real cause"); }, 3); // exits
  await wait(5);
});
export const deaf = sim("deaf", async () => {
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", () => {});
  setTimeout(() => { throw new TypeError("still heard"); }, 3); // deaf
  await wait(5);
});
export const never = sim("never", async () => {
  const lock = new Promise<void>(() => {});
  const take = async () => {
    await lock; // never
  };
  await take();
});
export const endless = sim("endless", async () => { for (;;) await wait(1); });
export const thread = sim("thread", () => void new Worker("", { eval: true })); // thread
export const file = sim("file", async () => {
  await WebAssembly.compileStreaming(empty()); // file
});
export const callback = sim("callback", () => new Promise<void>((resolve) => {
  void WebAssembly.compileStreaming(empty()).then(() => resolve()); // callback
}));
export const text = sim("text", () => { throw "a text"; });
export const nothing = sim("nothing", () => { throw null; });
export const hostile = sim("hostile", () => {
  const error = new Error("x");
  for (const key of ["stack", "name", "message", "constructor"]) {
    Object.defineProperty(error, key, { get() { throw new Error("hostile " + key); } });
  }
  throw error;
});
export const long = sim("long", () => { throw new Error("long ".repeat(1_000_000)); }); // long
export const badSetup = chaosTest({
  name: "badSetup",
  setup: (): number => { throw new RangeError("no setup"); }, // badSetup
  rules,
});
export const badWhen = chaosTest({
  name: "badWhen",
  setup,
  rules: { go: { when: () => { throw new RangeError("no when"); }, run: () => {} } }, // badWhen
});
export const badCheck = chaosTest({
  name: "badCheck",
  setup,
  rules,
  invariants: { "it is fine": () => { throw new RangeError("no check"); } }, // badCheck
});
export const forged = sim("forged", () => {
  process.send?.({ type: "explored" });
  try { process.getBuiltinModule("fs").writeSync(3, '{"type":"explored","nextRun":9}'); } catch {}
  throw new TypeError("not hidden"); // forged
});
export const deleted = sim("deleted", () => {
  delete (globalThis as { setImmediate?: unknown }).setImmediate;
  delete (globalThis as { setTimeout?: unknown }).setTimeout;
  throw new TypeError("found first"); // deleted
});
`;

const expected: Readonly<Record<string, readonly [kind: string, message: RegExp]>> = {
  tick: ["uncaught", /^in a tick$/],
  listener: ["uncaught", /^in a listener$/],
  target: ["uncaught", /^in a target$/],
  rejection: ["rejected", /^nobody listens$/],
  stream: ["uncaught", /^cut$/],
  exits: ["uncaught", /^the real cause$/],
  deaf: ["uncaught", /^still heard$/],
  never: ["deadlock", /^nothing is pending and the run has not ended$/],
  endless: ["stalled", /^the run did not end after 100000 timers$/],
  thread: ["escape", /^`worker_threads.Worker` leaves the simulated world\n/],
  file: ["escape", /^`WebAssembly.compileStreaming` leaves the simulated world\n/],
  callback: ["escape", /^`WebAssembly.compileStreaming` leaves the simulated world\n/],
  text: ["thrown", /^a text$/],
  nothing: ["thrown", /^null$/],
  hostile: ["thrown", /^$/],
  long: ["thrown", /^(?:long ){100}/],
  badSetup: ["thrown", /^no setup$/],
  badWhen: ["thrown", /^no when$/],
  badCheck: ["property", /^no check$/],
  forged: ["thrown", /^not hidden$/],
  deleted: ["thrown", /^found first$/],
};

/** Without a stack there is no line to show. */
const withoutPlace = new Set(["endless", "text", "nothing", "hostile"]);

test("every failure is a finding with its place, and the next subject is explored", async () => {
  const project = new TempProject({
    "bad.chaos.ts": chaosFile,
    "gauntlet.toml": "[explorer]\nshrink_budget = 0\nrun_timeout = 20\n",
  });
  // Runs of a hundred thousand timers are slow to prove, so they have the machine to themselves.
  const names = Object.keys(expected).filter((name) => name !== "endless");
  const halves = [names.slice(0, names.length / 2), names.slice(names.length / 2)];
  await Promise.all(halves.map((half) => expectFindings(project, half)));
  await expectFindings(project, ["endless"]);
});

async function expectFindings(project: TempProject, names: readonly string[]): Promise<void> {
  const selectors = names.map((name) => `bad.chaos.ts#${name}`);
  const { code, verdict, findings } = await project.told("explore", ...selectors, "--runs", "2");
  const lines = chaosFile.split("\n");
  expect([code, verdict]).toEqual([1, "broken"]);
  expect(findings.map(({ subject }) => subject)).toEqual(names);
  for (const { subject, kind, message, place, confirmed } of findings) {
    const [wantedKind, wantedMessage] = expected[subject] ?? ["", /./];
    expect([subject, kind, confirmed]).toEqual([subject, wantedKind, true]);
    expect(message).toMatch(wantedMessage);
    const line = lines.findIndex((text) => text.endsWith(`// ${subject}`)) + 1;
    const wanted = withoutPlace.has(subject) ? null : { file: "bad.chaos.ts", line };
    expect([subject, place && { file: place.file, line: place.line }]).toEqual([subject, wanted]);
  }
}
