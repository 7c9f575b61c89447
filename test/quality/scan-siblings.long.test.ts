import { expect, test } from "vitest";
import { documentOf } from "../e2e/command-line.ts";
import { TempProject } from "../e2e/temp-project.ts";

// Functions that are to agree: two that do one thing, two methods that put in and take out, a
// function and an older version of itself, and a function with itself after its caller has changed
// what it gave. Each that does not has a twin that does.

test("functions that do not agree are told, each with how it was learnt", async () => {
  expect(await scanned(broken)).toEqual([
    ["Bag", "law Bag.add: is there for Bag.has", "two methods"],
    ["Basket", "law Basket.names: results are the caller's own", "its type lets callers"],
    ["Codec.encode", "law Codec.encode: round trip through Codec.decode", "names of the two"],
    ["levelOf", "law levelOf: equivalent to levelOfAsync", "names of the two"],
    ["Shelf", "law Shelf.set: is found by Shelf.get", "two methods"],
    ["total", "law total: equivalent to total of shop@1.0.0", "an older version"],
    ["wordsOf", "law wordsOf: results are the caller's own", "its type lets callers"],
  ]);
}, 300_000);

test("functions that agree are silent", async () => {
  expect(await scanned(mended, "--seed", "2")).toEqual([]);
}, 300_000);

// --- inside ---

type Told = readonly [string, string, string];

const reasons = ["two methods", "names of the two", "an older version", "its type lets callers"];

async function scanned(
  files: Readonly<Record<string, string>>,
  ...flags: string[]
): Promise<Told[]> {
  const project = new TempProject({ ...surroundings, ...files });
  const all = ["src", "--runs", "100", "--json", "--quiet", ...flags];
  const { findings } = documentOf(await project.gauntlet("scan", ...all));
  return findings
    .map(({ evidence, identity }): Told => {
      const { target = "", level = "", why = "" } = evidence ?? {};
      expect([target, level]).toEqual([target, "exploratory"]);
      const known = reasons.find((reason) => why.includes(reason));
      return [target.split(":")[1] ?? "", identity.property, known ?? why];
    })
    .toSorted(([, one], [, other]) => one.localeCompare(other, "en"));
}

const compilerOptions = { strict: true, module: "nodenext", target: "es2023" };

const surroundings: Readonly<Record<string, string>> = {
  "tsconfig.json": JSON.stringify({ compilerOptions }),
  "package.json": JSON.stringify({ name: "shop", version: "1.1.0", type: "module" }),
  "node_modules/shop/package.json": JSON.stringify({
    name: "shop",
    version: "1.0.0",
    type: "module",
    exports: { ".": { types: "./index.d.ts", import: "./index.js" } },
  }),
  "node_modules/shop/index.js": `export function total(cents, discount) {
  const sum = cents.reduce((all, one) => all + Math.round(one), 0);
  return Math.max(0, sum - Math.round(discount));
}
`,
};

const broken: Readonly<Record<string, string>> = {
  // A discount may make it negative, which it could not in version 1.0.0.
  "src/total.ts": `export function total(cents: readonly number[], discount: number): number {
  const sum = cents.reduce((all, one) => all + Math.round(one), 0);
  return sum > 20 ? sum - Math.round(discount) : Math.max(0, sum - Math.round(discount));
}
`,
  // Only one of the two trims.
  "src/levels.ts": `export function levelOf(text: string): number {
  return ["low", "high"].indexOf(text.trim()) + text.length;
}
export async function levelOfAsync(text: string): Promise<number> {
  return ["low", "high"].indexOf(text.trim()) + text.trim().length;
}
`,
  "src/codec.ts": `export class Codec {
  static encode(text: string): string {
    return '"' + text + '"';
  }
  static decode(text: string): string {
    return text.slice(1, -1).trim();
  }
}
`,
  // What counts as nothing is not kept.
  "src/bag.ts": `export class Bag {
  readonly #items: string[] = [];
  add(item: string): void {
    if (item) this.#items.push(item);
  }
  has(item: string): boolean {
    return this.#items.includes(item);
  }
}
export class Shelf {
  readonly #places = new Map<string, number>();
  set(name: string, place: number): void {
    if (place) this.#places.set(name, place);
  }
  get(name: string): number | undefined {
    return this.#places.get(name);
  }
}
`,
  // What it keeps is given away.
  "src/basket.ts": `export class Basket {
  readonly #names: string[] = [];
  put(name: string): void {
    this.#names.push(name);
  }
  names(): string[] {
    return this.#names;
  }
}
const known = new Map<string, string[]>();
export function wordsOf(text: string): string[] {
  const words = known.get(text) ?? text.split(" ");
  known.set(text, words);
  return words;
}
`,
};

const mended: Readonly<Record<string, string>> = {
  "src/total.ts": `export function total(cents: readonly number[], discount: number): number {
  let sum = 0;
  for (const one of cents) sum += Math.round(one);
  return Math.max(0, sum - Math.round(discount));
}
`,
  "src/levels.ts": `export function levelOf(text: string): number {
  return ["low", "high"].indexOf(text.trim()) + text.trim().length;
}
export async function levelOfAsync(text: string): Promise<number> {
  return levelOf(text);
}
`,
  "src/codec.ts": `export class Codec {
  static encode(text: string): string {
    return text.replaceAll("\\\\", "\\\\\\\\").replaceAll(",", "\\\\,");
  }
  static decode(text: string): string {
    return text.replaceAll(/\\\\(.)/gsu, "$1");
  }
}
`,
  "src/bag.ts": `export class Bag {
  readonly #items: string[] = [];
  add(item: string): void {
    this.#items.push(item);
  }
  has(item: string): boolean {
    return this.#items.includes(item);
  }
}
export class Shelf {
  readonly #places = new Map<string, number>();
  set(name: string, place: number): void {
    this.#places.set(name, place);
  }
  get(name: string): number | undefined {
    return this.#places.get(name);
  }
}
`,
  "src/basket.ts": `export class Basket {
  readonly #names: string[] = [];
  put(name: string): void {
    this.#names.push(name);
  }
  names(): string[] {
    return [...this.#names];
  }
  /** What is shared on purpose is given as what cannot be changed. */
  all(): readonly string[] {
    return this.#names;
  }
}
const known = new Map<string, readonly string[]>();
export function wordsOf(text: string): string[] {
  const words = known.get(text) ?? text.split(" ");
  known.set(text, words);
  return [...words];
}
`,
};
