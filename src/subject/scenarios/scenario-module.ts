import path from "node:path";
import type { ReadScenario } from "./read-scenario.ts";
import type { Step } from "./step.ts";

/** The text of the module that stands for a scenario file: it imports what the steps call. */
export function scenarioModule(
  { scenario, places }: ReadScenario,
  { file, projectRoot }: { readonly file: string; readonly projectRoot: string },
): string {
  const modules = [...new Set(modulesIn(scenario.steps))];
  const folder = path.posix.dirname(file);
  const imports = modules.map((module, index) => {
    const isNear = /^\.\.?\//u.test(module);
    const base = path.resolve(projectRoot, folder);
    const target = path.resolve(isNear ? base : projectRoot, module);
    return `import * as m${index} from ${code(specifier(base, target))};`;
  });
  const table = modules.map((module, index) => `${code(module)}: m${index}`);
  const data = { file, scenario, places };
  return [
    'import { scenarioTest } from "gauntlet/scenario-subject";',
    ...imports,
    `const modules = { ${table.join(", ")} };`,
    `export default scenarioTest({ ...${code(data)}, url: import.meta.url, modules });`,
    "",
  ].join("\n");
}

// --- inside ---

/** The modules that steps name, each as it is written. */
function modulesIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    if (step.type === "call" || step.type === "check") return [moduleOf(step.fn)];
    if (step.type === "http") return [moduleOf(step.app)];
    if ("branches" in step) return step.branches.flatMap(modulesIn);
    return "steps" in step ? modulesIn(step.steps) : [];
  });
}

function moduleOf(place: string): string {
  return place.slice(0, place.indexOf("#"));
}

function specifier(from: string, target: string): string {
  const relative = path.relative(from, target).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** JSON is JavaScript, but `__proto__` as a key of a literal would set the prototype. */
function code(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("__proto__") ? `JSON.parse(${JSON.stringify(text)})` : text;
}
