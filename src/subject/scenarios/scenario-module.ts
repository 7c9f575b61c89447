import path from "node:path";
import { pointerOf } from "../../config/config-problem.ts";
import { isInside, realPathOf } from "../../config/files/project-paths.ts";
import type { ReadSteps } from "./read-scenario.ts";
import type { Scenario, Step } from "./step.ts";
import { eachStep } from "./walk-steps.ts";

/** The text of the module that stands for a scenario file: it imports what the steps call. */
export function scenarioModule(
  { scenario, places }: ReadSteps,
  { file, projectRoot }: { readonly file: string; readonly projectRoot: string },
): string {
  const modules = [...modulesOf(scenario).keys()];
  const folder = path.resolve(projectRoot, path.posix.dirname(file));
  const imports = modules.map((module, index) => {
    const target = targetOf(module, { folder, projectRoot });
    return `import * as m${index} from ${code(specifier(folder, target))};`;
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

/** The first step that names a module outside of the project, by its path or through a link. */
export function outsideModule(
  scenario: Scenario,
  { file, projectRoot }: { readonly file: string; readonly projectRoot: string },
): { readonly pointer: string; readonly module: string } | undefined {
  const folder = path.resolve(projectRoot, path.posix.dirname(file));
  const root = realPathOf(projectRoot);
  for (const [module, at] of modulesOf(scenario)) {
    if (isInside(realPathOf(targetOf(module, { folder, projectRoot })), root)) continue;
    return { pointer: pointerOf(at), module };
  }
  return undefined;
}

/** The way to the step for which a line of that text imports something. */
export function importingStep(
  scenario: Scenario,
  line: number,
): { readonly pointer: string; readonly module: string } | undefined {
  const [module, at] = [...modulesOf(scenario)][line - firstImportLine] ?? [];
  return module === undefined || at === undefined ? undefined : { pointer: pointerOf(at), module };
}

/** What of the user's code a step uses, as it is written: `src/pay.ts#charge`. */
export function codePlace(
  step: Step,
): { readonly key: "fn" | "app"; readonly place: string } | undefined {
  if (step.type === "call" || step.type === "check") return { key: "fn", place: step.fn };
  return step.type === "http" ? { key: "app", place: step.app } : undefined;
}

// --- inside ---

/** The one before it imports what makes the scenario. */
const firstImportLine = 2;

/** The modules that steps name, each as it is written, with the way to the first such step. */
function modulesOf({ steps }: Scenario): ReadonlyMap<string, readonly (string | number)[]> {
  const modules = new Map<string, readonly (string | number)[]>();
  for (const { step, path: at } of eachStep(steps)) {
    const used = codePlace(step);
    if (used === undefined) continue;
    const module = used.place.slice(0, used.place.indexOf("#"));
    if (!modules.has(module)) modules.set(module, [...at, used.key]);
  }
  return modules;
}

function targetOf(
  module: string,
  { folder, projectRoot }: { readonly folder: string; readonly projectRoot: string },
): string {
  const isNear = /^\.\.?\//u.test(module);
  return path.resolve(isNear ? folder : projectRoot, module);
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
