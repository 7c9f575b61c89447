import { expect, test } from "vitest";
import { validateJson, validateText, type ValidatedRow } from "./validate-text.ts";

const options = { color: false, isAscii: false };

const rows: readonly ValidatedRow[] = [
  { file: "a.scenario.yaml", ok: true, variant: "steps", name: "a", steps: 1, errors: [] },
  { file: "b.fozzy.json", ok: true, variant: "distributed", name: "b", steps: 12, errors: [] },
  {
    file: "c\u001b[31m.scenario.yaml",
    ok: false,
    errors: [
      {
        code: "N003",
        what: "`/timout` is not a key of a scenario",
        where: "c.scenario.yaml:3:1",
        pointer: "/timout",
        frame: ["3 | timout: 30s", "  | ^^^^^^"],
        help: "did you mean `timeout`?",
      },
      { code: "N006", what: "`/steps` is missing", where: "c.scenario.yaml:1:1" },
    ],
  },
];

test("files that are fine have a line each, the others all that is wrong with them", () => {
  expect(validateText(rows, options)).toMatchInlineSnapshot(`
    "validate   3 scenarios   1 invalid

    ✓ a.scenario.yaml   1 step
    ✓ b.fozzy.json   12 steps   distributed, which no verb executes yet

    ✗ c\\x1b[31m.scenario.yaml
    error[N003]: \`/timout\` is not a key of a scenario
      --> c.scenario.yaml:3:1
       3 | timout: 30s
         | ^^^^^^
    help: did you mean \`timeout\`?
    error[N006]: \`/steps\` is missing
      --> c.scenario.yaml:1:1
    "
  `);
  expect(validateText(rows.slice(0, 1), options)).toMatchInlineSnapshot(`
    "validate   1 scenario

    ✓ a.scenario.yaml   1 step
    "
  `);
  expect(validateText([], options)).toMatchInlineSnapshot(`
    "validate   0 scenarios

    ? no scenario file was found
    "
  `);
});

test("only so many problems of a file are shown unless all are wanted", () => {
  const errors = Array.from({ length: 12 }, (_, index) => ({
    code: "N005",
    what: `wrong ${index}`,
  }));
  const many = [{ file: "a.scenario.yaml", ok: false, errors }];
  expect(validateText(many, options)).toContain("wrong 9\nand 2 more (--all)");
  expect(validateText(many, { ...options, showAll: true })).toContain("wrong 11");
});

test("the document says null where a file does not say it", () => {
  expect(validateJson(rows).files[2]).toEqual({
    file: "c\u001b[31m.scenario.yaml",
    ok: false,
    variant: null,
    name: null,
    steps: null,
    errors: [
      {
        code: "N003",
        pointer: "/timout",
        what: "`/timout` is not a key of a scenario",
        where: "c.scenario.yaml:3:1",
        help: "did you mean `timeout`?",
      },
      {
        code: "N006",
        pointer: null,
        what: "`/steps` is missing",
        where: "c.scenario.yaml:1:1",
        help: null,
      },
    ],
  });
  expect(validateJson(rows).verdict).toBe("broken");
  expect(validateJson([])).toMatchObject({ verdict: "unknown", files: [] });
});
