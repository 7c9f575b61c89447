import { expect, test } from "vitest";
import { createProject } from "./temporary-project.ts";
import { createLoader, type Loader } from "../../src/subject/loader/loader.ts";

interface Frame {
  readonly name: string;
  readonly line: number;
  readonly text: string | undefined;
}

/** The frames of an error in the user's own lines. */
function frames(error: unknown, loader: Loader): Frame[] {
  const found: Frame[] = [];
  for (const line of String((error as Error).stack).split("\n")) {
    const match = /(file:\/\/[^\s()]+?):(\d+):(\d+)\)?$/.exec(line);
    const [, file, row, column] = match ?? [];
    const place = file && loader.originalPosition(file, Number(row), Number(column));
    if (!place) continue;
    const text = loader.sourceLine(place.file, place.line);
    found.push({
      name: place.file.replace(/.*\//, ""),
      line: place.line,
      text: text?.slice(place.column - 1),
    });
  }
  return found;
}

async function thrown(files: Readonly<Record<string, string>>): Promise<Frame[]> {
  using project = createProject(files);
  const loader = createLoader({ projectRoot: project.root });
  const graph = await loader.prepare(project.path("entry.ts"));
  try {
    await graph.instantiate();
  } catch (error) {
    return frames(error, loader);
  }
  return [];
}

test("a frame leads to the line and column the user wrote, through types and imports", async () => {
  const found = await thrown({
    "entry.ts": `import {
  fail,
} from "./fail.ts";

interface Long {
  lines: string;
}

export const result: Long = fail<Long>({ lines: "x" });
`,
    "fail.ts": `type Anything = unknown;
/* two
   lines */
export function fail<T>(value: T): T {
  const held: Anything = value;
  if (held) throw new Error("here");
  return value;
}
`,
  });
  expect(found).toEqual([
    { name: "fail.ts", line: 6, text: `new Error("here");` },
    { name: "entry.ts", line: 9, text: `fail<Long>({ lines: "x" });` },
  ]);
});

test("rewritten imports, awaits and defaults keep their places", async () => {
  const found = await thrown({
    "entry.ts": `import { live, change } from "./live.mjs";
change();
const a: number = await 1; live(a, await 2,
  () => 3);
export default a;
`,
    "live.mjs": `export let live;
export function change() { live = (...values) => { null.x; }; }
`,
  });
  expect(found.map(({ name, line }) => [name, line])).toEqual([
    ["live.mjs", 2],
    ["entry.ts", 3],
  ]);
});

test("CommonJS, JSX and enums have places too", async () => {
  const found = await thrown({
    "entry.ts": `import run from "./old.cjs";
enum Kind {
  A,
  B,
}
export const x = run(Kind.B);
`,
    "old.cjs": `"use strict";
module.exports = function run(kind) {
  throw new Error(String(kind));
};
`,
  });
  expect(found.map(({ name, line }) => [name, line])).toEqual([
    ["old.cjs", 3],
    ["entry.ts", 6],
  ]);
});

test("a file we did not load has no place and no line", () => {
  const loader = createLoader({ projectRoot: "/" });
  expect(loader.originalPosition("/elsewhere.ts", 1, 1)).toBeUndefined();
  expect(loader.sourceLine("/elsewhere.ts", 1)).toBeUndefined();
});
