import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bench, msMax, root } from "./bench-smoke.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gauntlet-test-bench-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Subjects that are loaded and then do nothing, or that cannot be loaded. */
const idle = `import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "idle",
  setup: () => ({}),
  rules: { never: { when: () => false, run: () => {} } },
});
`;
const idleSimulation = `import { simulation } from "gauntlet";
export default simulation({ name: "idle", run: () => {} });
`;
const throwing = `import { fuzz } from "gauntlet";
export default fuzz("throwing", () => { throw new Error("refused"); });
`;
const broken = `throw new Error("broken at load");\nexport default 1;\n`;

describe("a bench whose subject does not do the work is red, and says why", () => {
  test.for([
    ["kernel", "--fixtures", "fresh/ledger.chaos.ts", idle, "0.0 of at least 10 steps"],
    ["kernel", "--fixtures", "fresh/ledger.chaos.ts", broken, "broken at load"],
    ["explore", "--targets", "deep-sequence-8.chaos.ts", idle, "0.0 of at least 5 steps"],
    ["explore", "--targets", "deep-sequence-8.chaos.ts", broken, "broken at load"],
    ["fuzz", "--targets", "fast-parser.fuzz.ts", throwing, "refused"],
    ["fuzz", "--targets", "fast-parser.fuzz.ts", broken, "broken at load"],
    ["world", "--fixtures", "fetch.chaos.ts", idleSimulation, "in 0 of 3 runs all calls were made"],
    ["world", "--fixtures", "fetch.chaos.ts", broken, "broken at load"],
    ["workers", "--examples", "inventory/inventory.chaos.ts", idle, "took no step"],
    ["workers", "--examples", "inventory/inventory.chaos.ts", broken, "broken at load"],
    ["seams", "--fixtures", "plain.chaos.ts", broken, "broken at load"],
  ] as const)("bench:%s %s %s", { timeout: msMax }, async ([name, flag, file, text, why]) => {
    const at = written(file, text);
    const { code, stderr, stdout } = await bench(name, flag, at);
    expect(stderr).toContain(why);
    expect(code).toBe(1);
    expect(stdout).not.toContain("not judged");
  });

  test("bench:scan of files that export nothing", { timeout: msMax }, async () => {
    const file = path.join(written("empty.ts", "export {};\n"), "empty.ts");
    const { code, stderr } = await bench("scan", "--source", file);
    expect(stderr).toContain("0 of 6 were called");
    expect(code).toBe(1);
  });

  test.for([["does not come up", "process.exit(3);\n", "provider ended with 3"]] as const)(
    "bench:agents with a provider that %s",
    { timeout: msMax },
    async ([, text, why]) => {
      const file = path.join(written("provider.mjs", text), "provider.mjs");
      const { code, stderr } = await bench("agents", "--provider", file);
      expect(stderr).toContain(why);
      expect(code).toBe(1);
    },
  );
});

/** A folder of its own with one file. */
function written(file: string, text: string): string {
  const at = mkdtempSync(path.join(folder, "subject-"));
  mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
  writeFileSync(path.join(at, file), text);
  writeFileSync(path.join(at, "package.json"), '{ "type": "module" }');
  return at;
}
