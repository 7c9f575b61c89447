import { fillingAt } from "../interpolation.ts";
import type { Step } from "../step.ts";
import type { Store } from "./store.ts";

/** A step with `${name}` filled in; steps inside of it are filled when their turn comes. */
export function fillStep(step: Step, store: Store): Step {
  const filled: Record<string, unknown> = {};
  const data = dataFields[step.type];
  for (const [key, value] of Object.entries(step) as [string, unknown][]) {
    const fill = (text: unknown): unknown =>
      data?.has(key) === true ? store.fill(text) : store.fillText(text);
    filled[key] = filledAt(value, { type: step.type, path: [key], fill });
  }
  return filled as unknown as Step;
}

// --- inside ---

interface Spot {
  readonly type: string;
  readonly path: readonly string[];
  readonly fill: (value: unknown) => unknown;
}

function filledAt(value: unknown, { type, path, fill }: Spot): unknown {
  const filling = fillingAt(type, path);
  if (filling === "none") return value;
  if (filling === "all" || typeof value !== "object" || value === null) return fill(value);
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) => [
    key,
    filledAt(item, { type, path: [...path, key], fill }),
  ]);
  return Object.fromEntries(entries);
}

/** Fields that hold any data, where a text that is only `${name}` becomes the value itself. */
const dataFields: Readonly<Partial<Record<Step["type"], ReadonlySet<string>>>> = {
  let: new Set(["value"]),
  call: new Set(["args", "expect"]),
  check: new Set(["args"]),
  http: new Set(["json", "expect"]),
  expect: new Set(["value", "equals", "contains", "json"]),
  http_when: new Set(["json"]),
  http_request: new Set(["expect_json"]),
  trace_event: new Set(["fields"]),
};
