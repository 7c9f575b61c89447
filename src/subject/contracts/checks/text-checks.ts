import {
  type CallObservation,
  type ContractCheck,
  shownText,
  type Wrong,
} from "../contract-check.ts";
import { probesOf } from "../tracked-params.ts";

/** Probes of texts that other languages read, and of settings that others rely on. */
export const textChecks: readonly ContractCheck[] = [
  {
    name: "config_mutation",
    claim: "no argument changes settings that others rely on",
    probes: (plan, contract) => probesOf(plan, contract, () => [settingMark, "NODE_OPTIONS"]),
    judge: changedSetting,
  },
  {
    name: "sql_injection",
    claim: "no argument ends up in the text of a statement",
    probes: (plan, contract) => probesOf(plan, contract, () => [`x' OR '1'='1`, "1; DROP TABLE t"]),
    judge: inStatement,
  },
  {
    name: "prototype_pollution",
    claim: "no argument reaches the prototype of all objects",
    probes: (plan, contract) => probesOf(plan, contract, polluting),
    judge: polluted,
  },
  {
    name: "regex_injection",
    claim: "no argument is read as a regular expression",
    probes: (plan, contract) => probesOf(plan, contract, () => ["(gauntlet", "gauntlet["]),
    judge: readAsPattern,
  },
];

// --- inside ---

const settingMark = "GAUNTLET_SETTING";
const pollutedKey = "gauntletPolluted";

const settingFile = /(^|\/)(package\.json|\.env[^/]*|\.npmrc|[^/]*config[^/]*|\.git\/[^/]+)$/;

function polluting(): readonly unknown[] {
  return [
    "__proto__",
    `__proto__.${pollutedKey}`,
    JSON.parse(`{"__proto__":{"${pollutedKey}":1}}`),
  ];
}

function changedSetting(observation: CallObservation): Wrong | undefined {
  const { probe, env, acts } = observation;
  if (probe.isPlain) return undefined;
  const value = String(probe.value);
  const changed = Object.keys({ ...env.before, ...env.after }).find((key) => {
    const isOurs = key === value || (env.after[key] ?? "").includes(value);
    return env.before[key] !== env.after[key] && isOurs;
  });
  if (changed !== undefined) {
    return {
      problem: `\`${probe.param ?? ""}\` changes the environment of the process`,
      shown: `${shownText(probe.value)} changed \`${changed}\``,
    };
  }
  const written = acts.find(
    (act) =>
      act.kind === "file" &&
      act.effect === "write" &&
      settingFile.test(act.path) &&
      (act.text ?? "").includes(value),
  );
  if (written?.kind !== "file") return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` ends up in a file of settings`,
    shown: `${shownText(probe.value)} in ${shownText(written.path)}`,
  };
}

/** Judged by what the call gives back: the databases of the world are the user's own code. */
function inStatement({ probe, outcome }: CallObservation): Wrong | undefined {
  if (outcome.kind !== "returned" || probe.isPlain) return undefined;
  const text = statementOf(outcome.value);
  if (text === undefined || !text.includes(String(probe.value))) return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` is part of the text of a statement`,
    shown: `${shownText(probe.value)} gave ${shownText(text)}`,
  };
}

function statementOf(value: unknown): string | undefined {
  const own = typeof value === "object" && value !== null ? value : {};
  const text: unknown =
    typeof value === "string" ? value : (Reflect.get(own, "text") ?? Reflect.get(own, "sql"));
  const isStatement =
    typeof text === "string" && /^\s*(select|insert|update|delete|drop)\b/i.test(text);
  return isStatement ? text : undefined;
}

function polluted({ probe, args }: CallObservation): Wrong | undefined {
  const added = Reflect.ownKeys(Object.prototype).find(
    (key) => key === pollutedKey || (typeof key === "string" && args.includes(key)),
  );
  const isKnown = added === undefined || original.has(added);
  if (isKnown) return undefined;
  Reflect.deleteProperty(Object.prototype, added);
  return {
    problem: `\`${probe.param ?? ""}\` adds a key to every object`,
    shown: `${shownText(probe.value)} added \`${String(added)}\``,
  };
}

/** What every object has from the start. */
const original: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(Object.prototype));

function readAsPattern({ probe, outcome }: CallObservation): Wrong | undefined {
  if (outcome.kind !== "threw" || probe.isPlain) return undefined;
  const { thrown } = outcome;
  const message: unknown = Reflect.get(Object(thrown), "message");
  if (typeof message !== "string" || !message.includes("Invalid regular expression"))
    return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` is read as a regular expression`,
    shown: `${shownText(probe.value)} gave ${shownText(message)}`,
  };
}
