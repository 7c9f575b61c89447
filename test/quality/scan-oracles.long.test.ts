import { expect, test } from "vitest";
import { documentOf } from "../e2e/command-line.ts";
import { TempProject } from "../e2e/temp-project.ts";

// Small re-creations of bugs that were published, each with its mended twin. What says that they
// are wrong is not a type and not a throw: words, examples, names, and how much was done.

test("wrong results are told as exploratory, each with the line that confirms it", async () => {
  const told = await scanned(broken);
  expect(told).toEqual([
    [`chunk`, "chunk does not do too much work", "supported", undefined],
    [
      "escapeText",
      "law escapeText: round trip through unescapeText",
      "exploratory",
      'confirmed_properties = { escapeText = ["round trip through unescapeText"] }',
    ],
    [
      "mean",
      "mean gives no NaN for finite numbers",
      "exploratory",
      'confirmed_properties = { mean = ["gives no NaN for finite numbers"] }',
    ],
    [
      "progress",
      "law progress: output in [0, 1]",
      "exploratory",
      'confirmed_properties = { progress = ["output in [0, 1]"] }',
    ],
    [
      "slug",
      'slug example: slug("a b c")',
      "exploratory",
      `confirmed_properties = { slug = ['example: slug("a b c")'] }`,
    ],
    [
      "sorted",
      "law sorted: leaves its arguments alone",
      "exploratory",
      'confirmed_properties = { sorted = ["leaves its arguments alone"] }',
    ],
  ]);
}, 240_000);

test("what the author confirms is supported, also where it was scanned before", async () => {
  const config = `[[scan]]
module = "src/**"
confirmed_properties = { slug = ['example: slug("a b c")'], sorted = ["leaves its arguments alone"] }
`;
  const project = new TempProject({ "tsconfig.json": tsconfig, ...broken });
  const levels = async (): Promise<unknown[]> => {
    const told = await toldBy(project, "src/lists.ts:sorted", "src/text.ts");
    return told.map(([target, , level]) => [target, level]);
  };
  expect(await levels()).toEqual([
    ["slug", "exploratory"],
    ["sorted", "exploratory"],
  ]);
  project.write("gauntlet.toml", config);
  expect(await levels()).toEqual([
    ["slug", "supported"],
    ["sorted", "supported"],
  ]);
}, 240_000);

test.each(["1", "2"])(
  "the mended twins are silent, seed %s",
  async (seed) => {
    expect(await scanned(mended, "--seed", seed)).toEqual([]);
  },
  240_000,
);

// --- inside ---

type Told = readonly [string, string, string | undefined, string | undefined];

function scanned(files: Readonly<Record<string, string>>, ...flags: string[]): Promise<Told[]> {
  return toldBy(new TempProject({ "tsconfig.json": tsconfig, ...files }), "src", ...flags);
}

async function toldBy(project: TempProject, ...args: string[]): Promise<Told[]> {
  const flags = ["--runs", "150", "--json", "--quiet"];
  const { code, out, err } = await project.gauntlet("scan", ...args, ...flags);
  const { findings } = documentOf({ code, out, err });
  return findings
    .map(({ evidence, identity }): Told => {
      const target = evidence?.target.split(":")[1] ?? "";
      return [target, identity.property, evidence?.level, evidence?.confirm];
    })
    .toSorted(([one], [other]) => one.localeCompare(other));
}

const compilerOptions = { strict: true, module: "nodenext", target: "es2023" };
const tsconfig = JSON.stringify({ compilerOptions });

const unescapeFile = `export function unescapeText(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
`;

const readme = '# temp\n\n```js\nimport { slug } from "temp";\nslug("a b c") // => "a-b-c"\n```\n';

const broken: Readonly<Record<string, string>> = {
  "README.md": readme,
  "src/unescape.ts": unescapeFile,
  // Escapes in the wrong order: what was escaped first is escaped again.
  "src/escape.ts": `export function escapeText(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("&", "&amp;");
}
`,
  // Only the first separator is replaced.
  "src/text.ts": `export function slug(title: string): string {
  return title.toLowerCase().replace(" ", "-");
}
`,
  "src/lists.ts": `export function chunk(list: readonly string[], size: number): string[][] {
  const pieces: string[][] = [];
  for (let at = 0; at < list.length; at += size) pieces.push(list.slice(at, at + size));
  return pieces;
}
/** Gives the list in order, without mutating the original. */
export function sorted(list: boolean[]): boolean[] {
  return list.sort((a, b) => Number(a) - Number(b));
}
export function mean(list: readonly number[]): number {
  let sum = 0;
  for (const one of list) sum += one;
  return sum / list.length;
}
/** @returns how far it is, between 0 and 1 */
export function progress(percent: number): number {
  return Number.isNaN(percent) ? 0 : Math.min(1, percent / 100);
}
`,
};

const mended: Readonly<Record<string, string>> = {
  "README.md": readme,
  "src/unescape.ts": unescapeFile,
  "src/escape.ts": `export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
`,
  "src/text.ts": `export function slug(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}
`,
  "src/lists.ts": `export function chunk(list: readonly string[], size: number): string[][] {
  const pieces: string[][] = [];
  const step = Math.max(1, Math.trunc(size) || 1);
  for (let at = 0; at < list.length; at += step) pieces.push(list.slice(at, at + step));
  return pieces;
}
/** Gives the list in order, without mutating the original. */
export function sorted(list: boolean[]): boolean[] {
  return [...list].sort((a, b) => Number(a) - Number(b));
}
export function mean(list: readonly number[]): number {
  let sum = 0;
  for (const one of list) sum += one;
  return list.length === 0 ? 0 : sum / list.length;
}
/** @returns how far it is, between 0 and 1 */
export function progress(percent: number): number {
  return Number.isNaN(percent) ? 0 : Math.max(0, Math.min(1, percent / 100));
}
`,
};
