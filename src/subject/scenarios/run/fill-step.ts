import { unfilledFields } from "../interpolation.ts";
import type { Step } from "../step.ts";
import type { Store } from "./store.ts";

/** A step with `${name}` filled in; steps inside of it are filled when their turn comes. */
export function fillStep(step: Step, store: Store): Step {
  const filled: Record<string, unknown> = {};
  const data = dataFields[step.type];
  for (const [key, value] of Object.entries(step)) {
    if (unfilledFields.has(key)) filled[key] = value;
    else filled[key] = data?.has(key) === true ? store.fill(value) : store.fillText(value);
  }
  return filled as unknown as Step;
}

// --- inside ---

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
