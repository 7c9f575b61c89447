// Scans well-known packages of the registry and compares what is found with what is known of them:
// `npm run scan:packages`; `-- --update` writes down what is found now. It needs the registry,
// so it is no part of `npm test`.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const expectedFile = path.join(repository, "test/quality/packages-expected.json");
const seed = "1";
const runs = "300";

/** Packages without dependencies that ship types; `types` where these lie elsewhere. */
const packages = [
  { name: "@lukeed/ms", version: "2.0.2", file: "dist/index.mjs", types: "index.d.ts" },
  { name: "camelcase", version: "8.0.0", file: "index.js" },
  { name: "clsx", version: "2.1.1", file: "dist/clsx.mjs", types: "clsx.d.mts" },
  { name: "compare-versions", version: "6.1.1", file: "lib/esm/index.js" },
  { name: "cookie", version: "1.0.2", file: "dist/index.js" },
  { name: "decamelize", version: "6.0.1", file: "index.js" },
  { name: "dequal", version: "2.0.3", file: "dist/index.mjs", types: "index.d.ts" },
  { name: "escape-string-regexp", version: "5.0.0", file: "index.js" },
  { name: "fastest-levenshtein", version: "1.0.16", file: "esm/mod.js" },
  { name: "indent-string", version: "5.0.0", file: "index.js" },
  { name: "leven", version: "4.1.0", file: "index.js" },
  { name: "mitt", version: "3.0.1", file: "dist/mitt.mjs", types: "index.d.ts" },
  { name: "parse-ms", version: "4.0.0", file: "index.js" },
  { name: "pretty-bytes", version: "7.1.0", file: "index.js" },
  { name: "quick-lru", version: "7.3.0", file: "index.js" },
  { name: "scule", version: "1.3.0", file: "dist/index.mjs" },
  { name: "shell-quote", version: "1.12.0", file: "index.js" },
  { name: "slugify", version: "1.6.6", file: "slugify.js" },
  { name: "split-on-first", version: "4.0.0", file: "index.js" },
  { name: "tinyqueue", version: "3.0.0", file: "index.js" },
  { name: "title-case", version: "4.3.2", file: "dist/index.js" },
  { name: "ufo", version: "1.6.1", file: "dist/index.mjs" },
  { name: "yocto-queue", version: "1.2.2", file: "index.js" },
];

const only = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const isUpdate = process.argv.includes("--update");
const wanted = packages.filter(({ name }) => only.length === 0 || only.includes(name));
const scratch = mkdtempSync(path.join(tmpdir(), "gauntlet-packages-"));
try {
  install();
  const found = Object.fromEntries(wanted.map((one) => [`${one.name}@${one.version}`, scan(one)]));
  process.exitCode = compare(found) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function install() {
  writeFileSync(path.join(scratch, "package.json"), `{ "private": true }`);
  const names = wanted.map(({ name, version }) => `${name}@${version}`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--save-exact"];
  execFileSync("npm", ["install", ...flags, ...names], { cwd: scratch, stdio: "inherit" });
}

/** A package as a project of its own: only what lies outside of node_modules is somebody's code. */
function scan({ name, file, types }) {
  const root = path.join(scratch, "projects", name);
  mkdirSync(path.dirname(root), { recursive: true });
  cpSync(path.join(scratch, "node_modules", name), root, { recursive: true });
  // The settings of those who made it extend packages that are not installed with it.
  rmSync(path.join(root, "tsconfig.json"), { force: true });
  if (types !== undefined) {
    const beside = file.replace(/\.([cm]?)js$/, ".d.$1ts");
    cpSync(path.join(root, types), path.join(root, beside));
  }
  const main = path.join(repository, "dist/cli/main.js");
  const flags = ["scan", file, "--seed", seed, "--runs", runs, "--json", "--quiet"];
  const ended = spawnSync(process.execPath, [main, ...flags], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (ended.status !== 0 && ended.status !== 1) {
    throw new Error(`the scan of ${name} itself ended with ${ended.status}\n${ended.stderr}`);
  }
  const document = JSON.parse(ended.stdout);
  const { seconds, targets, blocked = 0 } = document.summary;
  const cells = [
    name.padEnd(22),
    `${targets} functions`.padStart(14),
    `${blocked} blocked`.padStart(11),
    `${document.summary.runs} runs`.padStart(11),
    `${seconds.toFixed(1)} s`.padStart(8),
    `${(targets / seconds).toFixed(2)} functions/s`.padStart(18),
    `${document.findings.length} findings`.padStart(12),
  ];
  console.log(cells.join(""));
  return document.findings.filter(isSteady).map(line).toSorted();
}

/** Laws are looked for as long as there is time, and what hangs is told by a clock. */
function isSteady({ kind, identity }) {
  return kind !== "timeout" && !identity.property.startsWith("law ");
}

function line({ evidence, kind, identity }) {
  const told = identity.property === "" ? identity.message : identity.property;
  return `${evidence.level} ${evidence.target}: ${kind} ${identity.error}: ${told}`;
}

/** Says what differs from what is known, or writes it down. */
function compare(found) {
  const known = JSON.parse(readFileSync(expectedFile, "utf8"));
  if (isUpdate) {
    const all = only.length === 0 ? found : { ...known, ...found };
    writeFileSync(expectedFile, `${JSON.stringify(all, undefined, 2)}\n`);
    return true;
  }
  let isSame = true;
  for (const [name, lines] of Object.entries(found)) {
    const before = known[name] ?? [];
    const news = lines.filter((text) => !before.includes(text)).map((text) => `  + ${text}`);
    const gone = before.filter((text) => !lines.includes(text)).map((text) => `  - ${text}`);
    if (news.length + gone.length === 0) continue;
    isSame = false;
    console.log(
      [`${name} differs from test/quality/packages-expected.json:`, ...news, ...gone].join("\n"),
    );
  }
  if (isSame) console.log(`all ${Object.keys(found).length} packages as they are known`);
  return isSame;
}
