import type { Duplex } from "node:stream";
import type { DispatchHandler } from "./exchange.ts";

/** Lets a handler of undici 7's and 8's form be told in the form of undici 6. */
export function modernAsLegacy(given: object): DispatchHandler {
  const handler = given as ModernHandler;
  const control = new Control();
  return {
    onConnect: (abort, context) => {
      control.onAbort = abort;
      handler.onRequestStart?.(control, context);
    },
    onHeaders: (status, raw, resume, text) => {
      control.onResume = resume;
      control.rawHeaders = raw;
      handler.onResponseStart?.(control, status, headersOf(raw), text);
      return !control.paused;
    },
    onUpgrade: (status, raw, socket) => {
      control.rawHeaders = raw;
      handler.onRequestUpgrade?.(control, status, headersOf(raw), socket);
    },
    onData: (chunk) => {
      handler.onResponseData?.(control, chunk);
      return !control.paused;
    },
    onComplete: () => handler.onResponseEnd?.(control, {}),
    onError: (error) => handler.onResponseError?.(control, error),
  };
}

// --- inside ---

interface ModernHandler {
  onRequestStart?(control: Control, context: unknown): void;
  onResponseStart?(control: Control, ...head: [number, object, string]): void;
  onRequestUpgrade?(control: Control, ...head: [number, object, Duplex]): void;
  onResponseData?(control: Control, chunk: Buffer): void;
  onResponseEnd?(control: Control, trailers: object): void;
  onResponseError?(control: Control, error: unknown): void;
}

class Control {
  paused = false;
  aborted = false;
  reason: unknown = null;
  onAbort: (reason?: unknown) => void = () => {};
  onResume: () => void = () => {};
  /** Where undici 8 looks for them: names and values in turn, as they came. */
  rawHeaders: readonly Buffer[] = [];
  readonly rawTrailers: readonly Buffer[] = [];

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.onResume();
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.onAbort(reason);
  }
}

function headersOf(raw: readonly Buffer[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = String(raw[at]).toLowerCase();
    const value = raw[at + 1]?.toString("latin1") ?? "";
    const known = headers[name];
    headers[name] = known === undefined ? value : [known, value].flat();
  }
  return headers;
}
