import { expect, test } from "vitest";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { planOf } from "../../subject/contracts/fixtures/probed-call.ts";
import { refuseUnknown, targetsOfFiles } from "./named-targets.ts";
import type { ScanFile } from "./scan-options.ts";

const targets = [
  ["src/csv.ts", "toRecords"],
  ["src/cart.ts", "Cart"],
].map(([module = "", name = ""]) => {
  const calls = [planOf(name === "Cart" ? "Cart.total" : name, [])];
  return { name, module, calls, harness: "fresh" as const, isWeak: false };
});

function refusal(...wanted: readonly ScanFile[]): readonly (string | undefined)[] {
  try {
    refuseUnknown(wanted, targets);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    return [thrown.code, thrown.what, thrown.where, thrown.help];
  }
}

test("a name that a file has not is refused with the nearest one", () => {
  expect(refusal({ file: "src/csv.ts", targets: [{ name: "toRecord" }] })).toEqual([
    "U011",
    "there is no `toRecord` to call here",
    "src/csv.ts:toRecord",
    "did you mean `src/csv.ts:toRecords`?",
  ]);
  const far = refusal({ file: "src/csv.ts", targets: [{ name: "zzz" }] });
  expect(far.at(-1)).toBe("name what is exported, such as `src/csv.ts:toRecords`");
});

test("a name for several files is refused only when none of them has it", () => {
  const both = (name: string): readonly (string | undefined)[] => {
    const named = [{ name }];
    return refusal({ file: "src/csv.ts", targets: named }, { file: "src/cart.ts", targets: named });
  };
  expect([both("toRecords"), both("Cart.total"), both("to*")]).toEqual([[], [], []]);
  expect(both("Cart.totla").slice(2)).toEqual([
    "Cart.totla",
    "did you mean `src/cart.ts:Cart.total`?",
  ]);
});

test("files of which no name was given are all right", () => {
  expect(refusal({ file: "src/csv.ts" }, { file: "src/other.ts" })).toEqual([]);
});

test("two names in one file mean both, and the file alone means all of it", () => {
  const file = "src/csv.ts";
  const [first, second] = [{ name: "parse" }, { name: "toRecords" }];
  const named = [
    { file, targets: [first] },
    { file, targets: [second] },
  ];
  expect(targetsOfFiles(named).get(file)).toEqual([first, second]);
  expect(targetsOfFiles([...named, { file }]).get(file)).toBeUndefined();
  expect(targetsOfFiles([{ file }, ...named]).get(file)).toBeUndefined();
});
