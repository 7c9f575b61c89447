import { types } from "node:util";
import { compareSlots, type CoveredFile, type CoverageMap } from "./coverage-map.ts";
import { Rounds } from "./rounds.ts";

/** What two operands were when they were compared, or one that was looked for. */
export type Compared = readonly [left: unknown, right: unknown];

/** What instrumented code calls; the names are short because they are everywhere in it. */
export interface Probes {
  /** A block was entered. */
  readonly b: (block: number) => void;
  /** Code goes on after a wait: what ran before it belongs to another segment. */
  readonly r: <T>(value: T) => T;
  /** `===`, `!==`, `==`, `!=` */
  readonly e: (site: number, a: unknown, b: unknown) => boolean;
  readonly n: (site: number, a: unknown, b: unknown) => boolean;
  readonly q: (site: number, a: unknown, b: unknown) => boolean;
  readonly u: (site: number, a: unknown, b: unknown) => boolean;
  /** `<`, `>`, `<=`, `>=` */
  readonly l: (site: number, a: never, b: never) => boolean;
  readonly g: (site: number, a: never, b: never) => boolean;
  readonly k: (site: number, a: never, b: never) => boolean;
  readonly h: (site: number, a: never, b: never) => boolean;
  /** What a switch looks for, and what a case offers. */
  readonly d: <T>(value: T) => T;
  readonly t: <T>(site: number, value: T) => T;
  /** What is looked for in a collection or a text. */
  readonly a: <T>(value: T) => T;
  /** The collection or the text in which it is looked for. */
  readonly o: <T>(value: T) => T;
}

/** The state that all instrumented files of a process share. */
export class ProbeState {
  /** The last blocks that were entered in this segment, as one number. */
  path = 0;
  /** Hears operands, and at which place of the code, while a run is looked at closely. */
  capture: ((left: unknown, right: unknown, site: number) => void) | undefined;

  /** How many blocks were entered, where that is counted. */
  work = 0;
  /** From here on is looked at which blocks are entered. */
  watchFrom: number = Number.POSITIVE_INFINITY;
  /** Which were, until the limit. */
  readonly rounds: Rounds = new Rounds();
  #workMax: number = Number.POSITIVE_INFINITY;

  /** How many blocks may be entered. */
  get workMax(): number {
    return this.#workMax;
  }

  set workMax(max: number) {
    this.#workMax = max;
    this.watchFrom = max - watchedCount;
    if (Number.isFinite(max)) this.rounds.clear();
  }

  /** Does something that is neither counted nor listened to. */
  aside<R>(call: () => R): R {
    const { path, capture, work, workMax } = this;
    this.capture = undefined;
    try {
      return call();
    } finally {
      Object.assign(this, { path, capture, work, workMax });
    }
  }

  /** Starts a new synchronous segment. */
  readonly cut = (): void => {
    this.path = 0;
  };
}

/** The probes of one file. `ngram` says how many blocks in a row make an edge; 1 is none. */
export function makeProbes(
  covered: CoveredFile,
  parts: {
    readonly map: CoverageMap;
    readonly state: ProbeState;
    readonly ngram: number;
    /** Whether every block that is entered counts as work. */
    readonly countsWork?: boolean | undefined;
  },
): Probes {
  const { map, state, ngram, countsWork = false } = parts;
  const { counters } = map;
  const { start, edgesStart, comparesStart } = covered;
  const mask = comparesStart - edgesStart - 1; // the edges of a file are a power of two
  const bits = Math.min(bitsMax, Math.floor(30 / Math.max(1, ngram - 1)));
  const modulus = (1 << bits) - 1;
  const keep = (1 << (bits * (ngram - 1))) - 1;
  const r = <T>(value: T): T => {
    state.path = 0;
    return value;
  };
  const blocks = (block: number): void => {
    counters[start + block] = (counters[start + block] ?? 0) + 1;
  };
  const edges = (block: number): void => {
    counters[start + block] = (counters[start + block] ?? 0) + 1;
    const path = state.path;
    const edge = edgesStart + (((Math.imul(path, 0x9e37_79b1) >>> 15) + block * 31) & mask);
    counters[edge] = (counters[edge] ?? 0) + 1;
    state.path = ((path << bits) | (((start + block) % modulus) + 1)) & keep;
  };
  // Of its own, without a call in it: it is entered most often of all code there is.
  const metered = (block: number): void => {
    counters[start + block] = (counters[start + block] ?? 0) + 1;
    state.work += 1;
    if (state.work > state.watchFrom) watchWork(state, covered, block);
  };
  const b = mask < 0 ? blocks : edges;
  const note = (site: number, left: unknown, right: unknown): void => {
    const place = comparesStart + site * compareSlots;
    counters[place + distance(left, right)] = 1;
    if (state.capture !== undefined) state.capture(left, right, place);
  };
  const enter = !countsWork ? b : mask < 0 ? metered : counted(edges, state, covered);
  return { b: enter, r, ...comparisons(note), ...lookUps(state) };
}

/** Code was about to do more than it may; only where work is counted. */
export class WorkLimitError extends Error {
  override readonly name: string = "WorkLimitError";
  constructor(workMax: number) {
    super(`the code entered more than ${workMax} blocks`);
  }
}

// --- inside ---

/** How much of the name of a block is kept in a path; all of them must fit into one number. */
const bitsMax = 10;

/** A probe of its own: counting must cost nothing where nobody asks for it. */
function counted(enter: Probes["b"], state: ProbeState, covered: CoveredFile): Probes["b"] {
  return (block) => {
    enter(block);
    state.work += 1;
    if (state.work > state.watchFrom) watchWork(state, covered, block);
  };
}

function watchWork(state: ProbeState, covered: CoveredFile, block: number): void {
  // Again and again: code that catches the first one must not go on.
  if (state.work > state.workMax) throw new WorkLimitError(state.workMax);
  state.rounds.add(covered, block);
}

/** So many blocks before the limit show what goes round and round. */
const watchedCount = 4_096;

type Note = (site: number, left: unknown, right: unknown) => void;

function comparisons(note: Note): Pick<Probes, "e" | "n" | "q" | "u" | "l" | "g" | "k" | "h"> {
  return {
    e: (site, a, b) => {
      note(site, a, b);
      return a === b;
    },
    n: (site, a, b) => {
      note(site, a, b);
      return a !== b;
    },
    q: (site, a, b) => {
      note(site, a, b);
      return a == b; // eslint-disable-line eqeqeq -- the user wrote it
    },
    u: (site, a, b) => {
      note(site, a, b);
      return a != b; // eslint-disable-line eqeqeq -- the user wrote it
    },
    l: (site, a, b) => {
      note(site, a, b);
      return a < b;
    },
    g: (site, a, b) => {
      note(site, a, b);
      return a > b;
    },
    k: (site, a, b) => {
      note(site, a, b);
      return a <= b;
    },
    h: (site, a, b) => {
      note(site, a, b);
      return a >= b;
    },
  };
}

function lookUps(state: ProbeState): Pick<Probes, "d" | "t" | "a" | "o"> {
  let wanted: unknown;
  /** Where something is about to be looked for; calls in the argument look elsewhere meanwhile. */
  const places: unknown[] = [];
  return {
    d: (value) => {
      wanted = value;
      return value;
    },
    t: (_site, value) => {
      state.capture?.(wanted, value, switchSite);
      return value;
    },
    a: (value) => {
      if (state.capture === undefined) return value;
      state.capture(undefined, value, lookUpSite);
      const place = places.pop();
      for (const found of foundIn(place)) state.capture(value, found, lookUpSite);
      return value;
    },
    o: (value) => {
      // Not every receiver is followed by its argument: one that throws is not.
      if (state.capture !== undefined && places.push(value) > placesMax) places.length = 0;
      return value;
    },
  };
}

/** What is compared at no place of its own. */
export const switchSite: number = -1;
export const lookUpSite: number = -2;

const placesMax = 64;
/** So much of a collection is heard. */
const foundMax = 32;
/** Longer texts are not heard. */
const textMax = 256;

/** What would have been found; a proxy is left alone, for it would hear that it is looked at. */
function foundIn(place: unknown): readonly unknown[] {
  if (typeof place === "string") return place.length <= textMax ? [place] : [];
  if (typeof place !== "object" || place === null || types.isProxy(place)) return [];
  if (types.isUint8Array(place)) return [place];
  if (Array.isArray(place)) return Array.prototype.slice.call(place, 0, foundMax);
  const keys = types.isMap(place)
    ? Map.prototype.keys.call(place)
    : types.isSet(place)
      ? Set.prototype.keys.call(place)
      : plainKeys(place);
  const found: unknown[] = [];
  for (const key of keys) if (found.push(key) >= foundMax) break;
  return found;
}

function plainKeys(place: object): readonly string[] {
  const prototype: unknown = Reflect.getPrototypeOf(place);
  return prototype === null || prototype === Object.prototype ? Object.keys(place) : [];
}

/** How far apart two operands are, in a few steps: nearer is told from near, far is far. */
function distance(left: unknown, right: unknown): number {
  if (typeof left === "number" && typeof right === "number") return numberDistance(left, right);
  if (typeof left === "string" && typeof right === "string") return textDistance(left, right);
  return left === right ? 0 : compareSlots - 1;
}

function numberDistance(left: number, right: number): number {
  const gap = left > right ? left - right : right - left;
  if (gap < 8) return Math.ceil(gap);
  if (gap < 0x8000_0000) return 8 + Math.min(22, 28 - Math.clz32(gap));
  return compareSlots - 1; // also for NaN
}

function textDistance(left: string, right: string): number {
  if (left === right) return 0;
  let same = 0;
  while (same < 7 && same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) {
    same += 1;
  }
  return 8 - same;
}
