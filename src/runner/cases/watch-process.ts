import { SecretFinder } from "../../kernel/secrets/secret-finder.ts";

/**
 * Watches what this process leaves uncaught and prints, until it is stopped. Whoever listened for
 * uncaught errors before, such as the test runner, hears nothing meanwhile: they are the case's.
 */
export class ProcessWatch {
  #uncaught: unknown[] = [];
  #leaks: string[] = [];
  #canary = "";
  readonly #stops: readonly (() => void)[];

  constructor() {
    this.#stops = [
      ...["uncaughtException", "unhandledRejection"].map((event) =>
        heardInstead(event, (thrown) => void this.#uncaught.push(thrown)),
      ),
      ...printers().map(({ holder, name, where }) =>
        calledThrough(holder, name, (given) => {
          if (this.#canary === "" || !holdsCanary(this.#canary, given.map(textOf).join(" ")))
            return;
          this.#leaks.push(where);
        }),
      ),
    ];
  }

  /** From now on it is about another case. */
  begin(canary: string): void {
    [this.#canary, this.#uncaught, this.#leaks] = [canary, [], []];
  }

  /** Errors of the case that nobody caught. */
  get uncaught(): readonly unknown[] {
    return this.#uncaught;
  }

  /** Where the canary of the case came out. */
  get leaks(): readonly string[] {
    return this.#leaks;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }
}

/** Whether a text has the canary, as it is or packed: in base64, hex, escapes of URLs or JSON. */
export function holdsCanary(canary: string, text: string): boolean {
  const finder = new SecretFinder();
  finder.add(canary);
  return finder.find(text.slice(0, textLengthMax), false).length > 0;
}

/** An error with all that it says: its message, stack, causes, and what hangs on it. */
export function errorTexts(thrown: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  const add = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) {
      if (typeof value === "string") parts.push(value);
      return;
    }
    if (seen.size >= partsMax) return;
    seen.add(value);
    if (value instanceof Error) parts.push(value.message, value.stack ?? "");
    for (const key of Reflect.ownKeys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      if (own !== undefined && "value" in own) add(own.value);
    }
  };
  add(thrown);
  return typeof thrown === "string" ? thrown : parts.join("\n");
}

// --- inside ---

/** An error may hold the whole program; a leak that is further away is not looked for. */
const partsMax = 200;
const textLengthMax = 1_048_576;

type Listener = (...given: readonly unknown[]) => void;

function heardInstead(event: string, hear: Listener): () => void {
  const others = process.listeners(event as never) as Listener[];
  process.removeAllListeners(event);
  process.on(event, hear);
  return () => {
    process.removeListener(event, hear);
    // However many there were, they are no more than before.
    const most = process.getMaxListeners();
    process.setMaxListeners(0);
    for (const other of others) process.on(event, other);
    process.setMaxListeners(most);
  };
}

type Printer = Record<string, unknown>;

interface PrinterPlace {
  readonly holder: Printer;
  readonly name: string;
  readonly where: string;
}

/** A test runner may have put a console of its own there, which writes to no stream of ours. */
function printers(): readonly PrinterPlace[] {
  const own = globalThis.console as unknown as Printer;
  return [
    ...["log", "info", "warn", "error", "debug", "trace", "dir"].map((name) => ({
      holder: own,
      name,
      where: `what was printed by console.${name}`,
    })),
    { holder: process.stdout as unknown as Printer, name: "write", where: "stdout" },
    { holder: process.stderr as unknown as Printer, name: "write", where: "stderr" },
  ];
}

function calledThrough(
  holder: Printer,
  name: string,
  hear: (given: readonly unknown[]) => void,
): () => void {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  const original = holder[name] as (...given: readonly unknown[]) => unknown;
  holder[name] = function through(this: unknown, ...given: readonly unknown[]): unknown {
    hear(given);
    return Reflect.apply(original, this, given);
  };
  return () => {
    if (before === undefined) delete holder[name];
    else Object.defineProperty(holder, name, before);
  };
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return errorTexts(value);
}
