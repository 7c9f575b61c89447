import os from "node:os";
import { release as namedRelease } from "node:os";
import vm from "node:vm";
import { expect, test } from "vitest";
import { uncontrolledBuiltins } from "./builtins/builtin-table.ts";
import { inWorld, seededWorld } from "./fixtures/hand-drive.ts";
import { fixedAnswers } from "./machine/install-machine.ts";
import { installWitness, type SeenCall } from "./witness.ts";

test("calls of user code during a run are told, with the answer", async () => {
  const calls = await watch(() => elsewhere(`(os) => [os.machine(), os.arch()]`)(os));
  expect(calls.map(({ name }) => name)).toEqual(["os.machine", "os.arch"]);
  const [machine, arch] = calls;
  expect(machine?.result).toBe(JSON.stringify(os.machine()));
  expect(arch?.result).toBe(JSON.stringify(os.arch()));
  expect(machine?.stack.split("\n")[0]).toContain("/elsewhere/app.js:1:");
});

test("data is told by its hash, a promise as one, a failure as thrown", async () => {
  const calls = await watch(async () => {
    const fs = process.getBuiltinModule("fs");
    await elsewhere(`(fs) => {
      fs.readFileSync(process.execPath, { flag: "r" }).subarray(0, 1);
      try { fs.statSync("/no/such/file"); } catch {}
      return fs.promises.access("/no/such/file").catch(() => {});
    }`)(fs);
  }, "fs");
  expect(calls.find(({ name }) => name === "fs.readFileSync")?.result).toMatch(
    /^\d+ bytes [0-9a-f]{12}$/,
  );
  expect(calls.find(({ name }) => name === "fs.statSync")?.result).toMatch(/^threw .*ENOENT/);
  expect(calls.find(({ name }) => name === "fs/promises.access")?.result).toBe("promise");
});

test("calls outside of a run and calls of our own are not told", async () => {
  const seen: SeenCall[] = [];
  const stop = installWitness(uncontrolledBuiltins, (call) => seen.push(call));
  try {
    elsewhere(`(os) => os.machine()`)(os);
    await inWorld(() => os.machine());
  } finally {
    stop();
  }
  expect(seen).toEqual([]);
});

test("what is wrapped still works, and is put back as it was", async () => {
  seededWorld();
  const before = snapshot();
  const calls = await watch(
    () =>
      elsewhere(`(net, http) => {
        class Own extends net.Socket {}
        const own = new Own();
        const agent = new http.Agent();
        if (!(own instanceof net.Socket) || !(own instanceof Own)) throw new Error("no Own");
        if (!(agent instanceof http.Agent)) throw new Error("no Agent");
        own.destroy();
        agent.destroy();
      }`)(process.getBuiltinModule("net"), process.getBuiltinModule("http")),
    "net",
    "http",
  );
  expect(calls.map(({ name, result }) => `${name}: ${result}`)).toEqual([
    "net.Socket: a Own",
    "http.Agent: a Agent",
  ]);
  expect(snapshot()).toEqual(before);
  expect(namedRelease).toBe(os.release);
});

test("every function that touches the host is on the list", () => {
  // These two read the environment, which is the same everywhere, as are the answers of the rest.
  const pure: Readonly<Record<string, readonly string[]>> = {
    os: ["homedir", "tmpdir", ...fixedAnswers],
  };
  for (const [module, except] of Object.entries(pure)) {
    const exported: object = process.getBuiltinModule(`node:${module}`) ?? {};
    const functions = Object.entries(Object.getOwnPropertyDescriptors(exported))
      .filter(([, property]) => typeof property.value === "function")
      .map(([name]) => name);
    const listed = new Set(
      uncontrolledBuiltins.filter((entry) => entry.module === module).map(({ name }) => name),
    );
    const missing = functions.filter((name) => !listed.has(name) && !except.includes(name));
    expect(missing, `node:${module}`).toEqual([]);
  }
});

test("nothing is on the list twice, and all of it says why", () => {
  const names = uncontrolledBuiltins.map(({ module, name }) => `${module}.${name}`);
  expect(names.length).toBe(new Set(names).size);
  expect(uncontrolledBuiltins.every(({ why }) => why.length > 10)).toBe(true);
});

// --- inside ---

/** A function whose frames do not lie in our own files. */
function elsewhere(code: string): (...args: unknown[]) => unknown {
  return vm.runInThisContext(code, { filename: "/elsewhere/app.js" });
}

/** Simulated by now, and good to watch: they answer in every way that a builtin can. */
const simulated = [
  { module: "fs", name: "readFileSync", why: "" },
  { module: "fs", name: "statSync", why: "" },
  { module: "fs/promises", name: "access", why: "" },
  { module: "net", name: "Socket", why: "" },
  { module: "http", name: "Agent", why: "" },
];

async function watch(body: () => unknown, ...modules: string[]): Promise<SeenCall[]> {
  const list =
    modules.length === 0
      ? uncontrolledBuiltins
      : simulated.filter(({ module }) => modules.some((name) => module.startsWith(name)));
  const seen: SeenCall[] = [];
  const stop = installWitness(list, (call) => seen.push(call));
  try {
    await inWorld(() => body());
  } finally {
    stop();
  }
  return seen;
}

function snapshot(): unknown[] {
  return ["fs", "os", "net", "http", "zlib"].map((name) =>
    Object.getOwnPropertyDescriptors(process.getBuiltinModule(`node:${name}`)),
  );
}
