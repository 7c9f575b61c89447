import {
  addObserved,
  mergeObservation,
  type Observation,
  type ObservedFact,
} from "./observation.ts";

/** The kinds of property, by what they ask of a run or of a campaign. */
export type PropertyKind =
  | "always"
  | "sometimes"
  | "reachable"
  | "unreachable"
  | "eventually"
  | "invariant"
  | "final";

/** How often one property was evaluated in a campaign. */
export interface PropertyCount {
  readonly kind: PropertyKind;
  readonly name: string;
  held: number;
  broken: number;
}

/** How often an operation, a fault and a property met, and how it came out. */
export interface EvidenceCell {
  readonly operation: string;
  readonly fault: string;
  readonly property: string;
  passed: number;
  failed: number;
}

/** Operations that ran, and properties that were evaluated, while a set of faults was on. */
export interface Exposure {
  /** The names of the faults, sorted. */
  readonly faults: readonly string[];
  /** How often each operation started under them. */
  readonly operations: Map<string, number>;
  /** How often each property was evaluated under them. */
  readonly properties: Map<string, number>;
}

/** An exposure as plain data. */
export interface ExposureData {
  readonly faults: readonly string[];
  readonly operations: Readonly<Record<string, number>>;
  readonly properties: Readonly<Record<string, number>>;
}

/** Calls that came to nothing on purpose: the code refused its input, or no input could be made. */
export interface Refusal {
  readonly operation: string;
  /** `expected`: it threw and that is meant. `unmade`: it was not called. */
  readonly kind: "expected" | "unmade";
  /** The guard, the documentation, or what could not be made. */
  readonly why: string;
  count: number;
}

/** What a campaign has seen of its properties, operations and faults; one a worker, then merged. */
export class Tally {
  readonly properties: Map<string, PropertyCount> = new Map();
  readonly cells: Map<string, EvidenceCell> = new Map();
  readonly operations: Map<string, { count: number }> = new Map();
  readonly faults: Map<string, number> = new Map();
  readonly exposures: Map<string, Exposure> = new Map();
  readonly refusals: Map<string, Refusal> = new Map();
  readonly observations: Map<string, Observation> = new Map();

  /** Counts a call that came to nothing on purpose. */
  refused(refusal: Omit<Refusal, "count">, count = 1): void {
    const { operation, kind, why } = refusal;
    const key = `${operation}\u0000${kind}\u0000${why}`;
    const known = this.refusals.get(key);
    if (known !== undefined) known.count += count;
    else if (this.refusals.size < refusalsMax)
      this.refusals.set(key, { operation, kind, why, count });
  }

  /** Counts what was seen, whether it is as it should be or not. */
  observed(observed: ObservedFact): void {
    addObserved(this.observations, observed);
  }

  /** What happened while exactly these faults were on; hold on to it while they are. */
  exposure(faults: readonly string[]): Exposure {
    const sorted = faults.toSorted();
    const key = sorted.join("\u0000");
    const known = this.exposures.get(key);
    if (known !== undefined) return known;
    const exposure = { faults: sorted, operations: new Map(), properties: new Map() };
    this.exposures.set(key, exposure);
    return exposure;
  }

  /** The counter of one property; hold on to it in a hot loop. */
  property(kind: PropertyKind, name: string): PropertyCount {
    const known = this.properties.get(name);
    if (known?.kind === kind) return known;
    // Two kinds may share a name; only the second pays for a longer key.
    const key = known === undefined ? name : `${name}\u0000${kind}`;
    const count = this.properties.get(key) ?? { kind, name, held: 0, broken: 0 };
    this.properties.set(key, count);
    return count;
  }

  /** Counts one more start of an operation. */
  started(operation: string): void {
    const known = this.operations.get(operation);
    if (known === undefined) this.operations.set(operation, { count: 1 });
    else known.count += 1;
  }

  /** Counts a cell; only called when the fault really fired during the operation. */
  cell(operation: string, fault: string, property: string): EvidenceCell {
    const key = `${operation}\u0000${fault}\u0000${property}`;
    const known = this.cells.get(key);
    if (known !== undefined) return known;
    const cell = { operation, fault, property, passed: 0, failed: 0 };
    this.cells.set(key, cell);
    return cell;
  }
}

/** The plain form of a tally, for messages between processes and for reports. */
export interface TallyData {
  readonly properties: readonly Readonly<PropertyCount>[];
  readonly cells: readonly Readonly<EvidenceCell>[];
  readonly operations: Readonly<Record<string, number>>;
  readonly faults: Readonly<Record<string, number>>;
  readonly exposures: readonly ExposureData[];
  readonly refusals: readonly Readonly<Refusal>[];
  readonly observations: readonly Observation[];
}

/** A tally as plain data. */
export function tallyData(tally: Tally): TallyData {
  return {
    properties: [...tally.properties.values()],
    cells: [...tally.cells.values()],
    operations: Object.fromEntries(
      Array.from(tally.operations, ([name, { count }]) => [name, count]),
    ),
    faults: Object.fromEntries(tally.faults),
    refusals: [...tally.refusals.values()],
    observations: [...tally.observations.values()],
    exposures: Array.from(tally.exposures.values(), ({ faults, operations, properties }) => ({
      faults,
      operations: Object.fromEntries(operations),
      properties: Object.fromEntries(properties),
    })),
  };
}

/** Adds what another worker saw. */
export function mergeTally(into: Tally, data: TallyData): void {
  for (const { kind, name, held, broken } of data.properties) {
    const count = into.property(kind, name);
    count.held += held;
    count.broken += broken;
  }
  for (const { operation, fault, property, passed, failed } of data.cells) {
    const cell = into.cell(operation, fault, property);
    cell.passed += passed;
    cell.failed += failed;
  }
  for (const [name, count] of Object.entries(data.operations)) {
    into.operations.set(name, { count: count + (into.operations.get(name)?.count ?? 0) });
  }
  for (const [name, count] of Object.entries(data.faults)) {
    into.faults.set(name, count + (into.faults.get(name) ?? 0));
  }
  for (const refusal of data.refusals) into.refused(refusal, refusal.count);
  for (const more of data.observations) mergeObservation(into.observations, more);
  for (const { faults, operations, properties } of data.exposures) {
    const exposure = into.exposure(faults);
    addCounts(exposure.operations, operations);
    addCounts(exposure.properties, properties);
  }
}

/** Adds one to the counter of a name. */
export function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

// --- inside ---

/** So many different reasons are told apart. */
const refusalsMax = 1_000;

function addCounts(into: Map<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) {
    into.set(name, count + (into.get(name) ?? 0));
  }
}
