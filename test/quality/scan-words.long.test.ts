import { expect, test } from "vitest";
import { documentOf } from "../e2e/command-line.ts";
import { TempProject } from "../e2e/temp-project.ts";

// What documentation says in words with one meaning: which values are passed, which are refused,
// and what comes back. Each broken function has a twin that keeps its word.

test("words that a function does not keep are told, with the line that confirms them", async () => {
  expect(await scanned(broken)).toEqual([
    ["addDays", "law addDays: throws RangeError when days is not an integer"],
    ["labels", "law labels: output has no duplicates"],
    ["pages", "law pages: output is an integer"],
    ["takeLast", "law takeLast: throws RangeError when count is negative"],
  ]);
}, 240_000);

test("functions that keep their words are silent, also where other values would fail", async () => {
  expect(await scanned(mended, "--seed", "2")).toEqual([]);
}, 240_000);

test("what fails for a value that the words allow is still supported", async () => {
  const { findings } = await document({
    "src/rates.ts": `/** @param share between 0 and 1 */
export function perShare(share: number): string {
  const names = ["none", "some"];
  return names[Math.ceil(share * 2)]!.toUpperCase();
}
`,
  });
  expect(findings.map(({ evidence, kind }) => [evidence?.level, kind])).toEqual([
    ["supported", "thrown"],
  ]);
}, 120_000);

// --- inside ---

async function document(
  files: Readonly<Record<string, string>>,
  ...flags: string[]
): Promise<ReturnType<typeof documentOf>> {
  const project = new TempProject({ "tsconfig.json": tsconfig, ...files });
  const all = ["src", "--runs", "150", "--json", "--quiet", ...flags];
  return documentOf(await project.gauntlet("scan", ...all));
}

async function scanned(
  files: Readonly<Record<string, string>>,
  ...flags: string[]
): Promise<(readonly [string, string])[]> {
  const { findings } = await document(files, ...flags);
  return findings
    .map(({ evidence, identity }) => {
      const { target = "", level = "", why = "", confirm = "" } = evidence ?? {};
      expect([target, level]).toEqual([target, "exploratory"]);
      expect(why).toMatch(/^read off the words "@/u);
      expect(confirm).toContain("confirmed_properties");
      return [target.split(":")[1] ?? "", identity.property] as const;
    })
    .toSorted(([one], [other]) => one.localeCompare(other));
}

const compilerOptions = { strict: true, module: "nodenext", target: "es2023" };
const tsconfig = JSON.stringify({ compilerOptions });

const broken: Readonly<Record<string, string>> = {
  "src/lists.ts": `/**
 * @param count how many
 * @throws {RangeError} if \`count\` is negative
 */
export function takeLast(list: readonly string[], count: number): string[] {
  if (count < -1) throw new RangeError("negative");
  return list.slice(list.length - Math.min(list.length, Math.max(0, count)));
}
/** @returns the labels without duplicates */
export function labels(names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => name.trim());
}
`,
  "src/days.ts": `/** @throws {RangeError} when days is not an integer */
export function addDays(day: number, days: number): number {
  return day + Math.trunc(days);
}
/** @returns a non-negative integer */
export function pages(items: readonly boolean[]): number {
  return items.length / 10;
}
`,
};

const mended: Readonly<Record<string, string>> = {
  "src/lists.ts": `/**
 * @param count how many
 * @throws {RangeError} if \`count\` is negative
 */
export function takeLast(list: readonly string[], count: number): string[] {
  if (count < 0) throw new RangeError("negative");
  return list.slice(list.length - Math.min(list.length, count));
}
/** @returns the labels without duplicates */
export function labels(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))];
}
`,
  "src/days.ts": `/** @throws {RangeError} when days is not an integer */
export function addDays(day: number, days: number): number {
  if (!Number.isInteger(days)) throw new RangeError("whole days only");
  return day + days;
}
/** @returns a non-negative integer */
export function pages(items: readonly boolean[]): number {
  return Math.ceil(items.length / 10);
}
`,
  // Each would throw for a value that its words leave out.
  "src/rates.ts": `/** @param share between 0 and 1 */
export function perShare(share: number): string {
  const names = ["none", "some", "all"];
  return names[Math.ceil(share * 2)]!.toUpperCase();
}
/** @param word must not be empty */
export function initial(word: string): number {
  return word[0]!.charCodeAt(0);
}
/** @param size a positive integer */
export function chunk(list: readonly string[], size: number): string[][] {
  const pieces: string[][] = [];
  for (let at = 0; at < list.length; at += size) pieces.push(list.slice(at, at + size));
  return pieces;
}
`,
};
