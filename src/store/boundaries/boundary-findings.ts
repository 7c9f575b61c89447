import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Tier } from "../../data/case.ts";
import type { BoundaryFinding } from "../../kernel/result/boundary-run.ts";
import { writeWhole } from "../write-whole.ts";
import { boundariesFolder } from "./boundary-evidence.ts";

/** A finding that was promoted: a line of a file that is committed. */
export interface BoundaryRegression {
  readonly finding: string;
  readonly boundary: string;
  readonly pack: string;
  readonly tier: Tier;
  readonly test: string;
  readonly token: string;
  readonly because: string;
}

/** Every finding that is kept, by id. */
export function readFindings(root: string): readonly BoundaryFinding[] {
  const folder = findingsFolder(root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.toSorted().flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(path.join(folder, name), "utf8")) as BoundaryFinding];
    } catch {
      return [];
    }
  });
}

/** Keeps a finding, in place of what was known of it. */
export async function writeFinding(root: string, finding: BoundaryFinding): Promise<void> {
  const file = path.join(findingsFolder(root), `${finding.id}.json`);
  await writeWhole(file, `${JSON.stringify(finding, null, 2)}\n`);
}

/** Every promoted finding; a line that is not one says so by its number. */
export function readRegressions(file: string): {
  readonly regressions: readonly BoundaryRegression[];
  readonly wrongLines: readonly number[];
} {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const regressions: BoundaryRegression[] = [];
  const wrongLines: number[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = parsed(line);
    if (read === undefined) wrongLines.push(at + 1);
    else regressions.push(read);
  }
  return { regressions, wrongLines };
}

/** Promotes a finding: from now on every campaign plays its case first. */
export async function addRegression(file: string, added: BoundaryRegression): Promise<void> {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  await writeWhole(file, `${before}${JSON.stringify(added)}\n`);
}

// --- inside ---

function findingsFolder(root: string): string {
  return path.join(boundariesFolder(root), "findings");
}

const fields = ["finding", "boundary", "pack", "tier", "test", "token", "because"] as const;

function parsed(line: string): BoundaryRegression | undefined {
  try {
    const read = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const isWhole = fields.every((name) => typeof read[name] === "string");
    return isWhole ? (read as unknown as BoundaryRegression) : undefined;
  } catch {
    return undefined;
  }
}
