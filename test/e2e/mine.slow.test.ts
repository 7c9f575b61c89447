import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const text = `
export function slug(title: string): string {
  return title.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
export function initials(name: string): string {
  return name.split(" ").map((part) => part[0]).join("");
}
export function encode(values: number[]): string {
  return values.join(",");
}
export function decode(text: string): number[] {
  return text.split(",").map(Number);
}
export function jitter(n: number): number {
  return Math.random() < 0.05 ? n + 1 : n;
}
export class Counter {
  #count = 0;
  add(by: number): number {
    this.#count += by;
    return this.#count;
  }
}
`;
const compilerOptions = { strict: true, module: "nodenext", target: "es2023" };
const config = JSON.stringify({ compilerOptions });

function project(files: Readonly<Record<string, string>> = {}): TempProject {
  return new TempProject({ "src/text.ts": text, "tsconfig.json": config, ...files });
}

test("mining a file tells the laws of each function and of pairs of them", async () => {
  const { code, mined, next } = await project().told("mine", "src/text.ts", "--runs", "200");
  expect(code).toBe(0);
  const standing = (name: string, law: string): string | undefined =>
    mined?.functions.find((one) => one.name === name)?.laws.find((one) => one.name === law)
      ?.standing;
  expect(standing("slug", "deterministic")).toBe("always");
  expect(standing("slug", "idempotent")).toBe("always");
  expect(standing("initials", "idempotent")).toBe("usually");
  expect(standing("encode", "round trip through decode")).toBe("usually");
  // Once it has added NaN it gives nothing else, so it may well be the same twice.
  expect(standing("Counter.add", "deterministic")).not.toBe("always");
  expect(next).toContain(
    "npx gauntlet check src/text.ts:encode --property 'round trip through decode'",
  );
});

test("the same seed mines the same, and a function alone is mined alone", async () => {
  const words = ["mine", "src/text.ts:slug", "--runs", "100", "--seed", "7"];
  const here = project();
  const [first, second] = [await here.told(...words), await here.told(...words)];
  expect(second.mined).toEqual(first.mined);
  expect(first.mined?.functions.map(({ name }) => name)).toEqual(["slug"]);
});

test("a law that holds is held, and one that was not named is not asked for", async () => {
  const here = project();
  const named = await here.told("check", "src/text.ts:slug", "--property", "idempotent");
  expect([named.code, named.verdict]).toEqual([0, "held"]);
  const usual = await here.told("check", "src/text.ts:slug", "--runs", "60");
  expect(usual.code).toBe(0);
  expect(usual.properties.map(({ name }) => name)).toEqual([
    "law slug: deterministic",
    "law slug: never null",
  ]);
});

test("a scan tells laws that functions almost have, unless the configuration says no", async () => {
  const laws = async (here: TempProject): Promise<readonly (string | undefined)[]> => {
    const { findings } = await here.told("scan", "src/text.ts");
    return findings
      .filter(({ identity }) => identity.property.startsWith("law "))
      .map(({ identity, evidence }) => `${evidence?.level} ${identity.property}`);
  };
  expect(await laws(project())).toContain("exploratory law jitter: deterministic");
  const quiet = project({
    "gauntlet.toml": `[[scan]]
module = "src/text.ts"
ignore_properties = ["idempotent", "involution", "monotone", "non-increasing"]
expected_relations = ["round trip"]
property_overrides = { jitter = ["deterministic"] }
`,
  });
  expect(await laws(quiet)).toEqual([]);
});

test("what is not known, and what does not apply, has an exit code of its own", async () => {
  const here = project();
  const unknown = await here.gauntlet("check", "src/text.ts:slug", "--property", "idempotnt");
  expect(unknown.code).toBe(2);
  expect(unknown.err).toMatch(
    /U012\]: there is no law `idempotnt`[^]*did you mean `idempotent`\?/u,
  );
  const unfit = await here.told("check", "src/text.ts:slug", "--property", "associative");
  expect([unfit.code, unfit.verdict]).toEqual([3, "unknown"]);
  expect(unfit.because).toContain("`associative` is not applicable");
});
