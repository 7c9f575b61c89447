import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { exportAt } from "../calls/instance-maker.ts";
import { pointerOf } from "../../config/config-problem.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { codePlace } from "./scenario-module.ts";
import { pointerText } from "./scenario-words.ts";
import type { Scenario } from "./step.ts";
import { eachStep } from "./walk-steps.ts";

/**
 * Steps that name something which their module does not have, or which is not a function. An export
 * that is still undefined or null may get its value while the scenario runs, so it is let pass.
 */
export function missingExports(
  { steps }: Scenario,
  modules: Readonly<Record<string, object>>,
): readonly ErrorParts[] {
  return [...eachStep(steps)].flatMap(({ step, path }) => {
    const used = codePlace(step);
    if (used === undefined) return [];
    const wrong = problemOf(used.place, used.key, modules);
    if (wrong === undefined) return [];
    const at = [...path, used.key];
    const { what, help } = wrong;
    return [{ code: "N012", what: `${pointerText(at)} ${what}`, pointer: pointerOf(at), help }];
  });
}

// --- inside ---

function problemOf(
  place: string,
  key: "fn" | "app",
  modules: Readonly<Record<string, object>>,
): Pick<ErrorParts, "what" | "help"> | undefined {
  const hash = place.indexOf("#");
  const module = place.slice(0, hash);
  const names = place.slice(hash + 1).split(".");
  for (const [depth, name] of names.entries()) {
    const { value: owner } = exportAt({ module, path: names.slice(0, depth) }, modules);
    if (owner === undefined || owner === null) return undefined;
    if (!(name in Object(owner)))
      return absent({ name, owner, before: names.slice(0, depth), module });
  }
  const { value } = exportAt({ module, path: names }, modules);
  if (value === undefined || value === null || typeof value === "function") return undefined;
  if (key === "app" && typeof value === "object") return undefined;
  const wanted = key === "app" ? "and answers no requests" : "and no function";
  return { what: `is ${literalText(value)} ${wanted}`, help: undefined };
}

function absent(parts: {
  readonly name: string;
  readonly owner: unknown;
  readonly before: readonly string[];
  readonly module: string;
}): Pick<ErrorParts, "what" | "help"> {
  const { name, owner, before, module } = parts;
  const there = namesOf(owner);
  const [nearest] = nearestNames(name, there, { countMax: 1 });
  const names = there.slice(0, namesMax).map((one) => `\`${one}\``);
  const help = names.length === 0 ? undefined : `there is ${names.join(", ")}`;
  const what =
    before.length === 0
      ? `cannot be resolved: \`${module}\` exports no \`${name}\``
      : `cannot be resolved: \`${before.join(".")}\` of \`${module}\` has no \`${name}\``;
  return { what, help: nearest === undefined ? help : `did you mean \`${nearest}\`?` };
}

const namesMax = 5;

/** The names of a module or of an object, its class's included. */
function namesOf(owner: unknown): readonly string[] {
  const names: string[] = [];
  for (let at: unknown = owner; at !== null && at !== Object.prototype;) {
    if ((typeof at !== "object" && typeof at !== "function") || at === Function.prototype) break;
    names.push(...Object.getOwnPropertyNames(at));
    at = Object.getPrototypeOf(at);
  }
  return [...new Set(names)].filter((name) => name !== "constructor");
}
