import type { SeamCall } from "./fault.ts";

/** A function that is told of an error first, or of `null` and the answer. */
export type Callback = (error: unknown, ...answers: unknown[]) => unknown;

/**
 * The callback of a call that answers by one. A builtin's is known by its module; of any other
 * function only its author knows whether a last function is told of errors.
 */
export function callbackOf(
  { seam, declared }: { readonly seam: string; readonly declared: boolean | undefined },
  call: SeamCall,
): Callback | undefined {
  if (!(declared ?? isCallbackBuiltin(seam))) return undefined;
  const last = call.args.at(-1);
  return typeof last === "function" ? (last as Callback) : undefined;
}

/**
 * Shows a strike a call that answers with a promise, so that every fault works on callbacks as on
 * promises, and tells the callback what became of it.
 */
export function strikeCallback(
  call: SeamCall,
  callback: Callback,
  strike: (call: SeamCall) => unknown,
): unknown {
  const given = call.args.slice(0, -1);
  let returned: unknown;
  let others: readonly unknown[] = [];
  let count = 1;
  const proceed = (args: readonly unknown[] = given): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const told: Callback = (error, ...answers) => {
        if (error !== null && error !== undefined) return reject(error);
        [, ...others] = answers;
        count = answers.length;
        resolve(answers[0]);
      };
      returned = call.proceed([...args, told]);
    });
  // Outside of the promise: what a callback throws is uncaught, as with every callback.
  const tell = (...told: Parameters<Callback>): void => queueMicrotask(() => callback(...told));
  const promised = { ...call, args: given, isAsync: true, proceed };
  // What a strike throws at once is told as well.
  const settled = new Promise((resolve) => resolve(strike(promised)));
  settled.then(
    (value) => {
      if (count === 0 && value === undefined) tell(null);
      else tell(null, value, ...others);
    },
    (error: unknown) => tell(error),
  );
  return returned;
}

// --- inside ---

/** Modules whose functions take an error-first callback as their last argument, if any. */
const modules = /^node:(?:fs|dns|crypto|zlib|child_process)#(.+)$/;

/** What takes another kind of callback. */
const others = new Set(["exists", "watch", "watchFile", "unwatchFile"]);

function isCallbackBuiltin(seam: string): boolean {
  const name = modules.exec(seam)?.[1];
  return name !== undefined && !name.includes(".") && !others.has(name);
}
