import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSeed, type Seed } from "../../kernel/decisions/seed.ts";
import { commandTable } from "../verb-table.ts";
import { verbArguments } from "./verb-arguments.ts";

function words(verb: string, given: readonly unknown[], config?: string): readonly string[] {
  return verbArguments(verb, given, { table: commandTable, config });
}

test("words and options become one command line", () => {
  const cases = [
    words("explore", [{ runs: 3, swarm: false, strict: false, leaks: true }], "a.toml"),
    words("scan", [["a.ts", "b.ts"], { allowHost: true, target: ["f", "C.*"] }]),
    words("scan", ["a.ts", { allowHost: false, deepen: undefined }]),
    words("explore", ["-x.ts", { strict: true, swarm: true }]),
    words("trace diff", ["one", "two"]),
    words("init", [undefined, { ciName: "--force" }]),
    words("schema", [], "a.toml"),
    words("gate", [{ scope: ["pay", "refund"], doctorRuns: 3 }]),
    words("run", ["a.scenario.yaml", { strict: true }]),
  ];
  expect(cases.map((line) => line.join(" "))).toEqual([
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
      const line = words("explore", [{ seed }]);
      const [, text = ""] = /^--seed=(.*)$/su.exec(line.at(-1) ?? "") ?? [];
      expect(parseSeed(text)).toBe(seed);
    }),
  );
});

test("AC-18: a seed that could not come back is refused", () => {
  for (const seed of [2 ** 53, 1e21, -1, 0.5, Number.NaN, " a", "a\n", 7n]) {
    expect(() => words("explore", [{ seed }])).toThrow(
      expect.objectContaining({ name: "GauntletUsageError", code: "D001" }) as Error,
    );
  }
});
