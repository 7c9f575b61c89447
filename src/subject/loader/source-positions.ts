import { type DecodedSourceMap, originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import { fileURLToPath } from "node:url";
import type { TransformOptions } from "oxc-transform";
import type { ModulePlan } from "./plan.ts";
import { lineOf, type Position, positionAt } from "./source-text.ts";
import type { SourceFile } from "./source-file.ts";
import { strip } from "./strip.ts";
import { emitted, type Unit } from "./unit.ts";

/** A place in the user's own file. */
export interface SourcePosition extends Position {
  readonly file: string;
}

/**
 * Finds the user's line behind a line of compiled code; all maps are made at the first question
 * about a file.
 */
export class SourcePositions {
  readonly #options: (file: string) => TransformOptions;
  readonly #units = new Map<string, Unit>();
  readonly #maps = new WeakMap<Unit, readonly TraceMap[]>();

  constructor(options: (file: string) => TransformOptions) {
    this.#options = options;
  }

  /** Makes a file known; the latest one of a name wins. */
  add(unit: Unit): void {
    this.#units.set(unit.plan.file, unit);
  }

  /** Takes and gives lines and columns as a stack trace prints them, counted from 1. */
  original(file: string, at: Position): SourcePosition | undefined {
    const unit = this.#units.get(pathFrom(file));
    if (unit === undefined) return undefined;
    const maps = this.#maps.get(unit) ?? this.#createMaps(unit);
    this.#maps.set(unit, maps);
    let place: Position | undefined = at;
    for (const map of maps) place = place && trace(map, place);
    return place && { file: unit.plan.file, ...place };
  }

  /** The user's line for an offset in the type-free code of a plan. */
  lineOfOffset(plan: ModulePlan, offset: number): number {
    const position = positionAt(plan.analysis.code, offset);
    const map = this.#stripMap(plan);
    return (map === undefined ? position : (trace(map, position) ?? position)).line;
  }

  /** One line of the user's file, or undefined when the file is not one of ours. */
  line(file: string, line: number): string | undefined {
    const unit = this.#units.get(pathFrom(file));
    return unit === undefined ? undefined : lineOf(unit.plan.source, line);
  }

  #createMaps(unit: Unit): readonly TraceMap[] {
    const { plan, link } = unit;
    const text = emitted(plan, link);
    if (text === undefined) return [];
    // Stacks point at words and signs, so one entry for each is enough; of a large file, an entry
    // for each character would take longer than the runs that ask.
    const map = text.generateDecodedMap({ hires: "boundary", source: plan.file });
    const stripped = this.#stripMap(plan);
    return [toTraceMap(map), ...(stripped === undefined ? [] : [stripped])];
  }

  #stripMap(plan: ModulePlan): TraceMap | undefined {
    if (plan.analysis.format === "json") return undefined;
    const input: SourceFile = {
      file: plan.file,
      source: plan.source,
      sourceType: plan.analysis.format === "esm" ? "module" : "commonjs",
      options: this.#options(plan.file),
      interop: plan.analysis.interop,
    };
    const { sourceType, options, interop, source } = input;
    const how = JSON.stringify([sourceType, options, interop]);
    const known = stripMaps.get(plan.file);
    if (known?.source === source && known.how === how) return known.map;
    const { map } = strip(input, "map");
    const made = map === undefined ? undefined : toTraceMap(map);
    if (stripMaps.size >= stripMapsMax) stripMaps.clear();
    stripMaps.set(plan.file, { source, how, map: made });
    return made;
  }
}

// --- inside ---

/** A process loads one file for many targets; what it says depends on its text alone. */
const stripMaps = new Map<string, StripMap>();
const stripMapsMax = 200;

interface StripMap {
  readonly source: string;
  /** What else it depends on. */
  readonly how: string;
  readonly map: TraceMap | undefined;
}

interface AnyMap {
  readonly mappings: string | DecodedSourceMap["mappings"];
  readonly names: readonly string[];
  readonly sources: readonly (string | null)[];
}

function toTraceMap({ mappings, names, sources }: AnyMap): TraceMap {
  const about = { version: 3, names: [...names], sources: [...sources] } as const;
  return typeof mappings === "string"
    ? new TraceMap({ ...about, mappings })
    : new TraceMap({ ...about, mappings });
}

function trace(map: TraceMap, { line, column }: Position): Position | undefined {
  const found = originalPositionFor(map, { line, column: column - 1 });
  return found.line === null ? undefined : { line: found.line, column: found.column + 1 };
}

function pathFrom(file: string): string {
  return file.startsWith("file:") ? fileURLToPath(file.replace(/[?#].*$/, "")) : file;
}
