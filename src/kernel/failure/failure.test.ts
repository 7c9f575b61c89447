import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureFrom } from "./failure.ts";

describe("what was thrown", () => {
  class PaymentError extends Error {}
  class NamedError extends Error {
    override name = "GatewayTimeout";
  }

  test.each<readonly [string, unknown, string, string]>([
    ["an error", new TypeError("no id"), "TypeError", "no id"],
    ["an error of a class of the user's", new PaymentError("late"), "PaymentError", "late"],
    ["an error that names itself", new NamedError("late"), "GatewayTimeout", "late"],
    ["a text", "just text", "string", "just text"],
    ["a number", 42, "number", "42"],
    ["null", null, "null", "null"],
    ["nothing", undefined, "undefined", "undefined"],
    ["a symbol", Symbol("odd"), "symbol", "Symbol(odd)"],
    ["a bigint", 12n, "bigint", "12"],
    ["plain data", { code: 7 }, "Object", '{"code":7}'],
    ["a list", [1, 2], "Array", "[1,2]"],
    ["an object without a prototype", Object.create(null), "object", "{}"],
    ["data that JSON cannot show", { n: 1n }, "Object", "something that cannot be shown"],
    ["an error of another realm", vm.runInNewContext("new RangeError('far')"), "RangeError", "far"],
  ])("%s", (_name, thrown, error, message) => {
    expect(failureFrom("thrown", thrown)).toMatchObject({ kind: "thrown", error, message });
  });

  test("the stack of an error is kept, and the property where there is one", () => {
    const thrown = new Error("no");
    const failure = failureFrom("property", thrown, "no debt");
    expect(failure.stack).toBe(thrown.stack);
    expect(failure.property).toBe("no debt");
  });

  test("a message and a stack without end are cut", () => {
    const thrown = new Error("x".repeat(1_000_000));
    const failure = failureFrom("thrown", thrown);
    expect(failure.message).toHaveLength(2_000);
    expect(failure.stack.length).toBeLessThanOrEqual(22_000);
    // The frames are what is kept: without them the finding would have no place.
    expect(failure.stack).toContain("\n    at ");
  });
});

describe("a hostile thrown thing", () => {
  const explode = (): never => {
    throw new Error("hostile");
  };
  const everyTrap: ProxyHandler<object> = Object.fromEntries(
    ["get", "has", "getPrototypeOf", "ownKeys", "getOwnPropertyDescriptor"].map((trap) => [
      trap,
      explode,
    ]),
  );
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();

  const hostile = new Map<string, unknown>([
    ["throwing getters", withGetters(new Error("x"), explode)],
    ["getters that give no text", withGetters(new Error("x"), () => ({ toString: explode }))],
    ["a proxy with every trap", new Proxy(new Error("x"), everyTrap)],
    ["a revoked proxy", revoked],
    ["a class whose name is no text", oddlyMade()],
    ["a constructor that is not a function", { constructor: "text" }],
    ["a toJSON that throws", { toJSON: explode }],
    ["a toJSON that gives nothing", { toJSON: () => undefined }],
    ["a function", explode],
    ["a function as a proxy", new Proxy(explode, everyTrap)],
    ["a circle", circle()],
    ["a class with an endless name", nameless("N".repeat(100_000))],
  ]);

  test.each([...hostile.keys()])("%s gives plain texts all the same", (name) => {
    const failure = failureFrom("thrown", hostile.get(name));
    for (const text of [failure.error, failure.message, failure.stack]) {
      expect(typeof text).toBe("string");
      expect(text.length).toBeLessThanOrEqual(20_000);
    }
    expect(failure.error.length).toBeLessThanOrEqual(200);
    expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ kind: "thrown" });
  });

  test("anything at all gives plain texts", () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBoxedValues: true }), (thrown) => {
        const failure = failureFrom("thrown", thrown);
        expect([typeof failure.error, typeof failure.message]).toEqual(["string", "string"]);
      }),
    );
  });
});

// --- inside ---

function withGetters(target: object, get: () => unknown): object {
  for (const key of ["stack", "name", "message", "constructor"]) {
    Object.defineProperty(target, key, { get });
  }
  return target;
}

function oddlyMade(): object {
  const maker = (): void => {};
  Object.defineProperty(maker, "name", { value: 5 });
  return { constructor: maker };
}

function circle(): object {
  const start: { self?: object } = {};
  start.self = start;
  return start;
}

function nameless(name: string): object {
  const thrown = new Error("x");
  Object.defineProperty(thrown, "name", { value: name });
  return thrown;
}
