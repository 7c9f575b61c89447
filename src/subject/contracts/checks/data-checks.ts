import {
  type CallObservation,
  type ContractCheck,
  type Environment,
  shownText,
  type Wrong,
} from "../contract-check.ts";
import { firstLoss } from "../json-loss.ts";
import { givenProbe, probesOf } from "../tracked-params.ts";

/** What is promised of what a call gives back or passes on: environments, JSON, HTTP. */
export const dataChecks: readonly ContractCheck[] = [
  {
    name: "protected_env_keys",
    claim: "protected variables keep their value",
    probes: (plan, contract) => [givenProbe(plan, contract)],
    judge: lostKey,
    isExercised: ({ contract }) => (contract.protectedKeys ?? []).length > 0,
  },
  {
    name: "json_roundtrip",
    claim: "what it gives survives JSON",
    probes: (plan, contract) => [
      givenProbe(plan, contract),
      ...probesOf(plan, contract, () => ['a "quoted" text', "two\nlines", "\u2028 \\ é"]),
    ],
    judge: ({ outcome }) => (outcome.kind === "returned" ? jsonLoss(outcome.value) : undefined),
    isExercised: ({ outcome }) => outcome.kind === "returned",
  },
  {
    name: "http_shape",
    claim: "what it gives is a valid HTTP answer",
    probes: (plan, contract) => [
      givenProbe(plan, contract),
      ...probesOf(plan, contract, () => ["a\r\nset-cookie: b=c"]),
    ],
    judge: ({ outcome }) => (outcome.kind === "returned" ? badAnswer(outcome.value) : undefined),
    isExercised: ({ outcome }) => outcome.kind === "returned",
  },
];

// --- inside ---

function lostKey(observation: CallObservation): Wrong | undefined {
  const { contract, env, acts, outcome, plan, args } = observation;
  const keys = contract.protectedKeys ?? [];
  const at = plan.params.findIndex(({ name }) => name === contract.envParam);
  const given = at < 0 ? undefined : environmentOf(args[at]);
  const before = given ?? env.before;
  const problem = (where: string): string => `a protected variable is lost or changed ${where}`;
  const changed = changedKey(keys, env.before, env.after);
  if (changed !== undefined) return { problem: problem("in `process.env`"), shown: changed };
  for (const act of acts) {
    if (act.kind !== "command") continue;
    const lost = changedKey(keys, before, act.env);
    if (lost !== undefined) return { problem: problem("in a child process"), shown: lost };
  }
  const result = outcome.kind === "returned" ? environmentOf(outcome.value) : undefined;
  if (result === undefined || given === undefined || !isMadeFrom(given, result)) return undefined;
  const lost = changedKey(keys, given, result);
  return lost === undefined ? undefined : { problem: problem("in what it gives"), shown: lost };
}

function changedKey(
  keys: readonly string[],
  before: Environment,
  after: Environment,
): string | undefined {
  for (const key of keys) {
    const [was, is] = [before[key], after[key]];
    if (was === undefined || was === is) continue;
    return `${key} was ${shownText(was)} and is ${is === undefined ? "gone" : shownText(is)}`;
  }
  return undefined;
}

/** What looks like an environment: texts by name, or something that has one. */
function environmentOf(value: unknown): Environment | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const own: unknown = Reflect.get(value, "env");
  const held = typeof own === "object" && own !== null ? own : value;
  const isTexts = Object.values(held).every((one) => one === undefined || typeof one === "string");
  return isTexts ? (held as Environment) : undefined;
}

/** An environment that has nothing of the given one is made of additions, and loses nothing. */
function isMadeFrom(given: Environment, result: Environment): boolean {
  return Object.keys(given).some((key) => Object.hasOwn(result, key));
}

function jsonLoss(value: unknown): Wrong | undefined {
  if (typeof value === "string") {
    try {
      JSON.parse(value);
      return undefined;
    } catch {
      return { problem: "the text that it gives is not JSON", shown: shownText(value) };
    }
  }
  const loss = firstLoss(value);
  if (loss === undefined) return undefined;
  return { problem: "what it gives does not survive JSON", shown: loss };
}

function badAnswer(value: unknown): Wrong | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const status: unknown = Reflect.get(value, "status") ?? Reflect.get(value, "statusCode");
  if (status === undefined) return undefined;
  const isStatus = typeof status === "number" && Number.isInteger(status);
  if (!isStatus || status < 100 || status > 599) {
    return { problem: "the status is none of HTTP", shown: shownText(status) };
  }
  const headers = headersOf(Reflect.get(value, "headers"));
  const bad = headers.find(([name, text]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || isTorn(text));
  if (bad !== undefined) {
    return { problem: "a header is not valid", shown: `${bad[0]}: ${shownText(bad[1])}` };
  }
  const body: unknown = Reflect.get(value, "body");
  const isEmpty = body === undefined || body === null || body === "";
  if ([204, 205, 304].includes(status) && !isEmpty) {
    return { problem: "an answer that has no body has one", shown: `status ${String(status)}` };
  }
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (typeof body !== "string" || !/\bjson\b/.test(type) || isJson(body)) return undefined;
  return { problem: "a body that says it is JSON is not", shown: shownText(body) };
}

function headersOf(headers: unknown): readonly (readonly [string, string])[] {
  if (typeof headers !== "object" || headers === null) return [];
  const entries: unknown[] =
    headers instanceof Headers || headers instanceof Map || Array.isArray(headers)
      ? [...headers]
      : Object.entries(headers);
  return entries.flatMap((entry) =>
    Array.isArray(entry) ? [[String(entry[0]), String(entry[1])] as const] : [],
  );
}

function isTorn(text: string): boolean {
  return /[\r\n\0]/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
