import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type CachedPlans, cachedPlans } from "./cached-plans.ts";
import { createPlanCache } from "./plan-cache.ts";

const call = {
  name: "round",
  kind: "function",
  from: { module: "src/money.ts", path: ["round"] },
  place: { file: "src/money.ts", line: 1 },
  params: [{ name: "price", shape: { kind: "number" }, isOptional: false, isRest: false }],
  returns: { kind: "number" },
  isAsync: false,
  definitions: {},
  examples: [],
  guards: [],
  documentedThrows: [],
};
const base = { name: "round", module: "src/money.ts", harness: "fresh", isWeak: false };
const target = { ...base, calls: [call] };

function plans(found: object): object {
  return { found, dependencies: { "/lib.d.ts": "1" }, callers: {} };
}

test("what was kept of a file is used for that file and no other", () => {
  const kept = plans({ module: "src/money.ts", targets: [target] });
  expect(cachedPlans(kept, "src/money.ts")).toBe(kept);
  expect(cachedPlans(kept, "src/other.ts")).toBeUndefined();
  const packed = { ...target, module: "@scope/money" };
  const ofPackage = plans({ module: "@scope/money", targets: [packed] });
  expect(cachedPlans(ofPackage, "node_modules/@scope/money")).toBe(ofPackage);
});

test.each<[string, object]>([
  ["nothing", {}],
  ["a path that leaves the project", { module: "../../x", targets: [] }],
  ["a path with a scope", { module: "@scope/../x", targets: [] }],
  ["a target of another file", { module: "src/money.ts", targets: [{ ...target, module: "x" }] }],
  ["no list of targets", { module: "src/money.ts", targets: {} }],
  ["a call that is not whole", { module: "src/money.ts", targets: [{ ...base, calls: [{}] }] }],
  [
    "a reason that is not a string",
    { module: "src/money.ts", targets: [{ ...target, blocked: [1] }] },
  ],
])("%s is not used", (_, found) => {
  expect(cachedPlans(plans(found), "src/money.ts")).toBeUndefined();
});

test("the cache gives nothing for an entry that is whole and names another file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-plans-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const cache = createPlanCache(folder);
  const kept = plans({ module: "src/money.ts", targets: [target] }) as CachedPlans;
  cache.write("own", kept);
  cache.write("forged", { ...kept, found: { module: "../../outside", targets: [] } });
  expect(cache.read("own", "src/money.ts")).toEqual(kept);
  expect(cache.read("forged", "src/money.ts")).toBeUndefined();
});
