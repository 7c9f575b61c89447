import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Failure } from "./failure.ts";
import { identify, maskMessage, type ProjectPaths, stackFrames } from "./identity.ts";

describe("frames of a stack", () => {
  test.each([
    ["a function", "at pay (/app/src/pay.ts:3:9)", "pay /app/src/pay.ts:3:9"],
    ["a method", "at Checkout.pay (/app/src/pay.ts:3:9)", "Checkout.pay /app/src/pay.ts:3:9"],
    ["a private method", "at Checkout.#pay (/a/b.ts:3:9)", "Checkout.#pay /a/b.ts:3:9"],
    ["a constructor", "at new Checkout (/a/b.ts:3:9)", "Checkout /a/b.ts:3:9"],
    ["an async function", "at async pay (/a/b.ts:3:9)", "pay /a/b.ts:3:9"],
    ["an async method", "at async Checkout.pay (/a/b.ts:3:9)", "Checkout.pay /a/b.ts:3:9"],
    ["an async frame without a name", "at async /a/b.ts:3:9", "anonymous /a/b.ts:3:9"],
    ["an async frame of a URL", "at async file:///a/b.ts:3:9", "anonymous file:///a/b.ts:3:9"],
    ["no name", "at /a/b.ts:3:9", "anonymous /a/b.ts:3:9"],
    ["an anonymous function", "at <anonymous> (/a/b.ts:3:9)", "<anonymous> /a/b.ts:3:9"],
    ["a callback of an object", "at Object.run (/a/b.ts:3:9)", "run /a/b.ts:3:9"],
    ["a renamed method", "at Object.pay [as charge] (/a/b.ts:3:9)", "pay /a/b.ts:3:9"],
    ["an accessor", "at get total [as total] (/a/b.ts:3:9)", "get total /a/b.ts:3:9"],
    ["a path of Windows", "at pay (C:\\app\\pay.ts:3:9)", "pay C:\\app\\pay.ts:3:9"],
    ["a URL of Windows", "at pay (file:///C:/app/pay.ts:3:9)", "pay file:///C:/app/pay.ts:3:9"],
    ["a path with spaces", "at pay (/my app/b.ts:3:9)", "pay /my app/b.ts:3:9"],
    ["a path with brackets", "at pay (/app (copy)/b.ts:3:9)", "pay /app (copy)/b.ts:3:9"],
    ["brackets and no name", "at /app (copy)/b.ts:3:9", "anonymous /app (copy)/b.ts:3:9"],
    ["a path with a colon", "at pay (/a:1:2/b.ts:3:9)", "pay /a:1:2/b.ts:3:9"],
    ["a builtin", "at node:internal/timers:3:9", "anonymous node:internal/timers:3:9"],
    ["a query", "at pay (file:///a/b.ts?v=1:3:9)", "pay file:///a/b.ts?v=1:3:9"],
  ])("%s", (_name, line, told) => {
    const [frame] = stackFrames(`Error: no\n    ${line}`);
    expect(`${frame?.functionName} ${frame?.file}:${frame?.line}:${frame?.column}`).toBe(told);
  });

  test.each([
    "at Promise.all (index 0)",
    "at async Promise.all (index 2)",
    "at new Promise (<anonymous>)",
    "at Array.map (native)",
    "at pay (/a/b.ts)",
    "looked at /a/b.ts:3:9",
    "at",
    "",
  ])("%j is no place", (line) => {
    expect(stackFrames(`Error: no\n    ${line}`)).toEqual([]);
  });

  test("the frames of a real error are read, in order", () => {
    class Till {
      open(): Error {
        return new Error("real");
      }
    }
    const frames = stackFrames(new Till().open().stack ?? "");
    expect(frames[0]?.functionName).toBe("Till.open");
    expect(frames[0]?.file).toContain("identity.test.ts");
  });

  test("no text takes long to read", () => {
    const nasty = [
      `    at ${" (".repeat(5_000)}`,
      `    at ${"a (:1:1".repeat(2_500)}`,
      `    at ${":1".repeat(9_000)}x`,
      `    at ${"1".repeat(9_000)}:${"1".repeat(9_000)}x`,
      "    at \n".repeat(2_000),
    ];
    for (const stack of nasty) expect(stackFrames(stack).length).toBeLessThanOrEqual(1);
  });

  test("any text is taken", () => {
    fc.assert(fc.property(fc.string(), (text) => void stackFrames(`Error\n    at ${text}`)));
  });
});

describe("masked messages", () => {
  test.each([
    ["order 42 is missing", "order # is missing"],
    ["-1 is below 0.5 by 1e-7", "# is below # by #"],
    ["12n items", "# items"],
    ["0x7ffeab12 was freed", "# was freed"],
    ["user 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is gone", "user # is gone"],
    ["at 2026-01-01T00:00:00.123Z", "at #"],
    ["session sess_8f3kd92lsk3d expired", "session # expired"],
    ["no digits here", "no digits here"],
    [
      "Cannot read properties of undefined (reading 'id')",
      "Cannot read properties of undefined (reading 'id')",
    ],
  ])("%s", (message, masked) => {
    expect(maskMessage(message)).toBe(masked);
  });

  test("a number inside never changes what is left, wherever the message is cut", () => {
    const word = fc.constantFrom("order", "failed", "with", "{", "}");
    const words = fc.array(word, { minLength: 60, maxLength: 90 });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (around, first, second) => {
        const message = (n: number): string => around.map((one) => `${one} ${n}`).join(" ");
        expect(maskMessage(message(first))).toBe(maskMessage(message(second)));
      }),
    );
  });

  test("a long message is cut", () => {
    expect(maskMessage("x".repeat(2_000))).toHaveLength(300);
  });
});

describe("identity", () => {
  const paths: ProjectPaths = {
    inProject: (file) =>
      file.startsWith("/app/") && !file.includes("node_modules") ? file.slice(5) : undefined,
  };
  const failure: Failure = {
    kind: "thrown",
    error: "TypeError",
    message: "order 7 has no price",
    stack: [
      "TypeError: order 7 has no price",
      "    at checkNumber (/app/node_modules/zod/index.js:10:2)",
      "    at Checkout.pay (/app/src/pay.ts:31:7)",
      "    at run (/app/checkout.chaos.ts:9:1)",
    ].join("\n"),
  };

  test("is the class, the masked message, the first place in the project, and the property", () => {
    const { key, ...rest } = identify(failure, paths);
    expect(rest).toEqual({
      error: "TypeError",
      message: "order # has no price",
      frame: "src/pay.ts#Checkout.pay",
      property: "",
    });
    expect(key).toMatch(/^[0-9a-f]{12}$/);
  });

  test("stays the same when lines move and numbers change", () => {
    const moved = {
      ...failure,
      message: failure.message.replace("7", "12345"),
      stack: failure.stack.replace(":31:7", ":99:1").replace("order 7", "order 12345"),
    };
    expect(identify(moved, paths).key).toBe(identify(failure, paths).key);
  });

  test.each<Partial<Failure>>([
    { error: "RangeError" },
    { message: "order 7 has no owner" },
    { stack: failure.stack.replaceAll("pay.ts", "refund.ts") },
    { property: "a paid order is charged once" },
    { kind: "rejected" },
  ])("differs where %j differs", (change) => {
    expect(identify({ ...failure, ...change }, paths).key).not.toBe(identify(failure, paths).key);
  });

  test("has no place where no frame lies in the project", () => {
    expect(identify({ ...failure, stack: "" }, paths).frame).toBe("");
  });

  test("takes no place from a message that quotes another stack", () => {
    const message = "wrapped: Error: inner\n    at lie (/app/src/lie.ts:1:1)";
    const stack = `Error: ${message}\n    at Checkout.pay (/app/src/pay.ts:31:7)`;
    expect(identify({ ...failure, message, stack }, paths).frame).toBe("src/pay.ts#Checkout.pay");
  });
});
