import { isDeepStrictEqual } from "node:util";
import { literalText } from "../../kernel/values/literal-text.ts";
import type { Detection, Detector } from "./detector.ts";

/** An input must not change what all objects inherit, nor what one of the results inherits. */
export const prototypePollution: Detector = {
  name: "prototype-pollution",
  says: "changes what objects inherit",
  tokens: ["__proto__", "constructor", "prototype", "constructor.prototype", '"__proto__":{'],
  judge({ builtins, outcome }) {
    const changed = builtins?.inherited ?? [];
    if (changed.length > 0) {
      return polluted("what all objects inherit was changed", changed.join(", "));
    }
    const chosen = outcome.kind === "returned" ? chosenPrototype(outcome.value) : undefined;
    if (chosen === undefined) return undefined;
    return polluted("the result inherits from an object of the input", literalText(chosen));
  },
};

/** What is given to be read must be the same afterwards. */
export const changedArguments: Detector = {
  name: "changed-arguments",
  says: "was changed by the code that was to read it",
  tokens: [],
  judge({ before, after }) {
    if (typeof after !== "object" || after === null || isDeepStrictEqual(before, after)) {
      return undefined;
    }
    return {
      detector: "changed-arguments",
      problem: "the input was changed",
      shown: `${literalText(before)} became ${literalText(after)}`,
    };
  },
};

/** A rejection that nobody handles ends a process of Node. */
export const unhandledRejection: Detector = {
  name: "unhandled-rejection",
  says: "leaves a rejected promise that nobody handles",
  tokens: [],
  judge({ unhandled }) {
    if (unhandled.length === 0) return undefined;
    const [reason] = unhandled;
    return {
      detector: "unhandled-rejection",
      problem: "a promise was rejected and nobody handled it",
      shown: literalText(reason),
    };
  },
};

// --- inside ---

function polluted(problem: string, shown: string): Detection {
  return { detector: "prototype-pollution", problem, shown };
}

const depthMax = 8;
const objectsMax = 10_000;

/**
 * A prototype that the input brought: a plain object that is no prototype of a class, since it has
 * no constructor of its own. `Object.create(defaults)` looks the same, so it counts only where the
 * objects that the program inherits from are not its own: a plain object with data and no function.
 */
function chosenPrototype(value: unknown): object | undefined {
  const seen = new Set<object>();
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: one, depth } = next;
    if (typeof one !== "object" || one === null || seen.has(one)) continue;
    if (depth > depthMax || seen.size >= objectsMax) continue;
    seen.add(one);
    const chosen = broughtPrototype(one);
    if (chosen !== undefined) return chosen;
    for (const held of heldBy(one)) pending.push({ value: held, depth: depth + 1 });
  }
  return undefined;
}

function broughtPrototype(value: object): object | undefined {
  const prototype: unknown = Reflect.getPrototypeOf(value);
  if (typeof prototype !== "object" || prototype === null) return undefined;
  const isArray = Array.isArray(prototype) && prototype !== Array.prototype;
  if (isArray && Reflect.getPrototypeOf(prototype) === Array.prototype && !Array.isArray(value)) {
    return prototype;
  }
  const isPlain = Reflect.getPrototypeOf(prototype) === Object.prototype;
  if (!isPlain || Object.hasOwn(prototype, "constructor") || Array.isArray(prototype)) {
    return undefined;
  }
  const fields = Object.getOwnPropertyDescriptors(prototype);
  const isData = Reflect.ownKeys(fields).every((key) => {
    const field = Reflect.get(fields, key) as PropertyDescriptor;
    return typeof key === "string" && "value" in field && typeof field.value !== "function";
  });
  return isData ? prototype : undefined;
}

function heldBy(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value.values()];
  if (value instanceof Set) return [...value];
  if (ArrayBuffer.isView(value)) return [];
  return Object.values(Object.getOwnPropertyDescriptors(value)).flatMap((field) =>
    "value" in field ? [field.value as unknown] : [],
  );
}
