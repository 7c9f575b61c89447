import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSeed, type Seed } from "../../kernel/decisions/seed.ts";
import { verbArguments } from "./verb-arguments.ts";

test("words and options become one command line", () => {
  const cases = [
    verbArguments("explore", [{ runs: 3, swarm: false, strict: false, leaks: true }], "a.toml"),
    verbArguments("scan", [["a.ts", "b.ts"], { allowHost: true, target: ["f", "C.*"] }], undefined),
    verbArguments("scan", ["a.ts", { allowHost: false, deepen: undefined }], undefined),
    verbArguments("explore", ["-x.ts", { strict: true, swarm: true }], undefined),
    verbArguments("trace diff", ["one", "two"], undefined),
    verbArguments("init", [undefined, { ciName: "--force" }], undefined),
    verbArguments("schema", [], "a.toml"),
    verbArguments("gate", [{ scope: ["pay", "refund"], doctorRuns: 3 }], undefined),
    verbArguments("run", ["a.scenario.yaml", { strict: true }], undefined),
  ];
  expect(cases.map((words) => words.join(" "))).toEqual([
    "explore --json --config=a.toml --runs=3 --no-swarm --no-strict --leaks",
    "scan --json --allow-host --target=f --target=C.* a.ts b.ts",
    "scan --json a.ts",
    "explore --json --strict --swarm -- -x.ts",
    "trace diff --json one two",
    "init --json --ci-name=--force",
    "schema",
    "gate --json --scope=pay,refund --doctor-runs=3",
    "run --json --strict a.scenario.yaml",
  ]);
});

test("AC-18: every seed comes back from the command line as it was given", () => {
  const texts = fc
    .string({ minLength: 1, maxLength: 50, unit: "grapheme" })
    .filter((text) => text === text.trim() && !/^(?:0|[1-9]\d{0,15})$/.test(text));
  const large = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }).map(String);
  const seeds: fc.Arbitrary<Seed> = fc.oneof(
    fc.maxSafeNat(),
    texts,
    large,
    fc.constantFrom("007", "0x10", "1e3", "-5", "--json", "="),
  );
  fc.assert(
    fc.property(seeds, (seed) => {
      const words = verbArguments("explore", [{ seed }], undefined);
      const [, text = ""] = /^--seed=(.*)$/su.exec(words.at(-1) ?? "") ?? [];
      expect(parseSeed(text)).toBe(seed);
    }),
  );
});

test("AC-18: a seed that could not come back is refused", () => {
  for (const seed of [2 ** 53, 1e21, -1, 0.5, Number.NaN, " a", "a\n", 7n]) {
    expect(() => verbArguments("explore", [{ seed }], undefined)).toThrow(
      expect.objectContaining({ name: "GauntletUsageError", code: "D001" }) as Error,
    );
  }
});
