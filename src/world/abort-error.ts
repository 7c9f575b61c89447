/** What Node rejects with when a wait is aborted; its own class is out of reach. */
export class AbortError extends Error {
  override readonly name: string = "AbortError";
  readonly code = "ABORT_ERR";

  constructor(signal: AbortSignal) {
    super("The operation was aborted", { cause: signal.reason });
  }
}
