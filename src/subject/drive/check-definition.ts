import type { SubjectDefinition } from "../../kernel/subject/chaos-test.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";

/**
 * Refuses a definition that cannot be run as it was meant, naming the part. Types catch most of
 * this; a file without types, or a cast, would otherwise run and look healthy.
 */
export function checkDefinition(definition: SubjectDefinition, where: string): void {
  const options: unknown = definition.options;
  const problem = isTable(options)
    ? problemOf(definition.kind, options)
    : { what: `\`${definition.kind}\` takes one object, got ${shown(options)}` };
  if (problem === undefined) return;
  throw new GauntletError({ code: "S004", where, ...problem });
}

// --- inside ---

interface Problem {
  readonly what: string;
  readonly help?: string | undefined;
}

type Table = Readonly<Record<string, unknown>>;

/** More rules in flight than this say nothing more, and each costs a promise. */
const concurrencyMax = 1_000;

/** An input is written into traces as hexadecimal. */
const lengthMaxMax = 1_048_576;

const chaosKeys =
  "name faults setup rules concurrency invariants final teardown snapshot restore".split(" ");
const callKeys = [
  ..."fixtures registries fixturesLast literals object expectedPreconditions".split(" "),
  ..."checksReturns ignoredProperties expectedProperties judges faults mode examples".split(" "),
];
const objectKeys = "factory stateFactory setup teardown scenarios hooks".split(" ");
const simulationKeys = ["name", "faults", "run"];
const fuzzKeys = "name input seeds dictionary lengthMax setup run".split(" ");
const ruleKeys = ["draw", "when", "run"];

function problemOf(kind: SubjectDefinition["kind"], options: Table): Problem | undefined {
  switch (kind) {
    case "chaosTest":
      return chaosProblem(options);
    case "simulation":
      return simulationProblem(options);
    case "callTest":
      return callProblem(options);
    case "fuzzTest":
      return fuzzProblem(options);
    case "scenarioTest":
      return undefined; // only our own text makes one, of a file that was checked
  }
}

function callProblem(options: Table): Problem | undefined {
  const { object = {} } = options;
  if (!isTable(object)) return { what: `\`object\` must be an object, got ${shown(object)}` };
  return (
    unknownKey(options, callKeys, "`callTest`") ??
    unknownKey(object, objectKeys, "`object`") ??
    ["factory", "stateFactory", "setup", "teardown"]
      .map((key) => functionProblem(object, key, { prefix: "object." }))
      .find((problem) => problem !== undefined)
  );
}

function chaosProblem(options: Table): Problem | undefined {
  return (
    unknownKey(options, chaosKeys, "`chaosTest`") ??
    nameProblem(options) ??
    faultsProblem(options["faults"]) ??
    functionProblem(options, "setup", { isNeeded: true }) ??
    rulesProblem(options["rules"]) ??
    concurrencyProblem(options["concurrency"]) ??
    checksProblem(options, "invariants") ??
    checksProblem(options, "final") ??
    functionProblem(options, "teardown") ??
    functionProblem(options, "snapshot") ??
    functionProblem(options, "restore") ??
    pairProblem(options)
  );
}

function simulationProblem(options: Table): Problem | undefined {
  return (
    unknownKey(options, simulationKeys, "`simulation`") ??
    nameProblem(options) ??
    faultsProblem(options["faults"]) ??
    functionProblem(options, "run", { isNeeded: true })
  );
}

function fuzzProblem(options: Table): Problem | undefined {
  return (
    unknownKey(options, fuzzKeys, "`fuzz`") ??
    nameProblem(options) ??
    inputProblem(options) ??
    ["seeds", "dictionary"].map((key) => piecesProblem(options, key)).find(isThere) ??
    lengthProblem(options["lengthMax"]) ??
    functionProblem(options, "setup") ??
    functionProblem(options, "run", { isNeeded: true })
  );
}

function isThere(problem: Problem | undefined): boolean {
  return problem !== undefined;
}

function inputProblem({ input, seeds, dictionary, lengthMax }: Table): Problem | undefined {
  if (input === undefined || input === "bytes" || input === "text") return undefined;
  if (!isTable(input)) {
    const allowed = '"bytes", "text", a schema or a fast-check arbitrary';
    return { what: `\`input\` must be ${allowed}, got ${shown(input)}` };
  }
  const given = Object.entries({ seeds, dictionary, lengthMax });
  const [key] = given.find(([, value]) => value !== undefined) ?? [];
  if (key === undefined) return undefined;
  const what = `\`${key}\` is only of use where \`input\` is "bytes" or "text"`;
  return { what, help: "leave it out: the schema or the arbitrary says what inputs are" };
}

function piecesProblem(options: Table, key: string): Problem | undefined {
  const pieces = options[key];
  if (pieces === undefined) return undefined;
  if (!Array.isArray(pieces)) {
    return { what: `\`${key}\` must be a list of texts or bytes, got ${shown(pieces)}` };
  }
  const at = pieces.findIndex((one) => typeof one !== "string" && !(one instanceof Uint8Array));
  if (at < 0) return undefined;
  return { what: `\`${key}[${at}]\` must be a text or bytes, got ${shown(pieces[at])}` };
}

function lengthProblem(value: unknown): Problem | undefined {
  const isFine =
    value === undefined ||
    (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= lengthMaxMax);
  if (isFine) return undefined;
  const allowed = `a whole number from 1 to ${lengthMaxMax}`;
  return { what: `\`lengthMax\` must be ${allowed}, got ${shown(value)}` };
}

function faultsProblem(faults: unknown): Problem | undefined {
  if (faults === undefined) return undefined;
  const help = 'write `faults: [fault.timeout("src/gateway.ts#charge")]`';
  if (!Array.isArray(faults))
    return { what: `\`faults\` must be a list, got ${shown(faults)}`, help };
  const names = new Set<unknown>();
  for (const [at, entry] of faults.entries()) {
    const isFault = isTable(entry) && typeof entry["strike"] === "function";
    if (!isFault) return { what: `\`faults[${at}]\` is no fault, got ${shown(entry)}`, help };
    if (names.has(entry["name"])) {
      return { what: `two faults are called \`${String(entry["name"])}\`; a name says which one` };
    }
    names.add(entry["name"]);
  }
  return undefined;
}

function rulesProblem(rules: unknown): Problem | undefined {
  if (!isTable(rules)) return { what: `\`rules\` must be an object of rules, got ${shown(rules)}` };
  const entries = Object.entries(rules);
  if (entries.length === 0) {
    const help = "add one: `rules: { pay: { run: (state) => … } }`";
    return { what: "there are no rules, so nothing would ever happen", help };
  }
  for (const [name, rule] of entries) {
    const problem = ruleProblem(`rules.${name}`, rule);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function ruleProblem(name: string, rule: unknown): Problem | undefined {
  if (typeof rule === "function") {
    const help = `write \`${name.replace("rules.", "")}: { run: (state) => … }\``;
    return { what: `\`${name}\` must be an object with \`run\`, got a function`, help };
  }
  if (!isTable(rule))
    return { what: `\`${name}\` must be an object with \`run\`, got ${shown(rule)}` };
  return (
    unknownKey(rule, ruleKeys, `\`${name}\``) ??
    functionProblem(rule, "run", { isNeeded: true, prefix: `${name}.` }) ??
    functionProblem(rule, "when", { prefix: `${name}.` }) ??
    drawProblem(name, rule["draw"])
  );
}

function drawProblem(name: string, draw: unknown): Problem | undefined {
  if (draw === undefined) return undefined;
  if (!isTable(draw)) return { what: `\`${name}.draw\` must be an object, got ${shown(draw)}` };
  const wrong = Object.keys(draw).find((key) => !isArbitrary(draw[key]));
  if (wrong === undefined) return undefined;
  const got = shown(draw[wrong]);
  const what = `\`${name}.draw.${wrong}\` must be a fast-check arbitrary, got ${got}`;
  return { what, help: `write \`${wrong}: fc.integer()\`, or any other arbitrary` };
}

function concurrencyProblem(value: unknown): Problem | undefined {
  const isFine =
    value === undefined ||
    (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= concurrencyMax);
  if (isFine) return undefined;
  const allowed = `a whole number from 1 to ${concurrencyMax}`;
  return { what: `\`concurrency\` must be ${allowed}, got ${shown(value)}` };
}

function checksProblem(options: Table, key: string): Problem | undefined {
  const checks = options[key];
  if (checks === undefined) return undefined;
  if (!isTable(checks))
    return { what: `\`${key}\` must be an object of checks, got ${shown(checks)}` };
  const wrong = Object.keys(checks).find((name) => typeof checks[name] !== "function");
  if (wrong === undefined) return undefined;
  return { what: `\`${key}["${wrong}"]\` must be a function, got ${shown(checks[wrong])}` };
}

function nameProblem({ name }: Table): Problem | undefined {
  if (typeof name === "string" && name.trim() !== "") return undefined;
  return { what: `\`name\` must be a text that is not empty, got ${shown(name)}` };
}

function functionProblem(
  options: Table,
  key: string,
  { isNeeded = false, prefix = "" }: { isNeeded?: boolean; prefix?: string } = {},
): Problem | undefined {
  const value = options[key];
  if (typeof value === "function" || (value === undefined && !isNeeded)) return undefined;
  return { what: `\`${prefix}${key}\` must be a function, got ${shown(value)}` };
}

function pairProblem({ snapshot, restore }: Table): Problem | undefined {
  if ((snapshot === undefined) === (restore === undefined)) return undefined;
  const [there, missing] =
    snapshot === undefined ? ["restore", "snapshot"] : ["snapshot", "restore"];
  return { what: `\`${there}\` does nothing without \`${missing}\``, help: `add \`${missing}\`` };
}

function unknownKey(options: Table, keys: readonly string[], name: string): Problem | undefined {
  const wrong = Object.keys(options).find((key) => !keys.includes(key));
  if (wrong === undefined) return undefined;
  const [nearest] = nearestNames(wrong, keys, { countMax: 1 });
  const help =
    nearest === undefined ? `it knows ${keys.join(", ")}` : `did you mean \`${nearest}\`?`;
  return { what: `${name} knows no \`${wrong}\``, help };
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isArbitrary(value: unknown): boolean {
  return isTable(value) && typeof value["generate"] === "function";
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") {
    return `\`${value}\``;
  }
  return Array.isArray(value) ? "a list" : `a ${typeof value}`.replace(/^a (?=[aeiou])/, "an ");
}
