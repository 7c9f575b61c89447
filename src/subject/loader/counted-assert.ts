import assert, { AssertionError } from "node:assert";
import { currentHook } from "../../kernel/judge/run-hook.ts";
import { type AnyFunction, imitate } from "../../world/stand-in.ts";

/** The property under which assertions of Node are counted. */
export const assertProperty = "node:assert";

/** Whether a specifier names the assertions of Node. */
export function isAssert(url: string): boolean {
  return /^node:assert(?:\/strict)?$/u.test(url);
}

/**
 * The assertions of Node as the code of a project sees them: each that passes in a run counts as a
 * property that held, so that a test which checks with nothing else has checked something. Packages
 * keep the originals: what they assert about themselves says nothing about the project.
 */
export function countedAssert(original: AnyFunction): AnyFunction {
  const known = made.get(original);
  if (known !== undefined) return known;
  const call = countedCheck(original, true);
  // A view, and no copy: what a run changes of it is changed of Node's own, which is put back.
  const counted = new Proxy(original, {
    apply: (_target, self, args: unknown[]) => Reflect.apply(call, self, args) as unknown,
    get: (target, name, receiver) =>
      checkOf(Reflect.get(target, name, receiver) as unknown, String(name)),
  });
  made.set(original, counted);
  made.set(counted, counted);
  return counted;
}

/** The same as a module that is imported. */
export function assertNamespace(original: AnyFunction): object {
  const counted = countedAssert(original);
  return Object.assign({}, counted, { default: counted });
}

// --- inside ---

const made = new WeakMap<AnyFunction, AnyFunction>();

function checkOf(value: unknown, name: string): unknown {
  if (typeof value !== "function" || /^[A-Z]/u.test(name)) return value; // classes are no checks
  if (!Object.hasOwn(assert, name)) return value;
  const check = value as AnyFunction;
  if (name === "strict") return countedAssert(check);
  const known = made.get(check) ?? countedCheck(check, name === "ok");
  made.set(check, known);
  return known;
}

function countedCheck(original: AnyFunction, isOk: boolean): AnyFunction {
  function check(this: unknown, ...args: unknown[]): unknown {
    let answer: unknown;
    try {
      answer = Reflect.apply(original, this, args);
    } catch (thrown) {
      throw isOk ? withoutOurLine(thrown, check) : thrown;
    }
    count(answer);
    return answer;
  }
  return imitate(check, original);
}

/** `rejects` and `doesNotReject` have checked when their promise is fulfilled. */
function count(answer: unknown): void {
  const hook = currentHook();
  if (hook === undefined) return;
  const held = (): void => hook.always(true, assertProperty);
  if (answer instanceof Promise) void answer.then(held, () => {});
  else held();
}

/** Where it is given no message, `ok` quotes the line of its caller, which is one of ours here. */
function withoutOurLine(thrown: unknown, check: AnyFunction): unknown {
  if (!(thrown instanceof AssertionError) || !thrown.generatedMessage) return thrown;
  const { actual, expected, operator } = thrown;
  const isEmpty = actual === undefined && /No value argument/u.test(thrown.message);
  if (isEmpty) return thrown;
  return new AssertionError({ actual, expected, operator, stackStartFn: check });
}
