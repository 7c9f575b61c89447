import path from "node:path";
import type { z } from "zod";
import { assert } from "../../kernel/errors/assert.ts";
import { ConfigError, throwProblems } from "../../kernel/errors/config-error.ts";
import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import { lineIndex } from "../../config/syntax/code-frame.ts";
import { type ConfigNode, dataOf, spanAt } from "../../config/syntax/config-node.ts";
import {
  type ConfigProblem,
  type ParsedText,
  pathOf,
  placeProblems,
  pointerOf,
  type TextKind,
} from "../../config/config-problem.ts";
import { type ConfigText, readConfigText } from "../../config/syntax/config-text.ts";
import { explainIssues } from "../../config/explain-issues.ts";
import { parseJsonText } from "../../config/syntax/json-text.ts";
import type { Zod } from "../../config/schema-values.ts";
import { parseYamlText } from "../../config/syntax/yaml-text.ts";
import { dataProblems, referenceProblems } from "./data-problems.ts";
import type { DistributedScenario } from "./distributed.ts";
import { withExactSeeds } from "./exact-seeds.ts";
import { isOfFozzy, withLiteralTexts } from "./fozzy-texts.ts";
import { scenarioWords } from "./scenario-words.ts";
import { distributedSchema } from "./shapes/distributed-shape.ts";
import { scenarioSchema } from "./shapes/scenario-shape.ts";
import type { Scenario } from "./step.ts";
import { eachStep } from "./walk-steps.ts";

/** A scenario file that was read and checked. */
export type ReadScenario = ReadSteps | ReadDistributed;

/** A scenario that can be run. */
export interface ReadSteps {
  readonly kind: "steps";
  readonly scenario: Scenario;
  /** Line and column of each step and fault, by its pointer. */
  readonly places: Readonly<Record<string, readonly [line: number, column: number]>>;
  readonly text: string;
  /** Where something stands in the file, by its pointer. */
  readonly locate: (pointer: string) => Pick<ErrorParts, "where" | "pointer" | "frame">;
}

/** A scenario of several nodes, which nothing executes yet. */
export interface ReadDistributed {
  readonly kind: "distributed";
  readonly scenario: DistributedScenario;
  readonly text: string;
}

/** Reads and checks a scenario file; what is wrong with it is an error that says where. */
export async function readScenario(place: {
  readonly file: string;
  readonly shown: string;
}): Promise<ReadScenario> {
  const source = await readText(place);
  const parsed = await parse(source);
  const written = await parsed.nodes();
  const problems = placeProblems(parsed.problems.map(ofFile), source, written);
  throwProblems(problems.map(withQuotes), "scenario");
  assert(written !== undefined, "a text without problems has data");
  const root = withExactSeeds(written, source.text);
  const data = dataOf(root);
  throwAt(variantProblems(root), { source, root });
  schemas ??= makeSchemas((await import("zod")).z);
  if (hasKey(root, "distributed")) {
    const found = { source, root, problems: dataProblems };
    const scenario = check(schemas.distributed, data, found);
    return { kind: "distributed", scenario, text: source.text };
  }
  const inData = (
    node: ConfigNode,
    text: string,
    scenario: Scenario | undefined,
  ): readonly ConfigProblem[] => {
    const isLiteral = scenario !== undefined && isOfFozzy(place.file, scenario);
    return [...dataProblems(node, text), ...(isLiteral ? [] : referenceProblems(node))];
  };
  const read = check(schemas.steps, data, { source, root, problems: inData });
  const scenario = isOfFozzy(place.file, read) ? withLiteralTexts(read) : read;
  const places = placesOf(scenario, source, root);
  const locate = (pointer: string): Pick<ErrorParts, "where" | "pointer" | "frame"> => {
    const at = { path: pathOf(pointer), part: "value" } as const;
    const [found] = placeProblems([{ code: "N005", what: "", at }], source, root);
    return { where: found?.where, pointer, frame: found?.frame };
  };
  return { kind: "steps", scenario, places, text: source.text, locate };
}

// --- inside ---

const scenarioKind: TextKind = {
  noun: "scenario",
  depthMax: 64,
  depthNote: "blocks of steps inside of one another count 2 levels each",
};

/** What the readers of configs call the same problems. */
const codes: ReadonlyMap<string, string> = new Map([
  ["C001", "N001"],
  ["C003", "N001"],
  ["C004", "N002"],
  ["C005", "N002"],
  ["C013", "N002"],
]);

interface Schemas {
  readonly steps: z.ZodType<Scenario>;
  readonly distributed: z.ZodType<DistributedScenario>;
}

/** Made once: they are the same for every file, and making them costs more than a check. */
let schemas: Schemas | undefined;

function makeSchemas(zod: Zod): Schemas {
  return { steps: scenarioSchema(zod), distributed: distributedSchema(zod) };
}

const variants = ["steps", "distributed", "suites"];

async function readText(place: {
  readonly file: string;
  readonly shown: string;
}): Promise<ConfigText> {
  try {
    return await readConfigText(place, "scenario");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throwProblems(error.problems.map(ofFile), "scenario");
    throw error;
  }
}

function ofFile<Problem extends { readonly code: string }>(problem: Problem): Problem {
  return { ...problem, code: codes.get(problem.code) ?? problem.code };
}

/** In a list or table of one line, `${a}` without quotes is the beginning of a table. */
function withQuotes(problem: ErrorParts): ErrorParts {
  const { code, help, frame = [] } = problem;
  const [, name] = /[[,{:]\s*(\$\{[^}\s]*\})/u.exec(frame[0] ?? "") ?? [];
  if (code !== "N002" || help !== undefined || name === undefined) return problem;
  return { ...problem, help: `write it in quotes: \`"${name}"\`` };
}

function parse(source: ConfigText): Promise<ParsedText> | ParsedText {
  return path.extname(source.file).toLowerCase() === ".json"
    ? parseJsonText(source.text, scenarioKind)
    : parseYamlText(source.text, scenarioKind);
}

interface Found {
  readonly source: ConfigText;
  readonly root: ConfigNode | undefined;
}

function throwAt(problems: readonly ConfigProblem[], { source, root }: Found): void {
  throwProblems(placeProblems(problems, source, root), "scenario");
}

function hasKey(root: ConfigNode, key: string): boolean {
  return root.kind === "map" && root.entries.has(key);
}

/** A file is one of the variants, by its key; one of them cannot be executed at all. */
function variantProblems(root: ConfigNode): readonly ConfigProblem[] {
  const [first, ...others] = variants.filter((key) => hasKey(root, key));
  if (first === undefined) return [];
  if (others.length > 0) {
    return others.map((key) => ({
      code: "N007",
      what: `\`/${key}\` cannot be there together with \`${first}\``,
      at: { path: [key], part: "key" },
    }));
  }
  if (first !== "suites") return [];
  return [
    {
      code: "N009",
      what: "`/suites` cannot be executed: a scenario has `steps`",
      at: { path: ["suites"], part: "key" },
      help: "name the scenario files themselves: `gauntlet test tests/*.scenario.yaml`",
    },
  ];
}

function check<Checked>(
  schema: z.ZodType<Checked>,
  data: unknown,
  found: {
    readonly source: ConfigText;
    readonly root: ConfigNode;
    readonly problems: (
      root: ConfigNode,
      text: string,
      read: Checked | undefined,
    ) => readonly ConfigProblem[];
  },
): Checked {
  const { source, root } = found;
  const result = schema.safeParse(data);
  const issues = result.success ? [] : result.error.issues;
  const written = { text: source.text, root };
  const explained = explainIssues(issues, scenarioWords(schema, data), written);
  // One cause, one message: what the schema says of a place comes first.
  const told = new Set(explained.map(placeKey));
  const besides = found
    .problems(root, source.text, result.data)
    .filter((one) => !told.has(placeKey(one)));
  throwAt([...explained, ...besides], found);
  assert(result.success, "a scenario that failed its schema has at least one problem");
  return result.data;
}

function placeKey({ at }: ConfigProblem): string {
  return "path" in at ? pointerOf(at.path) : `${at.start}`;
}

function placesOf(scenario: Scenario, source: ConfigText, root: ConfigNode): ReadSteps["places"] {
  const lineColumn = lineIndex(source.text);
  const places: Record<string, readonly [number, number]> = {};
  const faults = Object.keys(scenario.faults ?? {}).map((name) => ["faults", name]);
  const steps = [...eachStep(scenario.steps)].map((placed) => placed.path);
  for (const at of [...faults, ...steps]) {
    const { line, column } = lineColumn(spanAt(root, at, "value").start);
    places[pointerOf(at)] = [line, column];
  }
  return places;
}
