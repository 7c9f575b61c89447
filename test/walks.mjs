// Counts how far a command walks through src/: files and lines whose functions are entered, how
// often the order of first entries changes rooms, and project files that are read more than once:
//   node test/walks.mjs [--only explore] [--json]
// Works on a copy of compiled/ in which every function notes its first entry. Needs a build.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import MagicString from "magic-string";
import { parseSync, Visitor } from "oxc-parser";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiled = path.join(root, "compiled");
const { values } = parseArgs({
  options: { only: { type: "string" }, json: { type: "boolean", default: false } },
});

/** The four commands, each in an example of this repository. */
const walks = [
  ["explore", "checkout", ["explore", "checkout.chaos.ts", "--runs", "20"]],
  ["scan", "wallet", ["scan", "src", "--runs", "20", "--time", "600"]],
  ["test", "wallet", ["test", "refused.scenario.yaml"]],
  ["agent contract run", "travel-agents", ["agent", "contract", "run"]],
];

const cache = path.join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
const place = mkdtempSync(path.join(cache, "walks-"));
const projects = mkdtempSync(path.join(realpathSync(tmpdir()), "walks-")); // not below node_modules
symlinkSync(path.join(root, "node_modules"), path.join(projects, "node_modules"));
try {
  instrument();
  const rows = walks.filter(([name]) => (values.only ?? name) === name).map(walk);
  console.log(values.json ? JSON.stringify(rows) : table(rows));
  if (rows.some(({ files }) => files < 10)) throw new Error("a walk entered next to nothing");
} finally {
  rmSync(projects, { recursive: true, force: true });
  rmSync(place, { recursive: true, force: true });
}

// --- inside ---

function instrument() {
  const own = path.join(place, "dist");
  for (const name of readdirSync(compiled, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js") || name.startsWith(".")) continue;
    const file = path.join(own, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, noted(readFileSync(path.join(compiled, name), "utf8"), name));
  }
  for (const name of ["vendor", ".stamp"]) {
    if (existsSync(path.join(root, "dist", name))) {
      symlinkSync(path.join(root, "dist", name), path.join(own, name));
    }
  }
  cpSync(path.join(root, "package.json"), path.join(place, "package.json"));
  writeFileSync(path.join(place, "note.mjs"), noteText());
}

/** Each function begins with a note; the notes are taken by a module that is loaded first. */
function noted(text, name) {
  const edits = new MagicString(text);
  const note = `__walk(${JSON.stringify(name)});`;
  const enter = ({ body }) => {
    if (body?.type === "BlockStatement" || body?.type === "FunctionBody") {
      const first = body.body.find(({ directive }) => typeof directive === "string");
      if (first === undefined) edits.appendRight(body.start + 1, note);
    }
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
  }).visit(parseSync(name, text).program);
  const up = "../".repeat(name.split("/").length);
  const shebang = /^#![^\n]*\n/.exec(text)?.[0] ?? "";
  edits.appendRight(shebang.length, `import { walk as __walk } from "${up}note.mjs";`);
  return edits.toString();
}

function noteText() {
  return `import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const write = fs.writeSync;
const seen = new Set();
const log = fs.openSync(${JSON.stringify(path.join(place, "log-"))} + process.pid, "a");
let isSaying = false;
const say = (line) => {
  if (isSaying) return;
  isSaying = true;
  try { write(log, line + "\\n"); } catch {}
  isSaying = false;
};
export function walk(name) {
  if (seen.has(name)) return;
  seen.add(name);
  say("F " + name);
}
for (const name of ["readFileSync", "readFile"]) {
  for (const holder of name === "readFile" ? [fs.promises, fs] : [fs]) {
    const real = holder[name];
    holder[name] = function (file, ...rest) {
      if (typeof file === "string" || file instanceof URL) say("R " + file);
      return Reflect.apply(real, this, [file, ...rest]);
    };
  }
}
syncBuiltinESMExports();
`;
}

function walk([name, example, words]) {
  const project = path.join(projects, example);
  cpSync(path.join(root, "examples", example), project, {
    recursive: true,
    filter: (file) => path.basename(file) !== ".gauntlet",
  });
  const main = path.join(place, "dist", "cli", "main.js");
  try {
    // A preload: Node's permissions would keep workers from writing the notes.
    const env = { ...process.env, NODE_OPTIONS: `--import=${path.join(place, "note.mjs")}` };
    execFileSync(process.execPath, [main, ...words], { cwd: project, stdio: "pipe", env });
  } catch (error) {
    const { status, stdout, stderr } = error;
    if (status !== 1) throw new Error(`${name}: ${stdout}${stderr}`, { cause: error });
  }
  return countedIn(name, project);
}

function countedIn(name, project) {
  const files = new Set();
  const reads = new Map();
  let roomChanges = 0;
  for (const log of readdirSync(place).filter((one) => one.startsWith("log-"))) {
    const lines = readFileSync(path.join(place, log), "utf8").split("\n");
    rmSync(path.join(place, log));
    const entered = lines.filter((line) => line.startsWith("F ")).map((line) => line.slice(2));
    for (const file of entered) files.add(file);
    const rooms = entered.map((file) => file.split("/")[0]);
    roomChanges += rooms.filter((room, at) => at > 0 && room !== rooms[at - 1]).length;
    for (const line of lines.filter((one) => one.startsWith(`R ${project}`))) {
      const file = path.relative(project, line.slice(2));
      if (statSync(path.join(project, file), { throwIfNoEntry: false })?.isFile() !== true)
        continue;
      reads.set(`${log} ${file}`, (reads.get(`${log} ${file}`) ?? 0) + 1);
    }
  }
  const lines = [...files].map((file) => {
    const source = path.join(root, "src", file.replace(/\.js$/, ".ts"));
    return readFileSync(source, "utf8").split("\n").length - 1;
  });
  const again = [...reads].filter(([, count]) => count > 1).map(([key]) => key.split(" ")[1]);
  return {
    walk: name,
    files: files.size,
    lines: lines.reduce((sum, count) => sum + count, 0),
    roomChanges,
    readTwice: [...new Set(again)],
  };
}

function table(rows) {
  const head =
    "| walk | files | lines | room changes | read twice in one process |\n|---|---|---|---|---|";
  const lines = rows.map(
    ({ walk: name, files, lines: count, roomChanges, readTwice }) =>
      `| \`${name}\` | ${files} | ${count} | ${roomChanges} | ${readTwice.length} |`,
  );
  return [head, ...lines].join("\n");
}
