/**
 * How a name of Node behaves in a run.
 *
 * - `simulated`: a stand-in of ours, or Node's own code that reaches the host only `through` one;
 *   what it sets is put back after the run.
 * - `pure`: cannot touch the host, nor answer differently; printing counts, for it is captured.
 * - `varies`: only reads something of the host, or changes this process; `doctor` watches it.
 * - `refused`: an escape, thrown before anything happens.
 * - `ends`: ends the worker, which is judged from outside as a crash.
 */
export type BuiltinClass = "simulated" | "pure" | "varies" | "refused" | "ends";

/** Names of one module that behave alike. A name stands for all that is in it, too. */
export interface BuiltinRow {
  /** The builtin's name without `node:`, or `globalThis`. */
  readonly module: string;
  readonly is: BuiltinClass;
  /**
   * Exports with dots into them, `Socket.prototype.send`; `*` is the whole module. One that ends in
   * `=` is what is set.
   */
  readonly names: string;
  /** Whether a name stands only for itself, because what is new in it may do anything. */
  readonly isExact?: boolean;
  /** What it does or what makes it vary, to be read by a user. */
  readonly why?: string;
  /** The stand-ins by which Node's own code reaches the host, as full names. */
  readonly through?: string;
  /** The class of seams that is left. */
  readonly seam?: string;
  /** What to do instead. */
  readonly instead?: string;
  /** Refused also where runs may leave the world: other processes would feel it, or no run ends. */
  readonly isNever?: boolean;
  /**
   * Refused also while a module is loaded in the middle of a run, which else happens outside of it:
   * what native code does is seen by nobody.
   */
  readonly isOfLoading?: boolean;
  /** Refused also outside of runs, where packages are loaded: it acts on the machine. */
  readonly isOutside?: boolean;
  /** The file of Node whose own calls are harmless: `node:internal/deps/undici`. */
  readonly exceptFrom?: string;
  /** What each instance has whose functions are refused as well, also of one from before a run. */
  readonly ofInstances?: string;
  /** Says which calls are refused where others are harmless. */
  readonly when?: (self: unknown, args: readonly unknown[]) => boolean;
}

/** A row whose calls leave the simulated world. */
export type RefusedRow = BuiltinRow & Required<Pick<BuiltinRow, "why" | "seam" | "instead">>;

/** Makes a row of calls that leave the simulated world. */
export function refused(row: Omit<RefusedRow, "is">): RefusedRow {
  return { ...row, is: "refused" };
}
