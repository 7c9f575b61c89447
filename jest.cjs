"use strict";

// The adapter for Jest. A CommonJS file that imports nothing of ours, because Jest runs test files
// in a realm of its own and cannot load an ESM-only package there: the command line does the work.
const { spawn } = require("node:child_process");
const { existsSync, readdirSync } = require("node:fs");
const path = require("node:path");
const { fileURLToPath } = require("node:url");

const program = path.join(__dirname, "dist", "cli", "main.js");
const overheadMs = 50_000;

/**
 * Declares the tests of a chaos file: saved regressions first, then a bounded exploration.
 * @param {string | URL} given
 * @param {{ runs?: number, time?: number, seed?: string | number }} [options]
 */
exports.chaos = function chaos(given, options = {}) {
  const { runs = 200, time = 10, seed } = options;
  const file = typeof given === "string" ? given : fileURLToPath(given.href);
  // With `injectGlobals: false` the only door to Jest is this module, which Jest itself provides.
  const test = globalThis.test ?? require("@jest/globals").test;
  const chaosFile = path.resolve(file.replace(/#[^#]*$/, ""));
  const timeoutMs = time * 1_000 + overheadMs;
  for (const trace of regressionsOf(chaosFile)) {
    test(
      `${file}: regression ${path.basename(trace)}`,
      () => demand(["replay", trace, "--regression", "--quiet"]),
      timeoutMs,
    );
  }
  const budget = ["--runs", String(runs), "--time", String(time)];
  const start = seed === undefined ? [] : ["--seed", String(seed)];
  test(
    `${file}: no failure in ${runs} runs`,
    () => demand(["explore", path.resolve(file), ...budget, ...start, "--quiet"]),
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
