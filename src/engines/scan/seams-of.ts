import type { ReliabilityCell, ScannedSeam } from "../../kernel/scan.ts";
import { findSeams, type FoundSeam } from "../../subject/found-seams/index.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import type { CallTarget } from "../../kernel/call-plan.ts";
import type { Evidence } from "../../kernel/result.ts";

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
   * project, as they are written. What only other targets of its file meet is not among them.
   */
  faultsAround(target: CallTarget, others: readonly CallTarget[]): readonly string[] {
    const files = new Set<string>();
    this.#walk(this.#source.module(target.module), files, 0);
    const foreign = new Set(
      others.filter((one) => one !== target).flatMap(({ calls }) => calls.map(({ name }) => name)),
    );
    const codes = [...files].flatMap((file) =>
      this.inFile(file)
        .filter((seam) => file !== target.module || !foreign.has(seam.function))
        .flatMap(({ faults }) => faults.slice(0, faultsPerSeam)),
    );
    return [...new Set(codes.map(({ code }) => code))].slice(0, faultsMax);
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
export function toldSeam(seam: FoundSeam): ScannedSeam {
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

// --- inside ---

const untried: ReliabilityCell["status"] = "NOT EXERCISED";
/** Imports are followed so far. */
const depthMax = 3;
/** The first faults of a seam fit it best; with more, each is on too seldom. */
const faultsPerSeam = 2;
const faultsMax = 8;
