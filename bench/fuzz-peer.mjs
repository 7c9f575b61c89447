// How many inputs a second jsfuzz tries of a fuzz test of ours, one without types, as CommonJS. It
// is fetched from npm for the moment: nobody maintains it, so it is no dependency of ours.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const version = "1.0.15";
const seconds = 10;
const npmFlags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];

/** What jsfuzz itself says at the end, or undefined where it could not be fetched. */
export async function jsfuzzSpeed(file) {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-bench-fuzz-"));
  try {
    writeFileSync(path.join(folder, "package.json"), "{}");
    const words = ["install", ...npmFlags, `jsfuzz@${version}`];
    const isThere = await promisify(execFile)("npm", words, { cwd: folder }).then(
      () => true,
      () => false,
    );
    if (!isThere) return undefined;
    writeTarget(folder, readFileSync(file, "utf8"));
    return await told(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

// --- inside ---

function writeTarget(folder, text) {
  const own = path.join(folder, "node_modules/gauntlet");
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, "index.js"), "exports.fuzz = (name, run) => ({ run });\n");
  const common = text
    .replace(/^import (.*) from (".*");$/mu, "const $1 = require($2);")
    .replace("export default ", "exports.default = ");
  writeFileSync(path.join(folder, "subject.js"), common);
  const target = 'exports.fuzz = (data) => require("./subject.js").default.run(data);\n';
  writeFileSync(path.join(folder, "target.js"), target);
}

async function told(folder) {
  const program = path.join(folder, "node_modules/jsfuzz/build/src/index.js");
  const child = spawn(process.execPath, [program, "target.js"], { cwd: folder, detached: true });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece) => (text += piece));
  }
  const ended = new Promise((resolve) => child.once("close", resolve));
  // It has a process of its own for the target, which must end along.
  const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), seconds * 1_000);
  await ended;
  clearTimeout(timer);
  const speeds = [...text.matchAll(/exec\/s: (\d+)/gu)].map(([, count]) => Number(count));
  const last = speeds.at(-1) ?? 0;
  if (!(last > 0)) throw new Error(`jsfuzz told no speed:\n${text.slice(-500)}`);
  return last;
}
