// How far a scan of real packages comes: npm run bench:scan -- --packages es-toolkit,h3 --time 180.
// Prints measured, goal and met or missed for each package, and ends with what was missed. With
// --against DIR another checkout scans the same in turns. Packages are fetched from npm at pinned
// versions into a temporary folder; needs a build of both.
import { execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The package as its author ships it, and what of it is scanned. */
const packages = {
  "es-toolkit": { version: "1.39.0", words: ["dist/index.mjs"] },
  remeda: { version: "0.0.35", words: ["src"] },
  h3: { version: "1.13.0", words: ["dist/index.mjs"] },
  hono: { version: "4.6.0", words: ["dist/utils", "dist/helper", "dist/router"] },
  "date-fns": { version: "4.1.0", words: ["*.js"] },
  valibot: { version: "1.0.0", words: ["dist/index.js"] },
};

/** Proofs of what was found last may take so long after `--time`, and a busy machine as well. */
const closingSeconds = 120;

/** Scans packages and prints what came of it. */
export async function benchPackages({ names, seconds, against }) {
  const own = fileURLToPath(new URL("..", import.meta.url));
  const checkouts = against === undefined ? { now: own } : { now: own, before: against };
  console.log(`packages, ${seconds} s each, ${availableParallelism()} cores`);
  const missed = [];
  for (const name of names.length === 0 ? Object.keys(packages) : names) {
    if (packages[name] === undefined) throw new Error(`no such package here: ${name}`);
    for (const [label, checkout] of Object.entries(checkouts)) {
      const root = await mkdtemp(path.join(tmpdir(), "gauntlet-bench-package-"));
      try {
        install(root, name);
        missed.push(...(await benchPackage({ root, name, label, checkout, seconds })));
      } finally {
        await rm(root, { recursive: true, force: true });
      }
    }
  }
  console.log(missed.length === 0 ? "all goals met" : `missed: ${missed.join("; ")}`);
}

// --- inside ---

/** The package becomes the project, with what it depends on beside it. */
function install(root, name) {
  const { version } = packages[name];
  const quiet = { cwd: root, stdio: ["ignore", "pipe", "ignore"] };
  const packed = execFileSync("npm", ["pack", `${name}@${version}`, "--silent"], quiet);
  const archive = packed.toString().trim().split("\n").at(-1);
  execFileSync("tar", ["xzf", archive, "--strip-components=1"], quiet);
  // What only its author needs is never installed, but npm would look all of it up: minutes.
  const file = path.join(root, "package.json");
  const own = new Set(["devDependencies", "peerDependencies", "scripts"]);
  const all = Object.entries(JSON.parse(readFileSync(file)));
  const rest = Object.fromEntries(all.filter(([key]) => !own.has(key)));
  writeFileSync(file, JSON.stringify(rest));
  if (Object.keys(rest.dependencies ?? {}).length === 0) return;
  const flags = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps"];
  execFileSync("npm", ["install", ...flags], quiet);
}

async function benchPackage({ root, name, label, checkout, seconds }) {
  await writeFile(path.join(root, "gauntlet.toml"), "");
  const first = await scanOnce({ root, name, checkout, seconds });
  const second = await scanOnce({ root, name, checkout, seconds });
  const { targets = [] } = first.document.scan ?? {};
  const called = targets.filter(({ runs }) => runs > 0).length;
  const { blocked = 0, left = 0 } = first.document.summary;
  const all = targets.length + left;
  const share = called / Math.max(1, all);
  const again = second.seconds / first.seconds;
  const { foundAfter, memoryMb } = first;
  const found = foundAfter === undefined ? "none" : `${foundAfter.toFixed(1)} s`;
  const rows = [
    ["targets called", `${called} of ${all} (${percent(share)})`, ">= 90 %", share >= 0.9],
    ["first finding after", found, "<= 20 s", foundAfter !== undefined && foundAfter <= 20],
    ["a second scan", `${again.toFixed(2)}x`, "<= 0.10x", again <= 0.1],
    ["memory of all processes", `${memoryMb.toFixed(0)} MB`, "< 1,024 MB", memoryMb < 1_024],
  ];
  const about = [
    `${blocked} blocked`,
    `${left} left`,
    `${(called / first.seconds).toFixed(1)} functions a second`,
    `${first.document.findings.length} findings`,
    `${first.seconds.toFixed(0)} s, then ${second.seconds.toFixed(0)} s`,
  ];
  console.log(`${name}@${packages[name].version} (${label}): ${about.join(", ")}`);
  for (const [what, measured, goal, isMet] of rows) {
    const met = isMet ? "met" : "missed";
    console.log(`  ${what.padEnd(26)} ${measured.padEnd(24)} goal ${goal.padEnd(12)} ${met}`);
  }
  return rows.filter(([, , , isMet]) => !isMet).map(([what]) => `${name} (${label}): ${what}`);
}

function percent(share) {
  return `${(100 * share).toFixed(0)} %`;
}

/** One scan, watched from outside: when it first tells a finding, and what its processes hold. */
async function scanOnce({ root, name, checkout, seconds }) {
  const program = path.join(checkout, "dist/cli/main.js");
  const words = ["scan", ...packages[name].words, "--cwd", root, "--json", "--time", `${seconds}`];
  const startMs = performance.now();
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  let foundAfter;
  let out = "";
  let memoryMb = 0;
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => {
    if (/^[✗?] /mu.test(text)) foundAfter ??= (performance.now() - startMs) / 1_000;
  });
  const look = async () => {
    memoryMb = Math.max(memoryMb, await treeMb(child.pid));
  };
  const looking = setInterval(() => void look(), 500);
  const overdue = setTimeout(() => child.kill("SIGKILL"), 1_000 * (seconds + closingSeconds));
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(overdue);
  clearInterval(looking);
  if (!out.startsWith("{")) throw new Error(`the scan of ${name} gave no result`);
  const document = JSON.parse(out);
  return { document, foundAfter, memoryMb, seconds: (performance.now() - startMs) / 1_000 };
}

/** What a process and all below it hold that they share with nobody; 0 where /proc is not there. */
async function treeMb(pid) {
  const parents = new Map();
  const numbers = (await readdir("/proc").catch(() => [])).filter((one) => /^\d+$/u.test(one));
  for (const number of numbers) {
    const stat = await readFile(`/proc/${number}/stat`, "utf8").catch(() => "");
    const [, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(number), Number(parent));
  }
  const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)));
  let mb = 0;
  for (const one of parents.keys()) {
    if (!isBelow(one)) continue;
    const text = await readFile(`/proc/${one}/status`, "utf8").catch(() => "");
    mb += Number(/RssAnon:\s*(\d+)/u.exec(text)?.[1] ?? 0) / 1_024;
  }
  return mb;
}
