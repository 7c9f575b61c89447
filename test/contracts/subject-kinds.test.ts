import { expect, test } from "vitest";
import { callTest } from "../../src/kernel/subject/call-test.ts";
import { chaosTest, simulation } from "../../src/kernel/subject/chaos-test.ts";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { fuzz } from "../../src/kernel/subject/fuzz-test.ts";
import { scenarioTest } from "../../src/kernel/subject/scenario-test.ts";
import { GauntletError } from "../../src/kernel/errors/gauntlet-error.ts";
import { exportedSubjects } from "../../src/subject/chaos-files.ts";
import {
  checkDefinition,
  isSubjectDefinition,
  loadKinds,
  subjectKinds,
} from "../../src/subject/kinds/index.ts";

// What holds for every kind of subject. A new kind is a definition here, and a file that holds it.

const definitions: Readonly<Record<string, () => SubjectDefinition>> = {
  chaosTest: () => chaosTest({ name: "shop", setup: () => 0, rules: { go: { run: () => {} } } }),
  simulation: () => simulation({ name: "shop", run: () => {} }),
  callTest: () =>
    callTest({
      target: { name: "half", module: "a.ts", calls: [], harness: "fresh", isWeak: false },
      modules: { "a.ts": { half: (value: number) => value / 2 } },
    }),
  scenarioTest: () =>
    scenarioTest({
      file: "shop.yaml",
      url: "file:///shop.yaml",
      scenario: { name: "shop", steps: [] },
      places: {},
      modules: {},
    }),
  fuzz: () => fuzz("shop", () => {}),
};

const files: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  chaosTest: { file: "shop.chaos.ts", text: "export default chaosTest({})" },
  simulation: { file: "shop.chaos.ts", text: "export default simulation({})" },
  callTest: { file: "scan.mjs", text: 'import { callTest } from "gauntlet/scan-subject"' },
  scenarioTest: { file: "shop.yaml", text: "name: shop" },
  fuzz: {
    file: "shop.fuzz.ts",
    text: 'import { fuzz } from "gauntlet";\nexport default fuzz("shop", () => {});',
  },
};

const kinds = subjectKinds.map((kind) => [kind.name, kind] as const);

test("every kind is tried here, under a name of its own", () => {
  const names = kinds.map(([name]) => name);
  expect(Object.keys(definitions).toSorted()).toEqual(names.toSorted());
});

test.each(kinds)("a definition of %s is recognised, and another value is not", (name) => {
  const definition = definitions[name]?.();
  expect(isSubjectDefinition(definition)).toBe(true);
  expect(isSubjectDefinition({ ...definition, kind: `${name}s` })).toBe(false);
  expect(isSubjectDefinition(definition?.options)).toBe(false);
});

test.each(kinds)("a file that holds a %s has it loaded, and only where it may", (name, kind) => {
  const own = files[name];
  expect(own !== undefined && kind.isIn(own)).toBe(true);
  // What is loaded lazily is not loaded for a chaos file.
  const isForAll = kind.ending !== undefined;
  expect(kind.isIn({ file: "plain.chaos.ts", text: "export {}" })).toBe(isForAll);
});

test.each(kinds)("a %s becomes a subject with a name and what it declares", async (name, kind) => {
  const { subjectOf } = await loadKinds([kind]);
  const definition = definitions[name]?.();
  const subject = definition === undefined ? undefined : subjectOf(definition);
  expect(subject?.name).toMatch(/^(?:shop|half)/u);
  expect(subject?.declared.faults).toEqual([]);
});

test.each(kinds)("options of a %s that are none are refused", (name) => {
  const wrong = { kind: name, options: 3 };
  expect(() => checkDefinition(wrong, "shop.chaos.ts")).toThrow(GauntletError);
  const right = definitions[name]?.();
  if (right !== undefined) checkDefinition(right, "shop.chaos.ts");
});

test.each(kinds.filter(([, kind]) => kind.ending !== undefined))(
  "an exported constant that %s makes is found in the files of its kind",
  (name) => {
    const text = `export const first = ${name}({}); export const other = made({});`;
    expect(exportedSubjects(files[name]?.file ?? "", text)).toEqual(["first"]);
  },
);
