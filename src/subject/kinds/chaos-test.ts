import type { ChaosTest } from "../../kernel/subject/chaos-test.ts";
import { chaosSubject } from "../drive/index.ts";
import {
  faultsProblem,
  functionProblem,
  isTable,
  nameProblem,
  type Problem,
  shown,
  type Table,
  unknownKey,
} from "./option-problems.ts";
import type { SubjectKind } from "./subject-kind.ts";

/** Files in which users write what can be run. */
export const chaosEnding: RegExp = /\.chaos\.[cm]?[jt]sx?$/u;

/** `chaosTest({ … })`: rules, invariants and faults. */
export const chaosTestKind: SubjectKind<ChaosTest> = {
  name: "chaosTest",
  ending: chaosEnding,
  isIn: () => true,
  problemOf: chaosProblem,
  load: () => Promise.resolve({ subjectOf: chaosSubject }),
};

// --- inside ---

/** More rules in flight than this say nothing more, and each costs a promise. */
const concurrencyMax = 1_000;

const chaosKeys =
  "name faults setup rules concurrency invariants final teardown snapshot restore".split(" ");
const ruleKeys = ["draw", "when", "run"];

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

function pairProblem({ snapshot, restore }: Table): Problem | undefined {
  if ((snapshot === undefined) === (restore === undefined)) return undefined;
  const [there, missing] =
    snapshot === undefined ? ["restore", "snapshot"] : ["snapshot", "restore"];
  return { what: `\`${there}\` does nothing without \`${missing}\``, help: `add \`${missing}\`` };
}

function isArbitrary(value: unknown): boolean {
  return isTable(value) && typeof value["generate"] === "function";
}
