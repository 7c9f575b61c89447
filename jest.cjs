"use strict";

// The adapter for Jest. A CommonJS file that imports nothing of ours, because Jest runs test files
// in a realm of its own and cannot load an ESM-only package there: the command line does the work.
const { spawn, spawnSync } = require("node:child_process");
const { existsSync, readdirSync } = require("node:fs");
const path = require("node:path");
const { fileURLToPath } = require("node:url");

const program = path.join(__dirname, "dist", "cli", "main.js");
const scanLines = path.join(__dirname, "dist", "cli", "adapters", "scan-lines-main.js");
const fuzzCheck = path.join(__dirname, "dist", "cli", "adapters", "fuzz-check-main.js");
const overheadMs = 50_000;

/**
 * Declares the tests of a chaos file: saved regressions first, then a bounded exploration; of a
 * fuzz test its corpus and further inputs.
 * @param {string | URL} given
 * @param {{ runs?: number, time?: number, seed?: string | number }} [options]
 */
exports.chaos = function chaos(given, options = {}) {
  const { runs = 200, time = 10, seed } = options;
  const selector = absoluteSelector(String(given), folderOfCaller(chaos));
  // With `injectGlobals: false` the only door to Jest is this module, which Jest itself provides.
  const test = globalThis.test ?? require("@jest/globals").test;
  const { file: chaosFile } = splitSelector(selector);
  const projectRoot = projectRootOf(chaosFile);
  // A workspace is tested from its root, where the command to replay would find nothing.
  const inside = path.relative(process.cwd(), projectRoot);
  const place = inside === "" ? [] : ["--cwd", inside];
  const file = path.relative(projectRoot, chaosFile).split(path.sep).join("/");
  const timeoutMs = time * 1_000 + overheadMs;
  for (const trace of regressionsOf(chaosFile)) {
    test(
      `${file}: regression ${path.basename(trace)}`,
      () => demand(["replay", trace, "--regression", "--quiet", ...place]),
      timeoutMs,
    );
  }
  if (/\.fuzz\.[cm]?[jt]sx?$/.test(chaosFile)) {
    const name = `${file}: no failure in its corpus and ${inputsText(options)}`;
    test(name, async () => judge(await fuzzed(selector, options)), timeoutMs);
    return;
  }
  const budget = ["--runs", String(runs), "--time", String(time)];
  const start = seed === undefined ? [] : ["--seed", String(seed)];
  test(
    `${file}: no failure in ${runs} runs`,
    () => demand(["explore", selector, ...budget, ...start, "--quiet", ...place]),
    timeoutMs,
  );
};

/**
 * Declares the test of a saved regression that replays its run; takes the test file's own place.
 * @param {string | URL} testFile
 */
exports.regression = function regression(testFile) {
  const file = String(testFile).startsWith("file:") ? fileURLToPath(String(testFile)) : testFile;
  const test = globalThis.test ?? require("@jest/globals").test;
  const id = path.basename(file).replace(/\.test\.\w+$/, "");
  const words = ["verify", id, "--dry-run", "--cwd", path.dirname(file)];
  test(`regression ${id}`, () => demand(words), overheadMs);
};

/**
 * Declares one test for each function and class that `[[scan]]` names: it fails with what a scan
 * has proven. Jest wants to know its tests at once, so this waits until the types are read.
 * @param {{ files?: string[], runs?: number, time?: number, seed?: string | number }} [options]
 */
exports.scanTests = function scanTests(options = {}) {
  const test = globalThis.test ?? require("@jest/globals").test;
  const given = JSON.stringify(options);
  const cwd = folderOfCaller(scanTests) ?? process.cwd();
  const asked = [scanLines, "list", given];
  const listed = spawnSync(process.execPath, asked, { encoding: "utf8", cwd });
  if (listed.status !== 0) throw new Error(`\n${listed.stderr}`);
  let outcomes;
  for (const { name, timeoutMs, skipped } of linesOf(listed.stdout)) {
    if (skipped !== undefined) {
      test.skip(`${name}: ${skipped}`, () => {});
      continue;
    }
    test(
      name,
      async () => judge(await outcomeOf(name, (outcomes ??= scanned(given, cwd)))),
      timeoutMs,
    );
  }
};

/** The folder of the file that called a function of ours, if it is one. */
function folderOfCaller(called) {
  const { prepareStackTrace } = Error;
  const holder = {};
  try {
    Error.prepareStackTrace = (_, sites) => sites[0]?.getFileName() ?? "";
    Error.captureStackTrace(holder, called);
    const script = String(holder.stack);
    const file = script.startsWith("file:") ? fileURLToPath(script) : script;
    return path.isAbsolute(file) ? path.dirname(file) : undefined;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/** Relative to the file that names it, and where nothing is there, to the working directory. */
function absoluteSelector(text, folder = process.cwd()) {
  if (text.startsWith("file:")) return fileURLToPath(text) + decodeURIComponent(new URL(text).hash);
  const { file, suffix } = splitSelector(text);
  const places = [folder, process.cwd()].map((start) => path.resolve(start, file));
  return (places.find((place) => existsSync(place)) ?? places[0]) + suffix;
}

/** A `#` in the name of a folder belongs to the path. */
function splitSelector(selector) {
  const hash = selector.lastIndexOf("#");
  const isPart = hash === -1 || /[\\/]/.test(selector.slice(hash));
  const end = isPart ? selector.length : hash;
  return { file: selector.slice(0, end), suffix: selector.slice(end) };
}

function projectRootOf(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "package.json"))) return folder;
    if (folder === path.dirname(folder)) return path.dirname(file);
  }
}

function linesOf(text) {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

/** The one scan of all targets; whoever waits for a target hears of it as soon as it is done. */
function scanned(given, cwd) {
  const done = new Map();
  const waiting = new Map();
  const child = spawn(process.execPath, [scanLines, "run", given], { cwd });
  let [text, told] = ["", ""];
  child.stdout.on("data", (chunk) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() ?? "";
    for (const outcome of linesOf(lines.join("\n"))) {
      done.set(outcome.name, outcome);
      waiting.get(outcome.name)?.(outcome);
    }
  });
  child.stderr.on("data", (chunk) => (told += chunk));
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve({ failure: `ScanFailure: the scan ended early\n${told}` }));
  });
  return { done, waiting, ended };
}

/** How much is tried besides the corpus, as the other adapters say it. */
function inputsText({ runs, time }) {
  if (runs === undefined && time !== undefined) return `${time} s of inputs`;
  const count = runs ?? 200;
  return `${count.toLocaleString("en")} ${count === 1 ? "input" : "inputs"}`;
}

/** Runs the corpus of a fuzz test, then further inputs, in processes of their own. */
function fuzzed(selector, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fuzzCheck, selector, JSON.stringify(options)]);
    let [text, told] = ["", ""];
    child.stdout.on("data", (chunk) => (text += chunk));
    child.stderr.on("data", (chunk) => (told += chunk));
    child.on("error", reject);
    child.on("close", () => {
      const [outcome] = linesOf(text);
      resolve(outcome ?? { failure: `FuzzFailure: the inputs were not run to their end\n${told}` });
    });
  });
}

function outcomeOf(name, { done, waiting, ended }) {
  if (done.has(name)) return done.get(name);
  const own = new Promise((resolve) => waiting.set(name, resolve));
  return Promise.race([own, ended.then((outcome) => done.get(name) ?? outcome)]);
}

function judge({ failure }) {
  if (failure === undefined) return;
  const error = new Error(failure);
  error.stack = failure;
  throw error;
}

function regressionsOf(chaosFile) {
  const folder = chaosFile.replace(/(?:\.chaos)?\.[cm]?[jt]sx?$/, ".regressions");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.jsonl(?:\.gz)?$/.test(name));
  return names.toSorted().map((name) => path.join(folder, name));
}

function demand(words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words, "--no-color"]);
    let told = "";
    child.stdout.on("data", (chunk) => (told += chunk));
    child.stderr.on("data", (chunk) => (told += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) return resolve();
      const failure = new Error(`\n${told}`);
      // The stack would show the adapter; the report has the user's own line.
      failure.stack = `ChaosFailure: ${failure.message}`;
      reject(failure);
    });
  });
}
