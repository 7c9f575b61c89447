// Fuzzes code that is known to be right and demands that nothing is found: JSON.parse, URL,
// smol-toml, yaml, zod and picomatch, each with the errors that it means declared in
// `fuzz-quiet/fixtures`: node test/fuzz-quiet.mjs [--time seconds] [--seed seed] [--only name]
// [--smoke]. The time is that of all targets together; ten minutes where it is left out.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runCommand } from "./strangers/run-command.mjs";

const { values: flags } = parseArgs({
  options: {
    time: { type: "string", default: "600" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    fixtures: { type: "string" },
    smoke: { type: "boolean", default: false },
  },
});
/** So many inputs of each target where little is to be done. */
const smokeRuns = 300;
const root = fileURLToPath(new URL("..", import.meta.url));
const fixtures = flags.fixtures ?? fileURLToPath(new URL("fuzz-quiet/fixtures/", import.meta.url));
const names = readdirSync(fixtures)
  .filter((name) => name.endsWith(".fuzz.mjs"))
  .map((name) => basename(name, ".fuzz.mjs"))
  .filter((name) => flags.only === undefined || name === flags.only);
if (names.length === 0) throw new Error(`there is no target ${flags.only ?? `in ${fixtures}`}`);

const project = mkdtempSync(join(tmpdir(), "gauntlet-fuzz-quiet-"));
let loud = 0;
try {
  prepare();
  for (const name of names) if (!(await isQuiet(name))) loud += 1;
} finally {
  rmSync(project, { recursive: true, force: true, maxRetries: 3 });
}
console.log(`fuzz quiet: ${names.length} targets, ${loud} not quiet`);
process.exitCode = loud === 0 ? 0 : 1;

// --- inside ---

/** The packages are those that this project itself is built with, so that no registry is asked. */
function prepare() {
  const manifest = { name: "fuzz-quiet", private: true, type: "module" };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  mkdirSync(join(project, "node_modules"));
  for (const name of ["smol-toml", "yaml", "zod", "picomatch"]) {
    const own = join(root, "node_modules", name);
    cpSync(own, join(project, "node_modules", name), { recursive: true, dereference: true });
  }
  cpSync(fixtures, project, { recursive: true });
}

async function isQuiet(name) {
  const seconds = Number(flags.time) / names.length;
  const limit = flags.smoke ? `--runs=${smokeRuns}` : `--time=${seconds}`;
  const cli = join(root, "dist/cli/main.js");
  const file = `${name}.fuzz.mjs`;
  const words = [process.execPath, cli, "fuzz", file, limit, `--seed=${flags.seed}`];
  const { out, all } = await runCommand([...words, "--no-corpus", "--json", "--quiet"], {
    cwd: project,
  });
  const document = parsed(out);
  if (document?.findings === undefined) {
    console.log(`✗ ${name}: no result\n${all}`);
    return false;
  }
  const { summary, findings, verdict, because, coverage } = document;
  const { reached = 0, total = 0 } = coverage?.subjects?.[0]?.blocks ?? {};
  const isSilent = verdict === "held" && findings.length === 0;
  const blocks = `${reached} of ${total} blocks`;
  console.log(`${isSilent ? "✓" : "✗"} ${name}: ${summary.runs} inputs, ${blocks}`);
  if (verdict === "unknown") console.log(`  could not tell: ${because}`);
  for (const { message, input, identity } of findings) {
    console.log(`  ${identity.property} ${input?.code}: ${message}`);
  }
  return isSilent;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
