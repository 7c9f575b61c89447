import type { ScenarioStep } from "../../kernel/subject/call-test.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import type { Making } from "./maker.ts";
import { type Behaviour, type Pack, packs } from "./scenario-packs.ts";

/** Puts the scenarios of a target in place on an instance, before it is called. */
export function applyScenarios(
  receiver: unknown,
  scenarios: readonly (string | ScenarioStep)[],
  making: Making,
): void {
  if (typeof receiver !== "object" || receiver === null) return;
  for (const scenario of scenarios) {
    if (typeof scenario === "string") applyPack(receiver, packOf(scenario), making);
    else applyStep(receiver, scenario);
  }
}

// --- inside ---

const aliases: Readonly<Record<string, string>> = {
  subprocess_runner: "subprocess",
  sandbox_client: "sandbox",
  upload_download_client: "upload_download",
  http_client: "http",
};

function packOf(name: string): Pack {
  const pack = packs.get(aliases[name] ?? name);
  if (pack !== undefined) return pack;
  const known = [...packs.keys()];
  const [nearest] = nearestNames(name, known, { countMax: 1 });
  throw new GauntletError({
    code: "S008",
    what: `there is no scenario \`${name}\``,
    help: nearest === undefined ? `it knows ${known.join(", ")}` : `did you mean \`${nearest}\`?`,
  });
}

/** Collaborators are the fields of the instance: those that have such methods, or have to come. */
function applyPack(receiver: object, pack: Pack, making: Making): void {
  const store = new Map<string, unknown>();
  const stub =
    (name: string, behaviour: Behaviour) =>
    (...args: readonly unknown[]): unknown =>
      behaviour(args, { label: name, making, store });
  for (const field of Object.keys(receiver)) {
    const held: unknown = Reflect.get(receiver, field);
    const isMissing = held === undefined || held === null;
    if (isMissing && pack.fields.includes(field)) {
      const made = Object.fromEntries(
        [...pack.methods].map(([name, behaviour]) => [name, stub(`${field}.${name}`, behaviour)]),
      );
      Reflect.set(receiver, field, made);
    } else if (typeof held === "object" && held !== null) {
      for (const [name, behaviour] of pack.methods) {
        if (typeof Reflect.get(held, name) !== "function") continue;
        put(held, name, stub(`${field}.${name}`, behaviour));
      }
    }
  }
}

function applyStep(receiver: object, { kind, path, value, error }: ScenarioStep): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let owner: unknown = receiver;
  for (const name of names) {
    let inner: unknown = Reflect.get(Object(owner) as object, name);
    if (inner === undefined || inner === null) {
      inner = {};
      put(owner as object, name, inner);
    }
    owner = inner;
  }
  if ((typeof owner !== "object" && typeof owner !== "function") || owner === null) {
    throw new GauntletError({ code: "S008", what: `\`${path}\` of a scenario leads to no object` });
  }
  if (kind === "setattr") put(owner, last, value);
  else if (kind === "stub_return") put(owner, last, () => value);
  else {
    put(owner, last, () => {
      throw errorOf(error ?? "Error");
    });
  }
}

/** Defined on the object itself: methods stand on its class, and some are not writable. */
function put(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

const errorClasses = { Error, TypeError, RangeError, SyntaxError };

/** `TypeError: no such user`, a class alone, or a message alone. */
function errorOf(text: string): Error {
  const [, name = "", message = ""] = /^(\w*Error)\b:?\s*(.*)$/s.exec(text) ?? [];
  if (name === "") return new Error(text);
  const known = Object.entries(errorClasses).find(([each]) => each === name)?.[1];
  const made = new (known ?? Error)(message);
  if (known === undefined) made.name = name;
  return made;
}
