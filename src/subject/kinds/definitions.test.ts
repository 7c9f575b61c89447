import { expect, test } from "vitest";
import { chaosTest, simulation } from "../../kernel/subject/chaos-test.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { checkDefinition } from "./definitions.ts";

const rules = { go: { run: () => {} } };

function refusal(options: object): string {
  const whole = { name: "shop", setup: () => 0, ...options };
  try {
    checkDefinition(chaosTest(whole as never), "shop.chaos.ts");
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    const { code, where, what, help } = thrown;
    return [`${code} ${where}: ${what}`, help].filter((part) => part !== undefined).join("; ");
  }
  return "";
}

test("a definition that is whole passes", () => {
  expect(refusal({ rules })).toBe("");
  expect(refusal({ rules, concurrency: 1_000, snapshot: () => 0, restore: () => 0 })).toBe("");
  expect(() => checkDefinition(simulation({ name: "s", run: () => {} }), "s.ts")).not.toThrow();
});

test.for<[object, string]>([
  [{ rules: {} }, "there are no rules, so nothing would ever happen; add one: "],
  [{}, "`rules` must be an object of rules, got nothing"],
  [{ rules: [] }, "`rules` must be an object of rules, got a list"],
  [{ rules: { go: { run: 3 } } }, "`rules.go.run` must be a function, got `3`"],
  [{ rules: { go: () => {} } }, "got a function; write `go: { run: (state) => … }`"],
  [{ rules: { go: { run() {}, wen() {} } } }, "`rules.go` knows no `wen`; did you mean `when`?"],
  [{ rules: { go: { run() {}, when: 1 } } }, "`rules.go.when` must be a function, got `1`"],
  [{ rules: { go: { draw: { a: 3 }, run() {} } } }, "`rules.go.draw.a` must be a fast-check"],
  [{ rules, concurrency: 0 }, "`concurrency` must be a whole number from 1 to 1000, got `0`"],
  [{ rules, concurrency: -3 }, "from 1 to 1000, got `-3`"],
  [{ rules, concurrency: 1.5 }, "from 1 to 1000, got `1.5`"],
  [{ rules, concurrency: 1e9 }, "from 1 to 1000, got `1000000000`"],
  [{ rules, concurrency: Number.NaN }, "from 1 to 1000, got `NaN`"],
  [{ rules, invariants: { fine: true } }, '`invariants["fine"]` must be a function, got `true`'],
  [{ rules, final: () => true }, "`final` must be an object of checks, got a function"],
  [{ rules, snapshot: () => 0 }, "`snapshot` does nothing without `restore`"],
  [{ rules, invariant: {} }, "`chaosTest` knows no `invariant`; did you mean `invariants`?"],
  [{ rules, name: " " }, "`name` must be a text that is not empty, got a string"],
  [{ rules, setup: undefined }, "`setup` must be a function, got nothing"],
])("%o is refused: %s", ([options, message]) => {
  expect(refusal(options)).toMatch(/^S004 shop\.chaos\.ts: /);
  expect(refusal(options)).toContain(message);
});

test("what a scan has written is looked at as well", () => {
  const target = { name: "t", module: "a.ts", calls: [], harness: "fresh", isWeak: false } as const;
  const refused = (options: object): string => {
    try {
      const definition = { kind: "callTest", target, modules: {}, options };
      checkDefinition(definition, "scan.mjs");
    } catch (thrown) {
      return thrown instanceof GauntletError ? thrown.what : String(thrown);
    }
    return "";
  };
  expect(refused({ mode: "growth", object: { factory: () => 1 } })).toBe("");
  expect(refused({ fixture: {} })).toBe("`callTest` knows no `fixture`");
  expect(refused({ object: { factory: 3 } })).toBe("`object.factory` must be a function, got `3`");
  expect(refused({ object: { teardwon: () => 1 } })).toBe("`object` knows no `teardwon`");
});
