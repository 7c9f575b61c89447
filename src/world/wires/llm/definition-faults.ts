import { withCanary } from "../tool-payloads.ts";
import type { EditableTool } from "./dialect.ts";
import type { Draw } from "./drift-text.ts";
import { type Loose, listOf, looseOf } from "../loose-json.ts";
import type { AgentQuestion } from "./result-faults.ts";

/**
 * Strikes the definitions of tools that are sent along with a question. Only a server of MCP lists
 * its tools on a wire of its own; a service over HTTP is described to the model alone.
 */
export function changeDefinitions(
  tools: readonly EditableTool[],
  { scope, agent, call }: AgentQuestion & { readonly call: string },
): boolean {
  let isChanged = false;
  for (const place of tools) {
    if (scope.isListed(place.name)) continue;
    const at = { layer: "tool", agent, target: place.name, call, step: "definition" } as const;
    const pending = scope.strike(at);
    if (pending === undefined) continue;
    const draw: Draw = (what, below) => scope.plan.draw(pending.strike, what, below);
    const { fault } = pending;
    const detail =
      fault.mode === "list_drift"
        ? drift(place, { canHide: tools.length > 1 }, draw)
        : poison(place, withCanary(fault, scope.canary).payload ?? "");
    scope.fired(pending, detail);
    isChanged = true;
  }
  return isChanged;
}

// --- inside ---

function poison(place: EditableTool, payload: string): string {
  place.describe(`${place.description}\n\n${payload}`);
  return `an order in the description of ${place.name}`;
}

/** A tool is gone, has another name, or takes an argument of another name. */
function drift(
  place: EditableTool,
  { canHide }: { readonly canHide: boolean },
  draw: Draw,
): string {
  const properties = looseOf(place.schema["properties"]);
  const names = Object.keys(properties);
  const what = draw("drift", 3);
  if (what === 0 && canHide) {
    place.remove();
    return `${place.name} is gone`;
  }
  const name = names[draw("argument", names.length)];
  if (what === 1 || name === undefined) {
    place.rename(`${place.name}_v2`);
    return `${place.name} is called ${place.name}_v2`;
  }
  place.changeSchema(renamedArgument(place.schema, name));
  return `the argument ${name} of ${place.name} is called ${name}_v2`;
}

function renamedArgument(schema: Loose, name: string): Loose {
  const renamed = (key: unknown): unknown => (key === name ? `${name}_v2` : key);
  const properties = Object.entries(looseOf(schema["properties"])).map(([key, value]) => [
    renamed(key),
    value,
  ]);
  return {
    ...schema,
    properties: Object.fromEntries(properties) as Loose,
    required: listOf(schema["required"]).map((key) => renamed(key)),
  };
}
