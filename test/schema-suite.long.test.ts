import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/cfworker";
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawInvalid } from "../src/data/json-schema/draw-invalid.ts";
import { drawValid } from "../src/data/json-schema/draw-valid.ts";
import { readSchema, type ReadSchema } from "../src/data/json-schema/read-schema.ts";
import { RandomSource } from "../src/kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../src/kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../src/kernel/decisions/seed.ts";
import { SchemaError } from "../src/kernel/json-schema/schema-words.ts";
import { sortedText } from "../src/kernel/values/sorted-data.ts";

// The JSON Schema Test Suite is not part of the repository: the tests look for it beside it, or
// where this says.
const folder = path.resolve(
  process.env["GAUNTLET_SCHEMA_SUITE"] ?? "../shared/corpora/json-schema-test-suite/tests",
);
const valuesCount = 25;
const drafts = [
  { name: "draft7", draft: "7" },
  { name: "draft2020-12", draft: "2020-12" },
] as const;

/** Formats and contents are remarks, so nothing is invalid for them; references lead elsewhere. */
const expectedCounts = {
  "7": {
    keywords: 37,
    valid: 5475,
    invalid: 4621,
    "schemas refused": 28,
    "no value of a tier": {
      definitions: "0 valid, 0 invalid",
      format: "425 valid, 0 invalid",
      refRemote: "0 valid, 0 invalid",
    },
  },
  "2020-12": {
    keywords: 46,
    valid: 7772,
    invalid: 6712,
    "schemas refused": 61,
    "no value of a tier": {
      anchor: "0 valid, 0 invalid",
      content: "100 valid, 0 invalid",
      defs: "0 valid, 0 invalid",
      dynamicRef: "0 valid, 0 invalid",
      format: "475 valid, 0 invalid",
      refRemote: "0 valid, 0 invalid",
      vocabulary: "0 valid, 0 invalid",
    },
  },
};

interface Group {
  readonly keyword: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[];
}

for (const { name, draft } of drafts) {
  test(`${name}: what is generated is what the suite says, for every keyword`, ({ skip }) => {
    skip(!existsSync(folder), `there is no JSON Schema Test Suite at ${folder}`);
    const counts = new Map<string, Count>();
    for (const group of groupsOf(name)) {
      const count = counts.get(group.keyword) ?? { valid: 0, invalid: 0, refused: 0, wrong: [] };
      counts.set(group.keyword, count);
      const schema = understood(group.schema, draft);
      if (schema === undefined) count.refused += 1;
      else tryGroup(group, { schema, draft, count });
    }
    expect([...counts.values()].flatMap(({ wrong }) => wrong)).toEqual([]);
    const all = [...counts.values()];
    const sum = (key: "valid" | "invalid" | "refused"): number =>
      all.reduce((total, one) => total + one[key], 0);
    expect({
      keywords: counts.size,
      valid: sum("valid"),
      invalid: sum("invalid"),
      "schemas refused": sum("refused"),
      "no value of a tier": Object.fromEntries(
        [...counts].flatMap(([key, { valid, invalid }]) =>
          valid > 0 && invalid > 0 ? [] : [[key, `${valid} valid, ${invalid} invalid`]],
        ),
      ),
    }).toEqual(expectedCounts[draft]);
  });
}

// --- inside ---

interface Count {
  valid: number;
  invalid: number;
  refused: number;
  readonly wrong: string[];
}

function groupsOf(name: string): readonly Group[] {
  const files = readdirSync(path.join(folder, name)).filter((file) => file.endsWith(".json"));
  return files.flatMap((file) => {
    const text = readFileSync(path.join(folder, name, file), "utf8");
    const groups = JSON.parse(text) as readonly Omit<Group, "keyword">[];
    return groups.map((group) => ({ ...group, keyword: path.basename(file, ".json") }));
  });
}

/** What leads out of the schema, or refers dynamically, is refused and never guessed at. */
function understood(schema: unknown, draft: "7" | "2020-12"): ReadSchema | undefined {
  try {
    return readSchema(schema, draft);
  } catch (error) {
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

function tryGroup(
  group: Group,
  {
    schema,
    draft,
    count,
  }: { readonly schema: ReadSchema; readonly draft: "7" | "2020-12"; readonly count: Count },
): void {
  const said = (valid: boolean): ReadonlySet<string> =>
    new Set(group.tests.filter((one) => one.valid === valid).map(({ data }) => sortedText(data)));
  const [right, wrong] = [said(true), said(false)];
  // The judge of somebody else, which nothing here was made with.
  const other = new CfWorkerJsonSchemaValidator({ draft, shortcircuit: true });
  const judge = other.getValidator(group.schema as never);
  const disagree = (tier: string, value: unknown): void =>
    void count.wrong.push(`${tier} ${group.description}: ${JSON.stringify(value)}`);
  for (let index = 0; index < valuesCount; index += 1) {
    const given = { schema, fc };
    const valid = drawValid(decisionsAt(index), given);
    const invalid = drawInvalid(decisionsAt(index), given);
    if (valid !== undefined) {
      count.valid += 1;
      const { value } = valid;
      if (wrong.has(sortedText(value)) || !judge(value).valid) disagree("valid", value);
    }
    if (invalid !== undefined) {
      count.invalid += 1;
      const { value } = invalid;
      if (right.has(sortedText(value)) || judge(value).valid) disagree("invalid", value);
    }
  }
}

function decisionsAt(index: number): RecordedDecisions {
  return new RecordedDecisions(new RandomSource().restart(seedWords("suite"), index));
}
