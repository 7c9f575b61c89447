import { readFileSync } from "node:fs";
import path from "node:path";
import type { BoundaryConfig, BoundaryRulesConfig, Config } from "../../config/config.ts";
import type { Tier } from "../../data/case.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import type { BoundaryFinding } from "../../kernel/result/boundary-run.ts";
import {
  type AllEvidence,
  type BoundaryRegression,
  readEvidence,
  readFindings,
  readRegressions,
  type TierEvidence,
} from "../../store/boundaries/index.ts";
import { ProjectFiles } from "./project-files.ts";

/** Both tiers, in the order in which they are told. */
export const tiers: readonly Tier[] = ["legal", "invalid"];

/** A boundary with the files that its patterns mean. */
export interface Boundary extends BoundaryConfig {
  readonly sources: readonly string[];
  /** The test files of each tier that there are. */
  readonly tests: { readonly [Name in Tier]: readonly string[] };
}

/** All that is known of the boundaries of a project. */
export interface Registry {
  readonly root: string;
  readonly rules: BoundaryRulesConfig;
  readonly files: ProjectFiles;
  readonly boundaries: readonly Boundary[];
  readonly evidence: AllEvidence;
  readonly findings: readonly BoundaryFinding[];
  readonly regressions: readonly BoundaryRegression[];
}

/** Reads the registry of a project, and what is kept of it. */
export async function readRegistry(
  config: Pick<Config, "root" | "boundaries" | "boundaryRules">,
): Promise<Registry> {
  const { root, boundaries, boundaryRules: rules } = config;
  const files = await ProjectFiles.below(root);
  return {
    root,
    rules,
    files,
    boundaries: boundaries.map((entry) => ({
      ...entry,
      sources: files.matching(entry.files),
      tests: {
        legal: files.matching(entry.legalTests),
        invalid: files.matching(entry.invalidTests),
      },
    })),
    evidence: readEvidence(root),
    findings: readFindings(root),
    regressions: readRegressions(path.join(root, rules.regressions)).regressions,
  };
}

/** What ran of a tier of the code and tests as they are now. */
export function evidenceOf(
  { root, evidence }: Pick<Registry, "root" | "evidence">,
  boundary: Boundary,
  tier: Tier,
): TierEvidence | undefined {
  const found = evidence[boundary.id]?.[tier];
  return found?.digest === digestOf(root, boundary, tier) ? found : undefined;
}

/** A digest of the code of a boundary, and of the tests and corpora of one tier. */
export function digestOf(root: string, boundary: Boundary, tier: Tier): string {
  const corpora = boundary.corpora.map((corpus) => corpus.path);
  const files = [...boundary.sources, ...boundary.tests[tier], ...corpora];
  const parts = files.map((file) => `${file} ${fileDigest(path.join(root, file)) ?? "missing"}`);
  return sha256([boundary.kind, ...parts].join("\n"));
}

/** The digest of a file; undefined where it cannot be read. */
export function fileDigest(file: string): string | undefined {
  try {
    return sha256(readFileSync(file));
  } catch {
    return undefined;
  }
}
