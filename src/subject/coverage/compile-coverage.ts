import { parseSync } from "oxc-parser";
import { type InstrumentationStep, replacedIn } from "../loader/instrumentation.ts";
import { type Instrumentation, isCjs, isEsm, type ModulePlan } from "../loader/plan.ts";
import { CoverageMap, type CoveredFile } from "./coverage-map.ts";
import { type CoveragePlan, probesName } from "./coverage-text.ts";
import { findBlocks } from "./find-blocks.ts";
import { type SourceToken, sourceTokens } from "./source-tokens.ts";
import { makeProbes, ProbeState } from "./probes.ts";

/** What is counted while the user's code runs, for all files of a process. */
export interface Coverage {
  readonly map: CoverageMap;
  readonly state: ProbeState;
  /** How many blocks in a row make an edge. */
  readonly ngram: number;
  /** Whether a file, by its absolute path, is counted. */
  readonly includes: (file: string) => boolean;
  /** Whether every block that is entered counts as work. */
  readonly countsWork?: boolean | undefined;
  /** What stands in the code that is counted, as far as inputs may have to hold it. */
  readonly tokens: SourceToken[];
}

/** A coverage without any file yet. */
export function createCoverage(
  options: Pick<Coverage, "ngram" | "includes" | "countsWork">,
): Coverage {
  return { ...options, map: new CoverageMap(), state: new ProbeState(), tokens: [] };
}

/** Compiles counters into every file of a graph that is to be counted. */
export function coverageStep(coverage: Coverage): InstrumentationStep {
  return ({ plans }) => compileCoverage(plans, coverage);
}

// --- inside ---

function compileCoverage(plans: readonly ModulePlan[], coverage: Coverage): void {
  const known = new Map<string, CoveredFile | undefined>();
  for (const plan of plans) {
    if (!isEsm(plan) && !isCjs(plan)) continue;
    if (!coverage.includes(plan.file)) continue;
    const { format, code, prefix } = plan.analysis;
    const { program } = parseSync(format === "esm" ? "module.js" : "module.cjs", code, {
      lang: "js",
      sourceType: format === "esm" ? "module" : "commonjs",
    });
    const countsOptional = coverage.countsWork === true;
    const found = findBlocks(program, prefix, { replaced: replacedIn(plan), countsOptional });
    // A file that is two modules, by two spellings of its URL, is counted once.
    if (!known.has(plan.file)) {
      if (coverage.countsWork === true) coverage.tokens.push(...sourceTokens(program));
      known.set(
        plan.file,
        coverage.map.take({
          ...found,
          compares: found.compares.length,
          sites: found.compares,
          file: plan.file,
          edges: edgesOf(found, coverage),
        }),
      );
    }
    const covered = known.get(plan.file);
    if (covered === undefined) continue;
    const values = [makeProbes(covered, coverage)];
    plan.instrumentation.push({ edits: editsOf(found), names: [probesName(prefix)], values });
  }
}

/** Operators are replaced when everything else is in place. */
function editsOf({ edits, operators }: CoveragePlan): Instrumentation["edits"] {
  const size = Number.MAX_SAFE_INTEGER;
  const replaced = operators.map(
    (place) => ({ ...place, side: "replace", text: ",", size }) as const,
  );
  return [...edits, ...replaced];
}

/** A power of two with room enough that two edges seldom meet. */
function edgesOf({ blocks }: { readonly blocks: readonly unknown[] }, { ngram }: Coverage): number {
  if (ngram <= 1) return 0;
  return 1 << (32 - Math.clz32(Math.min(blocks.length, 1 << 14) * 4));
}
