import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Tier } from "../../data/case.ts";
import { writeWhole } from "../write-whole.ts";

/** What ran of one tier of a boundary. */
export interface TierEvidence {
  readonly tests: readonly string[];
  readonly cases: number;
  /** The smallest share of cases that got past the door in any of its checks. */
  readonly reach: number;
  /** How many cases got how far, a line for each stage of each check. */
  readonly stages: readonly string[];
  /** Each seeded fault that could be shown, and whether any check noticed it. */
  readonly bite: readonly { readonly name: string; readonly isNoticed: boolean }[];
  /** How many findings it made. */
  readonly findings: number;
  readonly seed: string;
  /** Of the files and tests as they were then; another digest makes this evidence of other code. */
  readonly digest: string;
}

/** What ran of a boundary. */
export type BoundaryEvidence = { readonly [Name in Tier]?: TierEvidence };

/** What ran of each boundary, by its id. */
export type AllEvidence = Readonly<Record<string, BoundaryEvidence>>;

/** The folder of all that campaigns keep. */
export function boundariesFolder(root: string): string {
  return path.join(root, ".gauntlet", "boundaries");
}

/** Reads what ran; what cannot be read has not run. */
export function readEvidence(root: string): AllEvidence {
  const file = evidenceFile(root);
  if (!existsSync(file)) return {};
  try {
    const read = JSON.parse(readFileSync(file, "utf8")) as { boundaries?: AllEvidence };
    return read.boundaries ?? {};
  } catch {
    return {};
  }
}

/** Writes what ran. */
export async function writeEvidence(root: string, boundaries: AllEvidence): Promise<void> {
  await writeWhole(evidenceFile(root), `${JSON.stringify({ version: 1, boundaries }, null, 2)}\n`);
}

// --- inside ---

function evidenceFile(root: string): string {
  return path.join(boundariesFolder(root), "evidence.json");
}
