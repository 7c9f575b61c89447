/**
 * Whether a command printed what a document says. Seconds, digests, keys, times, ids of runs and
 * versions of Node are masked. A line that is only `…` stands for any number of lines; a line that
 * ends in `…` gives the beginning of one.
 */
export function isSameOutput(expected: readonly string[], actual: readonly string[]): boolean {
  const [wanted, ...restWanted] = expected;
  if (wanted === undefined) return actual.length === 0;
  if (wanted.trim() === "…") {
    for (let skipped = 0; skipped <= actual.length; skipped++) {
      if (isSameOutput(restWanted, actual.slice(skipped))) return true;
    }
    return false;
  }
  const [printed, ...restPrinted] = actual;
  if (printed === undefined || !isSameLine(wanted, printed)) return false;
  return isSameOutput(restWanted, restPrinted);
}

/** What a command printed, as lines without trailing space or empty lines around. */
export function outputLines(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

// --- inside ---

function isSameLine(wanted: string, printed: string): boolean {
  const [one, other] = [masked(wanted.trimEnd()), masked(printed)];
  if (one === other) return true;
  return one.endsWith("…") && other.startsWith(one.slice(0, -1));
}

function masked(line: string): string {
  return line
    .replace(/ {3}[\d.,]+ (?:s|ms)$/, "   # s")
    .replace(/\bdigest [0-9a-f]+/, "digest #")
    .replaceAll(/\b\d{8}-\d{9}-[0-9a-f]{6}\b/g, "run #")
    .replace(/\bkey [0-9a-f]{64}\b/, "key #")
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time #")
    .replace(/\bnode \d+\.\d+\.\d+/, "node #");
}
