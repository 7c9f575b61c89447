import { describe, expect, test } from "vitest";
import type { Finding, StoryLine } from "../kernel/result/finding.ts";
import { findingLines } from "./finding-text.ts";
import { makePage } from "./page.ts";

const error: Finding = {
  id: "wallet-00000000",
  kind: "thrown",
  identity: { error: "RangeError", message: "too much", frame: "", property: "", key: "0" },
  message: "too much",
  subject: "wallet",
  place: undefined,
  story: [],
  shrunk: { from: 9, to: 2, attempts: 40 },
  occurrences: 12_000,
  runIndex: 3,
  trace: "trace.jsonl.gz",
  replay: undefined,
  token: undefined,
  isConfirmed: true,
};

function shown(changes: Partial<Finding>): string {
  const page = makePage({ color: false, isAscii: false });
  return findingLines({ ...error, ...changes }, page, { count: 50_000, one: "run" }).join("\n");
}

function story(...lines: readonly (readonly [StoryLine["kind"], string, string])[]): StoryLine[] {
  return lines.map(([kind, what, detail]) => ({ kind, what, detail }));
}

test("a run that ended its process says how, unless its message does", () => {
  const crash = { kind: "crash", exitMode: { kind: "exit", code: 3 } } as const;
  const message = "the code ended the process with exit code 3";
  expect(shown({ ...crash, message })).toMatchInlineSnapshot(`
    "✗ crash: the code ended the process with exit code 3   seen in 12,000 runs, smallest shown
      the process ended: exit code 3
      shrunk from 9 decisions to 2"
  `);
  expect(shown({ ...crash, message: "exit code 3" })).not.toContain("the process ended");
});

test("a shrink that was cut names the budget that cut it", () => {
  const shrunk = { from: 9, to: 4, attempts: 40, cutBy: "40 tries" };
  expect(shown({ shrunk })).toContain(
    "shrunk from 9 decisions to 4, until its budget of 40 tries was used up",
  );
  expect(shown({ shrunk: { ...shrunk, to: 9 } })).toContain(
    "9 decisions, none left out, until its budget of 40 tries was used up",
  );
  expect(shown({ shrunk: { ...shrunk, cutBy: "an interrupt" } })).toContain(
    "shrunk from 9 decisions to 4, until it was interrupted",
  );
});

test("what was not shown again says whether there was time to try", () => {
  const unproven = {
    isConfirmed: false,
    isUnproven: true,
    shrunk: { from: 9, to: 9, attempts: 0 },
  };
  expect(shown({ ...unproven, story: story(["broken", "RangeError", "too much"]) }))
    .toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
        9 decisions, not shrunk
        ? not confirmed: there was no time to show it again"
    `);
  expect(shown({ isConfirmed: false })).toContain("a fresh process did not show it again");
});

describe("a story", () => {
  test("keeps the rule that threw when another step came between", () => {
    const told = story(
      ["step", "withdraw", "cents=30"],
      ["step", "withdraw", "cents=41"],
      ["wake", "balance read", "at 3 ms"],
      ["note", "withdraw throws", "RangeError: too much"],
      ["broken", "RangeError", "too much"],
    );
    expect(shown({ story: told })).toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
          1  withdraw            cents=30
          2  withdraw            cents=41
               balance read      at 3 ms
               withdraw throws   ← broken here
        shrunk from 9 decisions to 2"
    `);
  });

  test("says what broke where the title does not say it", () => {
    const told = story(["step", "close", ""], ["broken", "the log", "still open"]);
    expect(shown({ story: told })).toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
          1  close
             ✗ the log   still open   ← broken here
        shrunk from 9 decisions to 2"
    `);
  });

  test("wraps long details", () => {
    const told = story(
      ["step", "order", `lines=${"apples, pears, ".repeat(9)}`],
      ["fault", "the disk is full while the order is being written", "fs.write"],
      ["broken", "RangeError", "too much"],
    );
    expect(shown({ story: told })).toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
          1  order      lines=apples, pears, apples, pears, apples, pears, apples, pears, apples, pears,
                        apples, pears, apples, pears, apples, pears, apples, pears,
          2  ⚡ the disk is full while the order is being written
                        fs.write   ← broken here
        shrunk from 9 decisions to 2"
    `);
  });

  test("leaves out waits of its middle, but nothing that was done there, and counts on", () => {
    const wait = ["wake", "later resumes", "at 1 ms"] as const;
    const waits = Array.from({ length: 8 }, () => wait);
    const told = story(
      ["step", "read", ""],
      ...waits,
      ["step", "write", ""],
      wait,
      ["fault", "lost reply", ""],
      ...waits,
      ["step", "check", ""],
      ["broken", "RangeError", "too much"],
    );
    expect(shown({ story: told })).toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
          1  read
               later resumes      at 1 ms
               later resumes      at 1 ms
               later resumes      at 1 ms
               later resumes      at 1 ms
               later resumes      at 1 ms
               … 3 more (--all)
          2  write
               later resumes      at 1 ms
          3  ⚡ lost reply
               … 3 more (--all)
               later resumes      at 1 ms
               later resumes      at 1 ms
               later resumes      at 1 ms
               later resumes      at 1 ms
               later resumes      at 1 ms
          4  check   ← broken here
        shrunk from 9 decisions to 2"
    `);
    const page = makePage({ color: false, isAscii: false, showAll: true });
    const whole = findingLines({ ...error, story: told }, page, { count: 1, one: "run" });
    expect(whole.filter((line) => line.includes("later resumes"))).toHaveLength(17);
  });

  test("leaves out what was done only where that is too much", () => {
    const told = story(...Array.from({ length: 40 }, () => ["step", "tick", ""] as const));
    expect(shown({ story: told })).toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
          1  tick
          2  tick
          3  tick
          4  tick
          5  tick
          6  tick
               … 28 more (--all)
         35  tick
         36  tick
         37  tick
         38  tick
         39  tick
         40  tick
        shrunk from 9 decisions to 2"
    `);
  });

  test("has two columns of digits when it needs them", () => {
    const told = story(...Array.from({ length: 10 }, () => ["step", "tick", ""] as const));
    expect(shown({ story: told }).split("\n").slice(-3)).toMatchInlineSnapshot(`
      [
        "    9  tick",
        "   10  tick",
        "  shrunk from 9 decisions to 2",
      ]
    `);
  });
});

describe("a title", () => {
  test("of an error that nobody caught says how it got away", () => {
    const identity = { ...error.identity, error: "RangeError (rejected)" };
    expect(shown({ kind: "rejected", identity })).toMatchInlineSnapshot(`
      "✗ RangeError: too much                              seen in 12,000 runs, smallest shown
        a promise was rejected and nobody listened
        shrunk from 9 decisions to 2"
    `);
  });

  test("of a run that never ended is the kind, not the class of our error", () => {
    const identity = { ...error.identity, error: "Error (deadlock)" };
    const message = "the run waits and nothing is pending";
    expect(shown({ kind: "deadlock", identity, message })).toMatchInlineSnapshot(`
      "✗ deadlock: the run waits and nothing is pending    seen in 12,000 runs, smallest shown
        shrunk from 9 decisions to 2"
    `);
  });

  test("of a check that threw is the property, with the error below", () => {
    const identity = { ...error.identity, error: "TypeError (property)", property: "sums fit" };
    const message = "orders.sum is not a function";
    expect(shown({ kind: "property", identity, message })).toMatchInlineSnapshot(`
      "✗ sums fit                                          broken in 12,000 runs, smallest shown
        TypeError: orders.sum is not a function
        shrunk from 9 decisions to 2"
    `);
  });

  test("has the further lines of a message below it", () => {
    const identity = { ...error.identity, error: "AssertionError" };
    const message = "Expected values to be strictly equal:\n\n1 !== 2\n";
    const shrunk = { from: 61, to: 61, attempts: 0 };
    expect(shown({ identity, message, shrunk })).toMatchInlineSnapshot(`
      "✗ AssertionError: Expected values to be strictly equal:   seen in 12,000 runs, smallest shown
        | 1 !== 2
        61 decisions, not shrunk"
    `);
  });
});

test("a source line is underlined where its column points", () => {
  const places: readonly (readonly [string, number])[] = [
    ["  return orders.at(-1).cents;", 24],
    ["\tthrow new RangeError(`${left} left`);", 8],
    ["  if (a) b", 6],
    ["", 1],
    ["x", 99],
    ["  open(file, (", 3],
    [`const far = ${"a + ".repeat(60)}call(now) + ${"b + ".repeat(60)}c;`, 253],
  ];
  const lines = places.flatMap(([text, column]) => {
    const place = { file: "src/a.ts", line: 7, column, text };
    return shown({ place }).split("\n").slice(1, -1);
  });
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "      src/a.ts:7   return orders.at(-1).cents;
                                            ^^^^^
          src/a.ts:7   throw new RangeError(\`\${left} left\`);
                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          src/a.ts:7   if (a) b
                          ^
          src/a.ts:7
          src/a.ts:7   x
                       ^
          src/a.ts:7   open(file, (
                       ^^^^^^^^^^^^
          src/a.ts:7   …a + a + a + a + a + call(now) + b + b + b + b + b + b + b + b + b + b + b + b +…
                                            ^^^^^^^^^"
  `);
});
