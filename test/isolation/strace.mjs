// Runs the isolation suite under strace and holds what the processes asked of the kernel to a short
// list: files are written only in `.gauntlet` of the project, no socket is made but the pairs that
// are the stdio of child processes, no packet leaves, and no foreign process is signalled.
//
//   node test/isolation/strace.mjs                with this Node
//   node test/isolation/strace.mjs 20 26          with these, by way of npx
//   node test/isolation/strace.mjs --without=host       must fail: the host is allowed
//   node test/isolation/strace.mjs --without=strict     must fail: what is refused is let through
//
// Exit 0 if nothing was touched, 1 if something was, 2 if it could not be looked at.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeProject, repository } from "./project.mjs";
import { calls, violationsIn } from "./read-strace.mjs";

const flags = process.argv.slice(2).filter((word) => word.startsWith("--"));
const versions = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const without = flags.find((flag) => flag.startsWith("--without="))?.slice("--without=".length);
const looser = { host: ["--allow-host"], strict: ["--no-strict"] }[without] ?? [];

const strace = spawnSync("strace", ["-V"], { encoding: "utf8" });
if (strace.status !== 0) {
  stop("strace is not here: install it (apt-get install strace), nothing was looked at");
}

/** So many are printed of one subject. */
const problemsMax = 20;

let isQuiet = true;
for (const node of versions.length === 0 ? [process.execPath] : versions.map(nodeOf)) {
  for (const subject of ["simulated", "refused"]) isQuiet = look(node, subject) && isQuiet;
}
process.exitCode = isQuiet ? 0 : 1;

/** Explores one subject; whether it came out as it should and touched nothing. */
function look(node, subject) {
  const root = makeProject();
  const log = path.join(root, "..", `${path.basename(root)}.strace`);
  try {
    const words = [
      ...`-f --seccomp-bpf -qq -s 64 -e trace=${calls.join(",")} -o`.split(" "),
      log,
      node,
      path.join(repository, "dist", "cli", "main.js"),
      ...`explore isolation.chaos.mjs#${subject} --runs 600 --json --no-corpus`.split(" "),
      ...looser,
    ];
    // A copy, which nothing has loaded before the run.
    const addon = path.join(root, "an.node");
    cpSync(anAddon(path.join(repository, "node_modules")), addon);
    writeFileSync(
      path.join(root, "gauntlet.toml"),
      `[world]\nenv = { ROUTE_ADDON = ${JSON.stringify(addon)} }\n`,
    );
    const env = { ...process.env, NODE_V8_COVERAGE: "" };
    const ran = spawnSync("strace", words, {
      cwd: root,
      env,
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    const problems = [
      ...violationsIn(readFileSync(log, "utf8"), { root }),
      ...(looser.length > 0 ? [] : wrongFindings(subject, ran)),
    ];
    const left = readdirSync(root).filter((name) => name.startsWith("route-"));
    problems.push(...left.map((name) => `left behind: ${name}`));
    print(`${node} ${subject}: ${problems.length === 0 ? "nothing was touched" : "TOUCHED"}`);
    for (const problem of problems.slice(0, problemsMax)) print(`  ${problem}`);
    if (problems.length > problemsMax) print(`  and ${problems.length - problemsMax} more`);
    return problems.length === 0;
  } finally {
    rmSync(root, { recursive: true, force: true });
    rmSync(log, { force: true });
  }
}

/** Every refused route is an escape that names it, and nothing else is found. */
function wrongFindings(subject, { stdout, stderr }) {
  let document;
  try {
    document = JSON.parse(stdout);
  } catch {
    stop(`explore gave no document: ${stderr}${stdout}`);
  }
  const { findings = [], error } = document;
  if (error !== undefined) stop(`explore could not run: ${JSON.stringify(error)}`);
  const others = findings.filter(({ kind }) => kind !== "escape");
  const wrong = others.map(({ kind, message }) => `${subject} found ${kind}: ${message}`);
  if (subject === "simulated") {
    return [...wrong, ...findings.map(({ message }) => `${subject} found ${message}`)];
  }
  const named = new Set(findings.map(({ message }) => /`(.*?)`/.exec(message)?.[1]));
  const missing = refusedNames().filter((name) => !named.has(name));
  return [...wrong, ...missing.map((name) => `${name} was never refused`)];
}

/** The names that are refused on every version; what only some have is among the rules anyway. */
function refusedNames() {
  return `process.report.writeReport process.report.directory v8.writeHeapSnapshot v8.takeCoverage
    trace_events.createTracing wasi.WASI module.register fs.openAsBlob dgram.createSocket dgram.Socket
    net._createServerHandle net.Server.prototype._listen2 net.Socket tty.ReadStream dns.lookupService
    process.binding process.dlopen process._debugProcess process.setuid os.setPriority
    child_process._forkChild cluster.fork worker_threads.Worker Atomics.wait inspector.open
    inspector.Session v8.setFlagsFromString crypto.setEngine WebAssembly.compileStreaming`.split(
    /\s+/,
  );
}

function nodeOf(version) {
  const found = spawnSync("npx", ["-y", `node@${version}`, "-p", "process.execPath"], {
    encoding: "utf8",
  });
  if (found.status !== 0) stop(`node@${version} could not be had: ${found.stderr}`);
  return found.stdout.trim();
}

/** Any native addon: whether it could be loaded is not what is asked. */
function anAddon(folder) {
  const found = readdirSync(folder, { recursive: true }).find((name) => name.endsWith(".node"));
  if (found === undefined) stop("there is no addon in node_modules to try");
  return path.join(folder, found);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function stop(why) {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}
