import type { Arbitrary } from "./fast-check.ts";
import { type Maker, type Making, makeValue, walkAtOnce } from "./maker.ts";

/** So many times stubs may be called in one run; code that goes on asking would never end. */
const stubCallsMax = 5_000;

/** A stub was asked too often; thrown to end the run, never a failure of the code. */
export class StubSpentError extends Error {
  override readonly name: string = "StubSpentError";
  constructor() {
    super(`stubs were called more than ${stubCallsMax} times`);
  }
}

/**
 * Makes functions that ignore what they are given and give back values that are drawn when they
 * are called, in that order, so that a replay gives the same.
 */
export function stubMaker(path: string, returns: Arbitrary | undefined): Maker {
  const label = `${path}()`;
  return {
    make: (_of, making) => stub(making, { label, name: lastName(path), returns }),
    text: () => `${lastName(path)}()`,
  };
}

// --- inside ---

function stub(
  making: Making,
  { label, name, returns }: { label: string; name: string; returns: Arbitrary | undefined },
): object {
  const made = (): unknown => {
    making.stubCalls += 1;
    if (making.stubCalls > stubCallsMax) throw new StubSpentError();
    if (returns === undefined) return undefined;
    return walkAtOnce(makeValue(making.decisions.value(label, returns), making));
  };
  Object.defineProperty(made, "name", { value: name });
  return made;
}

/** `options.onItem` is shown as `onItem`. */
function lastName(path: string): string {
  return /([A-Za-z_$][\w$]*)[^A-Za-z_$]*$/.exec(path)?.[1] ?? "callback";
}
