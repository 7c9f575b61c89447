// Tries packages that backends are made of in the simulated world, as the packed package gives it,
// and makes the table in docs/reference/world.md of what was seen. Needs the npm registry.
//
//   npm run table:packages                  tries and prints
//   npm run table:packages -- --write       and writes the table
//   npm run table:packages -- --check       and fails unless the table is what was seen
//   npm run table:packages -- --only ws,pg  only these
//   npm run table:packages -- --sample 12   so many rows, others for each commit; for CI
//   npm run table:packages -- --folder DIR  keeps the install and what was seen there, and goes on
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installRows } from "./packages/install-rows.mjs";
import { rows } from "./packages/rows.mjs";
import { tryRow } from "./packages/try-row.mjs";
import { runCommand } from "./strangers/run-command.mjs";

const lanesCount = 2;
const marks = ["<!-- packages: begin -->", "<!-- packages: end -->"];
const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs", "reference", "world.md");
const { values: flags } = parseArgs({
  options: {
    write: { type: "boolean" },
    check: { type: "boolean" },
    only: { type: "string" },
    sample: { type: "string" },
    folder: { type: "string" },
  },
});

const isPart = flags.only !== undefined || flags.sample !== undefined;
const wanted = flags.sample === undefined ? named() : sample(Number(flags.sample));
if (isPart && flags.write) throw new Error("--write is for the whole table");
const folder = flags.folder ?? mkdtempSync(join(tmpdir(), "gauntlet-table-"));
const kept = join(folder, "seen.json");
const beginMs = Date.now();
const seen = new Map();
try {
  // A folder that is kept has all of them, so that it serves whatever is tried there next.
  const needed = flags.folder === undefined ? wanted : rows;
  const installed = await installRows({ root, folder, rows: needed, wanted });
  console.log(`installed            ${since(beginMs)}`);
  const nodes = new Map([[24, await nodeOf(24)]]);
  const known = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
  const queue = wanted.toSorted((a, b) => (b.weight ?? 1) - (a.weight ?? 1));
  const context = { queue, nodes, known, keyOf: installed.keyOf };
  await Promise.all(Array.from({ length: lanesCount }, () => lane(context)));
} finally {
  if (flags.folder === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
process.exitCode = conclude();

// --- inside ---

function named() {
  const asked = flags.only?.split(",");
  const unknown = asked?.find((name) => rows.every(({ subject }) => subject !== name));
  if (unknown !== undefined) throw new Error(`there is no row ${unknown}`);
  return rows.filter(({ subject }) => asked === undefined || asked.includes(subject));
}

/** Rows that follow each other, from a place that the commit decides. */
function sample(count) {
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
  const from = Number.parseInt(commit.slice(0, 8), 16) % rows.length;
  return [...rows, ...rows].slice(from, from + count);
}

/** Rows that were tried and stand otherwise in the table, or not at all. */
function lacking(table) {
  const lines = new Set(table.split("\n"));
  const missing = rowsOf().filter((line) => !lines.has(line));
  for (const line of missing) console.log(`not in docs/reference/world.md: ${line}`);
  return missing.length === 0 ? 0 : 1;
}

/** Where npx keeps another version of Node. */
async function nodeOf(version) {
  const words = ["npx", "-y", `node@${version}`, "-e", "process.stdout.write(process.execPath)"];
  return (await runCommand(words, { cwd: folder })).out;
}

/** Takes rows until none is left. What came out right with the same package is not tried again. */
async function lane({ queue, nodes, known, keyOf }) {
  for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
    const rowBeginMs = Date.now();
    const node = nodes.get(row.node) ?? process.execPath;
    const key = keyOf(row, node);
    const before = known[row.subject];
    const found = before?.key === key ? before : { key, ...(await tryRow(row, { folder, node })) };
    seen.set(row.subject, found);
    const how = found === before ? "kept" : since(rowBeginMs);
    console.log(`${row.subject.padEnd(20)} ${found.verdict.padEnd(8)} ${how}`);
    if (found.verdict === "fails") console.log(found.line.replaceAll(/^/gm, "    "));
    else writeFileSync(kept, JSON.stringify(Object.assign(known, { [row.subject]: found })));
  }
}

function since(fromMs) {
  return `${((Date.now() - fromMs) / 1_000).toFixed(1)} s`;
}

function conclude() {
  const failed = [...seen].filter(([, { verdict }]) => verdict === "fails").length;
  const right = seen.size - failed;
  console.log(`packages: ${right} as they should be, ${failed} not, in ${since(beginMs)}`);
  if (failed > 0) return 1;
  const { before, table, after } = partsOfPage();
  if (flags.check && isPart) return lacking(table);
  const made = tableOf();
  if (flags.write) writeFileSync(page, `${before}${marks[0]}\n\n${made}\n\n${marks[1]}${after}`);
  if (!flags.check || table === made) return 0;
  console.log("docs/reference/world.md has another table; npm run table:packages -- --write");
  return 1;
}

function partsOfPage() {
  const [before, rest] = readFileSync(page, "utf8").split(marks[0]);
  const [table, after] = (rest ?? "").split(marks[1]);
  if (after === undefined) throw new Error(`${page} has no ${marks.join(" … ")}`);
  return { before, table: table.trim(), after };
}

function rowsOf() {
  return rows.flatMap(({ subject, package: name = subject, version, node }) => {
    const { verdict, line } = seen.get(subject) ?? {};
    if (verdict === undefined) return [];
    const shown = name.includes("`") ? name : `\`${name}\``;
    return [`| ${shown} | ${version ?? `Node ${node}`} | ${verdict} | ${line} |`];
  });
}

function tableOf() {
  const head = ["| package | version tried | verdict | remarks |", "|---|---|---|---|"];
  return [...head, ...rowsOf()].join("\n");
}
