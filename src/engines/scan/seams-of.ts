import type { ReliabilityCell, ScannedSeam } from "../../kernel/result/scan.ts";
import { findSeams, type FoundSeam } from "../../subject/found-seams/index.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Evidence } from "../../kernel/result/result.ts";

/** What may go wrong around a target, as it is written: `fault.diskFull()`. */
export interface FaultsAround {
  /** What is tried. */
  readonly tried: readonly string[];
  /** What fits as well and is not tried. */
  readonly left: readonly string[];
  /** How many of those that are tried are where something outside may be changed. */
  readonly effects: number;
}

/** The seams of a project's files, each file read once. */
export class ProjectSeams {
  readonly #source: ProjectSource;
  readonly #found = new Map<string, readonly FoundSeam[]>();

  constructor(source: ProjectSource) {
    this.#source = source;
  }

  /** The seams in a file. */
  inFile(file: string): readonly FoundSeam[] {
    let found = this.#found.get(file);
    if (found === undefined) this.#found.set(file, (found = findSeams(this.#source, file)));
    return found;
  }

  /**
   * The faults that fit where a target meets a seam, in its file or what that imports of the
   * project. What only other targets of its file meet is not among them.
   */
  faultsAround(target: CallTarget, others: readonly CallTarget[]): FaultsAround {
    const files = new Set<string>();
    this.#walk(this.#source.module(target.module), files, 0);
    const foreign = new Set(
      others.filter((one) => one !== target).flatMap(({ calls }) => calls.map(({ name }) => name)),
    );
    const seams = [...files].flatMap((file) =>
      this.inFile(file).filter((seam) => file !== target.module || !foreign.has(seam.function)),
    );
    return chosenFaults(seams);
  }

  #walk(module: SourceModule | undefined, files: Set<string>, depth: number): void {
    if (module === undefined || files.has(module.shown) || depth > depthMax) return;
    files.add(module.shown);
    for (const declared of module.locals.values()) {
      if (declared.kind !== "import") continue;
      this.#walk(this.#source.imported(declared.specifier, module), files, depth + 1);
    }
  }
}

/** A seam as a report tells it. */
export function reportedSeam(seam: FoundSeam): ScannedSeam {
  const { kind, file, line, what, faults, invariants } = seam;
  return {
    kind,
    place: `${file}:${line}`,
    function: seam.function,
    what,
    faults: faults.map(({ code }) => code),
    invariants,
  };
}

/** What was shown of a target under faults: of one that was not called under them, nothing. */
export function reliabilityOf(
  target: CallTarget,
  faults: readonly string[],
  evidence: Evidence | undefined,
): readonly ReliabilityCell[] {
  if (evidence !== undefined) {
    const shown = evidence.cells.map(({ operation, fault, property, failed }) => ({
      operation,
      fault,
      property,
      status: failed > 0 ? ("FAIL" as const) : ("PASS" as const),
    }));
    const open = evidence.notExercised.map((cell) => ({ ...cell, status: untried }));
    return [...shown, ...open].filter(({ operation, property }) =>
      property.startsWith(`${operation} `),
    );
  }
  return target.calls.flatMap(({ name }) =>
    faults.map((fault) => ({
      operation: name,
      fault,
      property: `${name} fails only as it means to`,
      status: untried,
    })),
  );
}

/** Those of seams that change something first, where there are more than are tried. */
export function chosenFaults(
  seams: readonly Pick<FoundSeam, "hasEffect" | "faults">[],
): FaultsAround {
  const codesOf = (of: typeof seams, countMax = Number.POSITIVE_INFINITY): readonly string[] => [
    ...new Set(of.flatMap(({ faults }) => faults.slice(0, countMax).map(({ code }) => code))),
  ];
  const byEffect = [true, false].flatMap((has) => seams.filter((seam) => seam.hasEffect === has));
  const best = new Set(codesOf(byEffect, faultsPerSeam).slice(0, faultsMax));
  const all = codesOf(seams);
  const ofEffects = new Set(codesOf(seams.filter(({ hasEffect }) => hasEffect)));
  const tried = codesOf(seams, faultsPerSeam).filter((code) => best.has(code));
  return {
    tried,
    left: all.filter((code) => !best.has(code)),
    effects: tried.filter((code) => ofEffects.has(code)).length,
  };
}

/**
 * What is called first where time may be over before all is: what changes something outside,
 * because a fault there leaves half of it done, then what meets most faults.
 */
export function byValue<T extends { readonly faults: FaultsAround }>(
  tasks: readonly T[],
): readonly T[] {
  return tasks.toSorted(
    ({ faults: a }, { faults: b }) => b.effects - a.effects || b.tried.length - a.tried.length,
  );
}

/** How many faults fit and were not tried, where calls were made under faults. */
export function leftFaultsNote(left: number): readonly string[] {
  if (left === 0) return [];
  const limits = `${faultsPerSeam} for each seam, ${faultsMax} for each target`;
  return [`${left} more faults fit and were not tried (${limits}); the map has them NOT EXERCISED`];
}

// --- inside ---

const untried: ReliabilityCell["status"] = "NOT EXERCISED";
/** Imports are followed so far. */
const depthMax = 3;
/** The first faults of a seam fit it best; with more, each is on too seldom. */
const faultsPerSeam = 2;
const faultsMax = 8;
