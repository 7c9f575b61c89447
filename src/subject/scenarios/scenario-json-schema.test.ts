import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stepSamples } from "../../../test/scenarios/step-samples.ts";
import { scenarioJsonSchema } from "./scenario-json-schema.ts";
import { stepRules } from "./shapes/field-rules.ts";

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly const?: string;
  readonly allOf?: readonly object[];
  readonly oneOf?: readonly SchemaNode[];
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

const schema = scenarioJsonSchema() as SchemaNode;
const steps = Object.values(schema.definitions ?? {}).flatMap(({ oneOf = [] }) => oneOf);

test("the committed file is the one that is generated", () => {
  const file = new URL("../../../schema/gauntlet-scenario.schema.json", import.meta.url);
  const text = `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`;
  expect(readFileSync(fileURLToPath(file), "utf8")).toBe(text);
});

test("every type of step is in it, with its keys and the rules between them", () => {
  const types = steps.map(({ properties }) => properties?.["type"]?.const);
  expect(types.toSorted()).toEqual(Object.keys(stepSamples).toSorted());
  for (const { properties = {}, allOf = [] } of steps) {
    const type = properties["type"]?.const ?? "";
    const sample = stepSamples[type as keyof typeof stepSamples];
    expect(Object.keys(properties), type).toEqual(expect.arrayContaining(Object.keys(sample)));
    expect(allOf, type).toHaveLength(stepRules[type]?.length ?? 0);
  }
});
