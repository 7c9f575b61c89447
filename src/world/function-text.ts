import { replaceFunction, standsFor } from "./stand-in.ts";

/**
 * Lets functions show the text that their author wrote. Ours stand where Node's are, and show what
 * Node's would; the user's are compiled with additions, which name things that only we know: text
 * that is sent to a browser or evaluated elsewhere would fail there.
 */
export function installFunctionText(): void {
  const { toString } = Function.prototype;
  function standIn(this: unknown): string {
    const text = Reflect.apply(toString, standsFor(this), []);
    return text.includes(ownMark) ? (writtenText(text) ?? text) : text;
  }
  replaceFunction(Function.prototype, "toString", standIn);
}

/** Says how to find what was written behind the compiled text of a function. */
export function showWritten(find: (compiled: string) => string | undefined): void {
  writtenText = find;
}

/** Part of every name that is compiled into the user's code. */
export const ownMark = "__g_";

// --- inside ---

let writtenText: (compiled: string) => string | undefined = () => undefined;
