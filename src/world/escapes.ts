/** Something that left the simulated world in a run. */
export interface Escape {
  /** The class of seams that was left: `threads`, `webassembly`. */
  readonly seam: string;
  /** What was called, `worker_threads.Worker`; or the host's name for what was seen. */
  readonly call: string;
  /** The frames of the call; empty where it was seen only when it was over. */
  readonly stack: string;
  /** What the call does; absent where nothing was called, only seen. */
  readonly why?: string | undefined;
  /** What to do instead of the call. */
  readonly instead?: string | undefined;
}

/** The class of seams that builtins are. */
export const builtinsSeam = "builtins";

/** Why a run is broken that left the simulated world. */
export class EscapeError extends Error {
  override readonly name: string = "EscapeError";
  constructor(message: string, stack = "") {
    super(message);
    if (stack !== "") this.stack = `EscapeError: ${message}\n${stack}`;
  }
}

/** Hears of an escape when it is called; what it gives back is thrown instead of the call. */
export type EscapeListener = (escape: Escape) => EscapeError | undefined;

/** Says who hears of escapes: the run that is on. */
export function listenToEscapes(hear: EscapeListener): void {
  listener = hear;
}

/**
 * To be called before something leaves the simulated world: tells the run, and throws where it may
 * not go on. What is `isNever` may go on in no run.
 */
export function leaveWorld(
  escape: Escape,
  { isNever = false }: { readonly isNever?: boolean } = {},
): void {
  const refusal = listener(escape);
  if (refusal !== undefined) throw refusal;
  if (isNever) throw new EscapeError(escapeText(escape), escape.stack);
}

/** What leaves the simulated world, in words. */
export function escapeText({ call, why, instead }: Escape): string {
  if (why === undefined) {
    return `something outside the simulated world took part${call && ` (${call})`}`;
  }
  return `\`${call}\` leaves the simulated world\nit ${why}\nhelp: ${instead ?? ""}`;
}

// --- inside ---

let listener: EscapeListener = () => undefined;
