import { describe, expect, test } from "vitest";
import type { InstrumentationStep } from "../../src/subject/loader/instrumentation.ts";
import { createLoader } from "../../src/subject/loader/index.ts";
import { TempProject } from "../e2e/temp-project.ts";

/** A step as it is when nothing of what it compiles in is on. */
export type MakeStep = () => InstrumentationStep;

/** A program in which an added text is easily put at the wrong place, and one it depends on. */
const files: Readonly<Record<string, string>> = {
  "entry.ts": `import { limit, raise, Shelf } from "./shelf.ts";
import old from "./old.cjs";
const seen: unknown[] = [];
type Book = { readonly pages: number };
const isLong = ({ pages }: Book): boolean => pages > limit && pages !== 999;
function* pagesOf(...books: Book[]) { for (const book of books) if (isLong(book)) yield book.pages }
const kindOf = (n: number) => n < 0 ? "minus" : n === 0 ? "none" : n >= 9 ? "many" : "some";
export async function run(): Promise<unknown> {
  const shelf = new Shelf({ pages: 3 }, { pages: 30 }, { pages: 999 });
  seen.push([...pagesOf(...shelf.books)], [-1, 0, 5, 50].map(kindOf));
  raise();
  seen.push([...pagesOf(...shelf.books)], await shelf.find((book) => book.pages === 30), limit);
  label: for (const a of [1, 2, 3]) for (const b of [1, 2, 3]) if (a === b) continue label; else seen.push(a < b);
  seen.push(old(1 === 1, "2" == 2), isLong.name, isLong.length, Shelf.name, typeof run);
  return JSON.parse(JSON.stringify(seen));
}
export function fail(): never {
  const why = limit <= 0 ? "none" : "some";
  throw new Error(why);
}
`,
  "shelf.ts": `export let limit = 9;
export const raise = () => { limit = limit === 9 ? 29 : 9 };
export class Shelf<T extends { pages: number }> {
  readonly books: readonly T[]; static #made = 0;
  constructor(...books: T[]) { this.books = books; Shelf.#made += 1 }
  async find(isIt: (book: T) => boolean): Promise<T | undefined> {
    for (const book of this.books) { await null; if (isIt(book)) return book }
    return undefined;
  }
}
`,
  "old.cjs": `module.exports = function (a, b) { if (a !== b) function g() { return "other" }
  return typeof g !== "undefined" ? g() : [a, b, arguments.length, this === undefined] }
`,
};

/** What every step of instrumentation promises, alone and beside others. */
export function instrumentationContract(
  name: string,
  make: MakeStep,
  others: readonly MakeStep[] = [],
): void {
  describe(name, () => {
    test("code does what it did, in every instance of its graph", async () => {
      expect(await results([make()])).toEqual(await results([]));
    });

    test("a failure is at the user's line, and what is loaded has the digest it had", async () => {
      const [plain, compiled] = [await facts([]), await facts([make()])];
      expect(compiled).toEqual(plain);
      expect(plain.line).toBe(19);
    });

    test("it can be compiled in after the others", async () => {
      const plain = await results([]);
      expect(await results([...others.map((other) => other()), make()])).toEqual(plain);
    });

    test("a graph that is loaded again is compiled as if for the first time", async () => {
      const step = make();
      expect(await results([step])).toEqual(await results([step]));
    });
  });
}

/** What the program gives, several times over, with some steps compiled in. */
export async function results(steps: readonly InstrumentationStep[]): Promise<readonly unknown[]> {
  const { graph } = await prepared(steps);
  const given: unknown[] = [];
  for (const everythingFresh of [false, true, false]) {
    const { run } = (await graph.instantiate({ everythingFresh })) as { run(): Promise<unknown> };
    given.push(await run());
  }
  return given;
}

// --- inside ---

async function prepared(steps: readonly InstrumentationStep[]) {
  const project = new TempProject(files);
  const loader = createLoader({ projectRoot: project.root, steps });
  return { loader, graph: await loader.prepare(project.path("entry.ts")) };
}

async function facts(steps: readonly InstrumentationStep[]): Promise<{
  readonly line: number | undefined;
  readonly digest: string;
  readonly shared: number;
}> {
  const { loader, graph } = await prepared(steps);
  const { fail } = (await graph.instantiate()) as { fail(): never };
  const stack = stackOf(fail);
  const [, file = "", line = "0", column = "0"] = /\((.*):(\d+):(\d+)\)/.exec(stack) ?? [];
  const place = loader.originalPosition(file, Number(line), Number(column));
  return { line: place?.line, digest: graph.digest, shared: graph.sharedFiles.length };
}

function stackOf(act: () => never): string {
  try {
    return act();
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.stack ?? "") : "";
  }
}
