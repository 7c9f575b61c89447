import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stepSamples } from "./step-samples.ts";
import { scenarioJsonSchema } from "../../src/subject/scenarios/scenario-json-schema.ts";
import { stepRules } from "../../src/subject/scenarios/shapes/field-rules.ts";

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly const?: string;
  readonly allOf?: readonly object[];
  readonly required?: readonly string[];
  readonly oneOf?: readonly SchemaNode[];
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

const schema = scenarioJsonSchema() as SchemaNode;
const steps = Object.values(schema.definitions ?? {}).flatMap(({ oneOf = [] }) => oneOf);

function ofRepository(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
}

test("the committed file is the one that is generated", () => {
  const text = `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`;
  expect(ofRepository("schema/gauntlet-scenario.schema.json")).toBe(text);
});

test("the reference page has a row for every type of step, with its keys", () => {
  const page = ofRepository("docs/reference/scenario-files.md");
  for (const { properties = {}, required = [] } of steps) {
    const keys = Object.keys(properties)
      .filter((key) => key !== "type")
      .map((key) => (required.includes(key) ? `\`${key}\`` : `[\`${key}\`]`));
    const cells = keys.length === 0 ? "|" : ` ${keys.join(", ")} |`;
    expect(page).toContain(
      `\n| \`${properties["type"]?.const ?? ""}\` |${cells.replace(/^\|$/u, " |")}\n`,
    );
  }
});

test("every type of step is in it, with its keys and the rules between them", () => {
  const types = steps.map(({ properties }) => properties?.["type"]?.const ?? "");
  expect(types.toSorted()).toEqual(Object.keys(stepSamples).toSorted());
  for (const { properties = {}, allOf = [] } of steps) {
    const type = properties["type"]?.const ?? "";
    const sample = stepSamples[type as keyof typeof stepSamples];
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(sample)));
    expect(allOf).toHaveLength(stepRules[type]?.length ?? 0);
  }
});
