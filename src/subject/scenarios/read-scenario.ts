import path from "node:path";
import { assert } from "../../kernel/assert.ts";
import { ConfigError } from "../../kernel/config-error.ts";
import { lineColumn } from "../config/code-frame.ts";
import { type ConfigNode, type ConfigPath, spanAt } from "../config/config-node.ts";
import { type ConfigProblem, type ParsedText, placeProblems } from "../config/config-problem.ts";
import { type ConfigText, readConfigText } from "../config/config-text.ts";
import { parseJsonText } from "../config/json-text.ts";
import { parseYamlText } from "../config/yaml-text.ts";
import { scenarioSchema } from "./shapes/scenario-shape.ts";
import type { Scenario, Step } from "./step.ts";

/** A scenario file that was read and checked. */
export interface ReadScenario {
  readonly scenario: Scenario;
  /** Line and column of each step, by its pointer. */
  readonly places: Readonly<Record<string, readonly [line: number, column: number]>>;
  readonly text: string;
}

/** Reads and checks a scenario file; what is wrong with it is an error that says where. */
export async function readScenario(place: {
  readonly file: string;
  readonly shown: string;
}): Promise<ReadScenario> {
  const source = await readConfigText(place);
  const parsed = await parse(source);
  const root = await parsed.nodes();
  if (parsed.problems.length > 0) throw refused(parsed.problems, source, root);
  const zod = await import("zod");
  const checked = scenarioSchema(zod.z).safeParse(parsed.data);
  if (!checked.success) {
    const problems = checked.error.issues.map((issue) => {
      const at = issue.path.filter((part) => typeof part !== "symbol");
      const what = `\`/${at.join("/")}\` ${issue.message}`;
      return { code: "N001", what, at: { path: at, part: "value" as const } };
    });
    throw refused(problems, source, root);
  }
  const scenario = checked.data;
  const places = root === undefined ? {} : placesOf(scenario.steps, { source, root });
  return { scenario, places, text: source.text };
}

/** Whether a path names a scenario file: by its ending, because code has others. */
export function isScenarioFile(file: string): boolean {
  return /\.(?:ya?ml|json)$/iu.test(file);
}

// --- inside ---

function parse(source: ConfigText): Promise<ParsedText> | ParsedText {
  return path.extname(source.file) === ".json"
    ? parseJsonText(source.text)
    : parseYamlText(source.text);
}

function refused(
  problems: readonly ConfigProblem[],
  source: ConfigText,
  root: ConfigNode | undefined,
): ConfigError {
  const [first, ...rest] = placeProblems(problems, source, root);
  assert(first !== undefined, "a refusal has a problem");
  return new ConfigError([first, ...rest]);
}

function placesOf(
  steps: readonly Step[],
  { source, root }: { readonly source: ConfigText; readonly root: ConfigNode },
): ReadScenario["places"] {
  const places: Record<string, readonly [number, number]> = {};
  const visit = (list: readonly Step[], at: ConfigPath): void => {
    for (const [index, step] of list.entries()) {
      const here = [...at, index];
      const { line, column } = lineColumn(source.text, spanAt(root, here, "value").start);
      places[`/${here.join("/")}`] = [line, column];
      if ("steps" in step) visit(step.steps, [...here, "steps"]);
      if (!("branches" in step)) continue;
      for (const [nth, branch] of step.branches.entries())
        visit(branch, [...here, "branches", nth]);
    }
  };
  visit(steps, ["steps"]);
  return places;
}
