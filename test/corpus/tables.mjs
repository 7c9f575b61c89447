// The tables of the corpus: JSON Lines, one finding or bug a line, so that a change is one line.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const findingsFile = fileURLToPath(new URL("../quality/corpus-findings.jsonl", import.meta.url));
const bugsFile = fileURLToPath(new URL("../quality/corpus-bugs.jsonl", import.meta.url));

/**
 * Supported findings that were judged: `verdict` true where the authors would accept it as a bug
 * of code or types, with the `reason`.
 */
export function readFindings() {
  const rows = readLines(findingsFile);
  for (const row of rows) {
    const isJudged = typeof row.verdict === "boolean" && row.reason?.length > 20;
    if (!isJudged) throw new Error(`this finding has no verdict or no reason: ${row.target}`);
  }
  return rows;
}

/**
 * Published bugs: the input that shows it, the version before and after the fix, where the fix is
 * told, whether a scan sees it (`supported`, `exploratory` or `no`), and if not, what is missing.
 */
export function readBugs() {
  const rows = readLines(bugsFile);
  for (const { target, seen, missing = "" } of rows) {
    if (!["supported", "exploratory", "no"].includes(seen)) throw new Error(`${target}: ${seen}`);
    if (seen === "no" && missing === "") throw new Error(`${target}: nothing says what is missing`);
  }
  return rows;
}

/** Writes down how each bug was seen this time; the others stay as they are. */
export function writeBugs(rows, judged) {
  const seenOf = new Map(judged.map(({ row, seen }) => [row, seen]));
  const lines = rows.map((row) => JSON.stringify({ ...row, seen: seenOf.get(row) ?? row.seen }));
  writeFileSync(bugsFile, `${lines.join("\n")}\n`);
}

// --- inside ---

function readLines(file) {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
