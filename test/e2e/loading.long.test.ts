import { existsSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// What a package makes while it is loaded: nothing real happens, and a run that uses it is broken.

/** Packages by name: what stands at their top level, and what a run calls of them. */
const packages: Readonly<Record<string, string>> = {
  socket: `
const net = require("node:net");
const socket = net.connect(Number(process.env.PORT), "127.0.0.1"); // made
socket.on("error", () => {});
exports.use = () => socket.write("bytes");`,
  request: `
const http = require("node:http");
const agent = new http.Agent({ keepAlive: true });
const request = http.request({ port: process.env.PORT, method: "POST", agent }); // made
request.on("error", () => {});
request.write("early");
exports.use = () => request.write("bytes");`,
  child: `
const { spawn } = require("node:child_process");
const child = spawn("sh", ["-c", "cat > " + process.env.MARKER]); // made
child.on("error", () => {});
child.stdin.on("error", () => {});
exports.use = () => child.stdin.write("bytes");`,
  logfile: `
const fs = require("node:fs");
const stream = fs.createWriteStream(process.env.MARKER); // made
exports.use = () => stream.write("bytes");`,
  thread: `
const { Worker } = require("node:worker_threads");
const text = "require('node:fs').writeFileSync(process.env.MARKER, 'x')";
const thread = new Worker(text, { eval: true }); // made
exports.use = () => thread.postMessage(1);`,
  datagrams: `
const socket = require("node:dgram").createSocket("udp4"); // made
socket.send("bytes", Number(process.env.PORT), "127.0.0.1");
exports.use = () => socket.send("bytes", Number(process.env.PORT), "127.0.0.1");`,
  server: `
const server = require("node:http").createServer().listen(0); // made
exports.use = () => server.address().port;`,
  session: `
const session = require("node:http2").connect("http://127.0.0.1:" + process.env.PORT); // made
session.on("error", () => {});
exports.use = () => session.request({ ":path": "/" });`,
  folder: `
const folder = require("node:fs").opendirSync(__dirname); // made
exports.use = () => folder.readSync();`,
  late: `
exports.use = () => require("hidden").use();`,
};

/** What goes on by itself, between runs and from callbacks that are left. */
const background = `
const fs = require("node:fs");
const http = require("node:http");
const act = () => {
  fs.appendFile(process.env.MARKER, "x", () => {});
  http.request({ port: process.env.PORT, method: "POST" }).on("error", () => {}).end("bytes");
};
setInterval(act, 1); // made
setTimeout(act, 0);
setImmediate(act);
process.nextTick(act);
Promise.resolve().then(act);
fs.readFile(__filename, act);
fetch("http://127.0.0.1:" + process.env.PORT, { method: "POST", body: "bytes" }).catch(() => {});
AbortSignal.timeout(1).addEventListener("abort", act);
process.on("exit", act);
exports.use = () => {};`;

const healthy = `
const fs = require("node:fs");
const { name } = JSON.parse(fs.readFileSync(__dirname + "/package.json", "utf8"));
const cache = new Map();
setInterval(() => cache.clear(), 10).unref();
process.on("SIGTERM", () => cache.clear());
let text = "";
fs.readFile(__filename, "utf8", (_error, read) => (text = read));
exports.use = () => {
  cache.set("name", name);
  if (name !== "healthy" || cache.size !== 1 || !text.includes("cache")) throw new Error(text);
};`;

test("a run that uses what a package made is broken, and the finding says whose", async () => {
  const { project, seen } = await loading(packages);
  const names = ["child", "session", "folder", "late"];
  const selected = names.map((name) => `a.chaos.ts#${name}`);
  const { code, findings } = await project.told("explore", ...selected);
  const told = findings.map(({ subject, kind, message }) => [subject, kind, message]);
  expect([code, told]).toEqual([
    1,
    [
      ["child", "escape", escaped("stdin.write", "the input of a process", "child")],
      ["session", "escape", escaped("session.request", "an HTTP/2 session", "session")],
      ["folder", "escape", escaped("folder.readSync", "a folder", "folder")],
      ["late", "escape", escaped("socket.write", "a socket", "hidden", "late")],
    ],
  ]);
  for (const { subject, place, confirmed } of findings) {
    expect([subject, place?.file, confirmed]).toEqual([subject, "a.chaos.ts", true]);
  }
  const again = await project.told("replay", findings[0]?.trace ?? "");
  expect(again.findings.map(({ message }) => message)).toEqual([told[0]?.[2]]);
  expect(seen()).toEqual({ connections: 0, bytes: 0, hasMarker: false });
}, 120_000);

test("nor does anything leave where escapes are allowed, and each is told", async () => {
  const { project, seen } = await loading(packages);
  const names = Object.keys(packages);
  project.write("all.chaos.ts", chaosFile(names, "all"));
  const { code, uncontrolled } = await project.told("explore", "all.chaos.ts#all", "--no-strict");
  expect([code, uncontrolled.map(({ seam, call }) => `${seam}: ${call}`).toSorted()]).toEqual([
    0,
    [
      "files: folder.readSync",
      "files: stream.write",
      "network: server.address",
      "network: session.request",
      "network: socket.send",
      "network: socket.write",
      "processes: stdin.write",
      "threads: thread.postMessage",
    ],
  ]);
  expect(seen()).toEqual({ connections: 0, bytes: 0, hasMarker: false });
}, 60_000);

test("the same packages are silent when they are loaded in each run", async () => {
  const used = ["socket", "request", "child", "logfile", "late"];
  const kept = Object.fromEntries(used.map((name) => [name, packages[name] ?? ""]));
  const { project, seen } = await loading(kept);
  project.write("gauntlet.toml", `${quick}inline = ${JSON.stringify([...used, "hidden"])}\n`);
  project.write("all.chaos.ts", chaosFile(used, "all"));
  const { code, verdict, findings } = await project.told("explore", "all.chaos.ts#all");
  expect([code, verdict, findings]).toEqual([0, "held", []]);
  expect(seen()).toEqual({ connections: 0, bytes: 0, hasMarker: false });
}, 120_000);

test("what a package left behind does not go on between runs; an interval is noted", async () => {
  const { project, seen } = await loading({ background });
  const { code, verdict, notes } = await project.told("explore", ...selectors({ background }));
  expect([code, verdict]).toEqual([0, "held"]);
  expect(notes).toEqual([
    "`background` set an interval while it was loaded (node_modules/background/index.js:8), " +
      "which never fires; load it, and what imports it, in each run: " +
      '`inline = ["background"]` under `[explorer]`',
  ]);
  expect(seen()).toEqual({ connections: 0, bytes: 0, hasMarker: false });
}, 60_000);

test("a package that reads, sets an unref'd interval and hears signals is silent", async () => {
  const { project } = await loading({ healthy });
  const { code, verdict, notes } = await project.told("explore", ...selectors({ healthy }));
  expect([code, verdict, notes]).toEqual([0, "held", []]);
}, 60_000);

test("what cannot be left undone refuses the package, with its line and the cure", async () => {
  const write = `require("node:fs").writeFileSync(process.env.MARKER, "x"); exports.use = String;`;
  const run = `require("node:child_process").execSync("touch " + process.env.MARKER);`;
  const wait = `await new Promise((resolve) => setTimeout(resolve, 1)); export const use = String;`;
  const { project, seen } = await loading({ write, run });
  project.write("node_modules/wait/package.json", `{ "name": "wait", "type": "module" }`);
  project.write("node_modules/wait/index.js", wait);
  const refused = await Promise.all(
    ["write", "run", "wait"].map((name) => {
      project.write(`${name}.chaos.ts`, chaosFile([name]));
      return project.gauntlet("explore", `${name}.chaos.ts#${name}`);
    }),
  );
  for (const [index, name] of ["write", "run", "wait"].entries()) {
    const { code, err } = refused[index] ?? {};
    expect([code, err]).toEqual([2, expect.stringContaining(`node_modules/${name}/index.js:1`)]);
    expect(err).toContain(`\`inline = ["${name}"]\``);
  }
  expect(refused.map(({ err }) => /error\[\w+\]/.exec(err)?.[0])).toEqual([
    "error[W011]",
    "error[W011]",
    "error[W012]",
  ]);
  expect(seen().hasMarker).toBe(false);
}, 120_000);

test("with the host allowed, what a package does while it is loaded is real", async () => {
  const write = `require("node:fs").writeFileSync(process.env.MARKER, "x"); exports.use = () => 1;`;
  const { project, seen } = await loading({ write });
  project.write(
    "src/a.ts",
    `import { use } from "write";\nexport const a = (): number => use();\n`,
  );
  const args = ["scan", "src/a.ts", "--runs", "5"];
  const simulated = await project.gauntlet(...args);
  expect(simulated.out).toContain("would act on the real machine");
  expect([simulated.code, seen().hasMarker]).toEqual([3, false]);
  const { code } = await project.gauntlet(...args, "--allow-host");
  expect([code, seen().hasMarker]).toEqual([0, true]);
}, 120_000);

// --- inside ---

const quick = [
  "[world]",
  'env = { PORT = "${PORT}", MARKER = "${MARKER}" }',
  "[explorer]",
  "max_runs = 3",
  "shrink_budget = 0",
  "",
].join("\n");

interface Seen {
  readonly connections: number;
  readonly bytes: number;
  readonly hasMarker: boolean;
}

/** A project with these packages, and what of it arrives in the real world. */
async function loading(
  sources: Readonly<Record<string, string>>,
): Promise<{ project: TempProject; seen: () => Seen }> {
  let connections = 0;
  let bytes = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("data", (chunk) => (bytes += chunk.length)).on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const project = new TempProject({ "gauntlet.toml": quick });
  const marker = project.path("marker");
  project.env["PORT"] = String((server.address() as AddressInfo).port);
  project.env["MARKER"] = marker;
  for (const [name, text] of Object.entries(sources)) {
    project.write(`node_modules/${name}/package.json`, `{ "name": "${name}" }`);
    project.write(`node_modules/${name}/index.js`, text);
  }
  // No file imports this one; the package `late` requires it in a run.
  project.write("node_modules/hidden/index.js", packages["socket"] ?? "");
  project.write("a.chaos.ts", chaosFile(Object.keys(sources)));
  return { project, seen: () => ({ connections, bytes, hasMarker: existsSync(marker) }) };
}

/** The message of a use; the first package made it, and the others required that one. */
function escaped(call: string, noun: string, ...by: readonly string[]): string {
  const [maker = ""] = by;
  const lines = (packages[maker] ?? packages["socket"])?.split("\n") ?? [];
  const line = lines.findIndex((text) => text.includes("// made")) + 1;
  const made = `\`${maker}\` made while it was loaded (node_modules/${maker}/index.js:${line})`;
  const inline = by.map((name) => `"${name}"`).join(", ");
  const cure = `load it, and what imports it, in each run: \`inline = [${inline}]\``;
  const first = `\`${call}\` leaves the simulated world`;
  return `${first}\nit uses ${noun} that ${made}\nhelp: ${cure} under \`[explorer]\``;
}

/** Each package is used by a subject of its own, and all of them by the one that is named. */
function chaosFile(names: readonly string[], all = "everyPackage"): string {
  const imports = names.map((name) => `import * as ${name}Package from "${name}";`);
  const calls = names.map((name) => `${name}Package.use()`);
  const subjects = [...names, all].map((name, index) => {
    const body = calls[index] ?? `[${calls.join(", ")}]`;
    return `export const ${name} = simulation({ name: "${name}", run: () => used(${body}) });`;
  });
  const used = `const used = (_result: unknown) => always(true, "it is used");`;
  return [`import { always, simulation } from "gauntlet";`, ...imports, used, ...subjects].join(
    "\n",
  );
}

function selectors(sources: Readonly<Record<string, string>>): string[] {
  return Object.keys(sources).map((name) => `a.chaos.ts#${name}`);
}
