import { expect, test } from "vitest";
import { typedProject } from "./fixtures/typed-project.ts";

const files = {
  "package.json": `{ "name": "ends", "type": "module", "main": "./dist/index.js" }`,
  "src/index.ts": `export { tail as last } from "./ends.js";\nexport * as more from "./more.js";\n`,
  "src/ends.ts": `
    import { checked, itemAt, joined, passed } from "./main.js";
    export function tail(list: string[], by: string): string {
      if (list.length > 0) checked(list, 1);
      itemAt(list.slice(1), 0);
      joined(by, ...list);
      return passed(by);
    }
    export function unused(text: string): string { return passed(text); }
  `,
  "src/more.ts": `export { shown } from "./main.js";\n`,
  "src/main.ts": `
    export function itemAt(list: string[], at: number): string { return ""; }
    export function checked(list: string[], at: number): void {}
    export function joined(by: string, all: string): void {}
    export function passed(text: string, more?: number): string { return text; }
    export function shown(text: string): string { return passed(text, 2); }
    export function alone(text: string): string { return text; }
  `,
  "test/main.test.ts": `import { itemAt } from "../src/main.js";\nitemAt(["a"], 7);\n`,
};

test("what a package keeps to itself is known by what its own calls give", async () => {
  using project = typedProject(files);
  const calls = await project.calls();
  const sites = [...calls].map(([name, call]) => [
    name,
    call.callSites?.map((site) =>
      site.map((shape) => ("value" in shape ? shape.value : shape.kind)),
    ),
  ]);
  expect(Object.fromEntries(sites)).toEqual({
    // Computed on the way, or looked at before: whatever it is, it need not be all.
    itemAt: [["never", 0]],
    checked: [["never", 1]],
    joined: [["never", "never"]],
    // As a caller of the package gave it; a function that is not exported proves nothing.
    passed: expect.arrayContaining([
      ["weak", "undefined"],
      ["never", "undefined"],
      ["weak", 2],
    ]),
    shown: undefined,
    alone: undefined,
  });
});

test("where nobody says what is exported, types alone count", async () => {
  using project = typedProject({ ...files, "package.json": `{ "type": "module" }` });
  const calls = [...(await project.calls()).values()];
  expect(calls.length).toBe(6);
  expect(calls.filter(({ callSites }) => callSites !== undefined)).toEqual([]);
});
