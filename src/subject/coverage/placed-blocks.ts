import type { PlacedBlock } from "../../kernel/result/reached-file.ts";
import type { Block, CoverageMap } from "./coverage-map.ts";

/** Where the blocks of a file stand, in the order of their slots. */
export interface PlacedFile {
  /** The absolute path. */
  readonly file: string;
  /** The slot of its first block. */
  readonly start: number;
  /** On line 0 where nobody knows. */
  readonly blocks: readonly PlacedBlock[];
}

/** The blocks of all files from a number on; more files come where code is loaded late. */
export function placedBlocks(
  { files }: Pick<CoverageMap, "files">,
  from: number,
  lineOf: (file: string, offset: number) => number | undefined,
): readonly PlacedFile[] {
  return files.slice(from).map(({ file, start, blocks }) => ({
    file,
    start,
    blocks: blocks.map((block) => ({
      line: lineOf(file, block.offset) ?? 0,
      ...kindOf(block),
    })),
  }));
}

// --- inside ---

function kindOf({ kind, name = "(anonymous)" }: Block): Omit<PlacedBlock, "line"> {
  if (kind === "function") return { functionName: name };
  return kind === "branch" || kind === "fallback" ? { isBranch: true } : {};
}
