import { posix } from "node:path";
import { type Decision, keepLabel } from "../../kernel/decisions/decision.ts";
import { encodeLiteral } from "../../kernel/values/literal.ts";
import { stepName, stepNames } from "./run/step-name.ts";
import type { Scenario, Step } from "./step.ts";

/**
 * The scenario that a run was: without the steps that were left out, with what was drawn written
 * down, and with the faults that were switched as steps. When things happened is not in it.
 */
export function smallScenario(
  scenario: Scenario,
  decisions: readonly Decision[],
  /** Where the scenario file is, from the project root: the small one may lie elsewhere. */
  folder: string,
): Scenario {
  const seen = readRun(decisions);
  const steps = fromRoot(keptSteps(scenario.steps, "/steps", seen), folder);
  const used = new Set(faultsIn(steps));
  const faults = Object.entries(scenario.faults ?? {}).filter(([name]) => used.has(name));
  const { faults: _, ...rest } = scenario;
  return {
    ...rest,
    name: `${scenario.name}, minimised`,
    ...(faults.length === 0 ? {} : { faults: Object.fromEntries(faults) }),
    steps,
  };
}

// --- inside ---

/** Steps that name files from the project root, wherever their own file is. */
function fromRoot(steps: readonly Step[], folder: string): readonly Step[] {
  const place = (given: string): string =>
    /^\.\.?\//u.test(given) ? posix.join(folder, given) : given;
  return steps.map((step): Step => {
    if (step.type === "call" || step.type === "check") return { ...step, fn: place(step.fn) };
    if (step.type === "http") return { ...step, app: place(step.app) };
    if ("branches" in step) {
      return { ...step, branches: step.branches.map((branch) => fromRoot(branch, folder)) };
    }
    return "steps" in step ? { ...step, steps: fromRoot(step.steps, folder) } : step;
  });
}

/** What a list of decisions says of each step, by the step's name. */
interface RunSeen {
  readonly kept: ReadonlySet<string>;
  /** Values by the name of the `draw` step; several where it was repeated. */
  readonly drawn: ReadonlyMap<string, readonly unknown[]>;
  /** Faults that were switched before a step, in order. */
  readonly switched: ReadonlyMap<string, readonly Switch[]>;
}

/** A fault that was switched, in the order of the whole run: branches take turns. */
interface Switch {
  readonly fault: string;
  readonly isOn: boolean;
  readonly order: number;
}

function readRun(decisions: readonly Decision[]): RunSeen {
  const kept = new Set<string>();
  const drawn = new Map<string, unknown[]>();
  const switched = new Map<string, Switch[]>();
  const on = new Set<string>();
  let order = 0;
  let step = "";
  let isInSpan = false;
  for (const decision of decisions) {
    if (decision.kind === "span") {
      isInSpan = decision.label.startsWith("step ");
      if (isInSpan) step = decision.label.slice("step ".length);
    } else if (decision.kind === "end") isInSpan = false;
    else if (isInSpan && decision.kind === "chance" && decision.label === keepLabel) {
      if (decision.value) kept.add(step);
    } else if (isInSpan && decision.kind === "pick" && decision.label === "fault") {
      const fault = decision.value;
      const isOn = !on.has(fault);
      if (isOn) on.add(fault);
      else on.delete(fault);
      switched.set(step, [...(switched.get(step) ?? []), { fault, isOn, order: (order += 1) }]);
    } else if (!isInSpan && decision.kind === "value" && step.endsWith(" draw")) {
      drawn.set(step, [...(drawn.get(step) ?? []), decision.literal?.value]);
    }
  }
  return { kept, drawn, switched };
}

function keptSteps(steps: readonly Step[], pointer: string, seen: RunSeen): readonly Step[] {
  return steps.flatMap((step, index): readonly Step[] => {
    const at = `${pointer}/${index}`;
    const name = stepName(step, at);
    if (!seen.kept.has(name)) return [];
    const switches = (seen.switched.get(name) ?? []).map(faultStep);
    return [...switches, ...written(step, at, seen)];
  });
}

function faultStep({ fault, isOn }: Switch): Step {
  return { type: "fault", name: fault, on: isOn };
}

function written(step: Step, at: string, seen: RunSeen): readonly Step[] {
  if (step.type === "draw") return [drawnStep(step, stepName(step, at), seen)];
  if (step.type === "parallel") {
    const branches = step.branches
      .map((branch, nth) => keptSteps(branch, `${at}/branches/${nth}`, seen))
      .filter((branch) => branch.length > 0);
    // One branch alone is no more than its steps.
    return branches.length < 2 ? (branches[0] ?? []) : [{ ...step, branches }];
  }
  if (!("steps" in step)) return [step];
  const steps = keptSteps(step.steps, `${at}/steps`, seen);
  if (steps.length === 0) return [];
  const block: Step = { ...step, steps };
  return step.type === "repeat" ? [block] : [block, ...leftSwitched(step.steps, at, seen)];
}

/** An expected failure takes back what steps switch, and the run switched it for good. */
function leftSwitched(steps: readonly Step[], at: string, seen: RunSeen): readonly Step[] {
  const names = stepNames(steps, `${at}/steps`);
  const switches = names.flatMap((name) => seen.switched.get(name) ?? []);
  const inOrder = switches.toSorted((one, other) => one.order - other.order);
  const last = new Map(inOrder.map((one) => [one.fault, one]));
  return [...last.values()].map(faultStep);
}

/** A value that was drawn once and is plain data is written down; others are drawn again. */
function drawnStep(step: Extract<Step, { type: "draw" }>, name: string, seen: RunSeen): Step {
  const values = seen.drawn.get(name) ?? [];
  const [value] = values;
  const isPlain = values.length === 1 && isJson(value);
  return isPlain ? { type: "let", name: step.name, value } : step;
}

function isJson(value: unknown): boolean {
  if (value === undefined || encodeLiteral(value) === undefined) return false;
  try {
    const text = JSON.stringify(value);
    return text !== undefined && !text.includes("${") && isSameJson(value, JSON.parse(text));
  } catch {
    return false;
  }
}

function isSameJson(value: unknown, again: unknown): boolean {
  if (typeof value === "number") return Object.is(value, again);
  if (Array.isArray(value) && Array.isArray(again)) {
    return value.every((item, index) => isSameJson(item, again[index]));
  }
  if (typeof value !== "object" || value === null) return value === again;
  return Object.entries(value).every(([key, item]) =>
    isSameJson(item, (again as Record<string, unknown>)[key]),
  );
}

function faultsIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    if (step.type === "fault") return [step.name];
    if ("branches" in step) return step.branches.flatMap(faultsIn);
    return "steps" in step ? faultsIn(step.steps) : [];
  });
}
