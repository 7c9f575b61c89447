import { nearestNames } from "../../config/nearest-name.ts";

/** Why a definition cannot be run as it was meant. */
export interface Problem {
  readonly what: string;
  readonly help?: string | undefined;
}

/** The options of a definition, of which nothing is known yet. */
export type Table = Readonly<Record<string, unknown>>;

/** What is wrong with a list of faults. */
export function faultsProblem(faults: unknown): Problem | undefined {
  if (faults === undefined) return undefined;
  const help = 'write `faults: [fault.timeout("src/gateway.ts#charge")]`';
  if (!Array.isArray(faults))
    return { what: `\`faults\` must be a list, got ${shown(faults)}`, help };
  const names = new Set<unknown>();
  for (const [at, entry] of faults.entries()) {
    const isFault = isTable(entry) && typeof entry["strike"] === "function";
    if (!isFault) return { what: `\`faults[${at}]\` is not a fault, got ${shown(entry)}`, help };
    if (names.has(entry["name"])) {
      return { what: `two faults are called \`${String(entry["name"])}\`; a name says which one` };
    }
    names.add(entry["name"]);
  }
  return undefined;
}

/** What is wrong with the name of a subject. */
export function nameProblem({ name }: Table): Problem | undefined {
  if (typeof name === "string" && name.trim() !== "") return undefined;
  return { what: `\`name\` must be a text that is not empty, got ${shown(name)}` };
}

/** What is wrong with a key that holds a function. */
export function functionProblem(
  options: Table,
  key: string,
  { isNeeded = false, prefix = "" }: { isNeeded?: boolean; prefix?: string } = {},
): Problem | undefined {
  const value = options[key];
  if (typeof value === "function" || (value === undefined && !isNeeded)) return undefined;
  return { what: `\`${prefix}${key}\` must be a function, got ${shown(value)}` };
}

/** A key that the options do not have, with the nearest that they do. */
export function unknownKey(
  options: Table,
  keys: readonly string[],
  name: string,
): Problem | undefined {
  const wrong = Object.keys(options).find((key) => !keys.includes(key));
  if (wrong === undefined) return undefined;
  const [nearest] = nearestNames(wrong, keys, { countMax: 1 });
  const help =
    nearest === undefined ? `it knows ${keys.join(", ")}` : `did you mean \`${nearest}\`?`;
  return { what: `${name} knows no \`${wrong}\``, help };
}

/** Whether a value is an object with keys. */
export function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a wrong value is called. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") {
    return `\`${value}\``;
  }
  return Array.isArray(value) ? "a list" : `a ${typeof value}`.replace(/^a (?=[aeiou])/, "an ");
}
