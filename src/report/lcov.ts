import type { ReachedBlock, ReachedFile } from "../kernel/result/reached-file.ts";

/**
 * Reached blocks as lcov, which editors and CI read. Only lines on which a block begins are told:
 * of the others nothing was counted.
 */
export function lcovText(files: readonly ReachedFile[]): string {
  const sorted = joined(files).toSorted((a, b) => (a.file < b.file ? -1 : 1));
  return sorted.map(recordOf).join("");
}

// --- inside ---

/** A file that several subjects have run is told once, with what all of them reached. */
function joined(files: readonly ReachedFile[]): readonly ReachedFile[] {
  const byFile = new Map<string, ReachedFile>();
  for (const { file, blocks } of files) {
    // The same file may have been compiled in two ways.
    const key = `${blocks.length} ${file}`;
    const before = byFile.get(key)?.blocks ?? [];
    const added = blocks.map((block, at) => ({
      ...block,
      hits: block.hits + (before[at]?.hits ?? 0),
    }));
    byFile.set(key, { file, blocks: added });
  }
  return [...byFile.values()];
}

function recordOf({ file, blocks }: ReachedFile): string {
  const placed = blocks.filter(({ line }) => line >= 1).toSorted((a, b) => a.line - b.line);
  const lines = [
    // The format has no escapes: a line break in a name would begin another record.
    `SF:${file.replaceAll(/[\r\n]/g, "_")}`,
    ...functionLines(placed),
    ...branchLines(placed),
    ...lineLines(placed),
    "end_of_record",
  ];
  return `TN:\n${lines.join("\n")}\n`;
}

function functionLines(blocks: readonly ReachedBlock[]): readonly string[] {
  const names = new Map<string, number>();
  const functions = blocks.flatMap(({ line, hits, functionName }) => {
    if (functionName === undefined) return [];
    const plain = functionName.replaceAll(/[\r\n,]/g, "_");
    const count = (names.get(plain) ?? 0) + 1;
    names.set(plain, count);
    // Readers join what has one name.
    return [{ line, hits, name: count === 1 ? plain : `${plain}_${count}` }];
  });
  if (functions.length === 0) return [];
  return [
    ...functions.map(({ line, name }) => `FN:${line},${name}`),
    ...functions.map(({ hits, name }) => `FNDA:${hits},${name}`),
    `FNF:${functions.length}`,
    `FNH:${functions.filter(({ hits }) => hits > 0).length}`,
  ];
}

function branchLines(blocks: readonly ReachedBlock[]): readonly string[] {
  const branches = blocks.filter(({ isBranch = false }) => isBranch);
  if (branches.length === 0) return [];
  const numbers = new Map<number, number>();
  const entered = new Set(blocks.filter(({ hits }) => hits > 0).map(({ line }) => line));
  return [
    ...branches.map(({ line, hits }) => {
      const number = numbers.get(line) ?? 0;
      numbers.set(line, number + 1);
      // A dash says that the code around it never ran at all.
      return `BRDA:${line},0,${number},${hits === 0 && !entered.has(line) ? "-" : hits}`;
    }),
    `BRF:${branches.length}`,
    `BRH:${branches.filter(({ hits }) => hits > 0).length}`,
  ];
}

function lineLines(blocks: readonly ReachedBlock[]): readonly string[] {
  const hits = new Map<number, number>();
  for (const block of blocks) {
    hits.set(block.line, Math.max(hits.get(block.line) ?? 0, block.hits));
  }
  return [
    ...[...hits].map(([line, count]) => `DA:${line},${count}`),
    `LF:${hits.size}`,
    `LH:${[...hits.values()].filter((count) => count > 0).length}`,
  ];
}
