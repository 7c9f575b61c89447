import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan } from "../../kernel/values/shape.ts";
import { type CallRoles, lastName } from "./call-roles.ts";
import { brokenCode } from "./broken-code.ts";
import { drawCode } from "./draw-code.ts";
import { required, sampleCode, type SampleContext } from "./sample-code.ts";
import type { StarterCheck } from "./starter-check.ts";
import type { StarterSubject } from "./starter-subject.ts";

/** What rules are written from. */
export interface RuleContext {
  readonly subject: StarterSubject;
  readonly roles: CallRoles;
  readonly checks: readonly StarterCheck[];
  readonly sample: SampleContext;
  /** The name of the instance, where making it may be refused. */
  readonly opened: string | undefined;
}

/** The rules, one for each call that changes something; none where no call can be written. */
export function ruleLines(context: RuleContext): readonly string[] {
  const { roles, subject, opened } = context;
  // Where nothing seems to change anything, what there is can still fail.
  const called = roles.changes.length > 0 ? roles.changes : roles.keyed;
  const rules = called.flatMap((call) => ruleOf(call, context));
  if (rules.every((line) => line.trim().startsWith("//"))) return [];
  const isOnDisk = subject.seams.some(({ kind }) => kind === "file");
  const power = opened !== undefined && isOnDisk ? powerRule(opened) : [];
  return ["  rules: {", ...rules, ...power, "  },"];
}

// --- inside ---

function ruleOf(call: CallPlan, context: RuleContext): readonly string[] {
  const { roles, checks, opened, subject } = context;
  const name = lastName(call);
  const args = required(call.params).map((param, at) => argOf(param, at, { call, context }));
  if (args.some((arg) => arg === undefined)) {
    return [`    // ${name} is not called: its arguments are for you to write.`];
  }
  const given = args.filter((arg) => arg !== undefined);
  const draws = given.filter(({ draw }) => draw !== undefined);
  const of = (lines: "before" | "refused" | "answered"): readonly string[] =>
    checks.flatMap((check) => check[lines]?.[name] ?? []);
  const code = `${roles.callee(call)}(${given.map(({ value }) => value).join(", ")})`;
  const usesService = roles.service !== undefined;
  const hosts = subject.seams.some(({ kind, about }) => kind === "http client" && about);
  const [refused, answered] = [of("refused"), of("answered")];
  const usesDone = answered.some((line) => line.includes("done.")) || refused.length > 0;
  const isPlain = !usesDone && answered.length === 0;
  const lines = [
    ...(usesService ? [`const { ${roles.service ?? ""} } = state;`] : []),
    ...(opened === undefined ? [] : [`if (${opened} === undefined) return;`]),
    ...(hosts ? ["state.standIn.worked = [];"] : []),
    ...of("before"),
    `${isPlain ? "" : "const done = "}await tried(() => ${code});`,
    ...refusedLines(refused, isPlain),
    ...answered,
  ];
  return [
    `    ${name}: {`,
    ...drawLines(draws),
    ...(opened === undefined ? [] : [`      when: ({ ${opened} }) => ${opened} !== undefined,`]),
    `      run: async (${paramsOf(lines, draws.length > 0)}) => {`,
    ...lines.map((line) => `        ${line}`),
    "      },",
    "    },",
  ];
}

/** What a rule takes; compilers may refuse what is not used. */
function paramsOf(lines: readonly string[], hasDraws: boolean): string {
  const isUsed = lines.some((line) => /\bstate\b/u.test(line));
  if (hasDraws) return isUsed ? "state, drawn" : "_state, drawn";
  return isUsed ? "state" : "";
}

function refusedLines(refused: readonly string[], isPlain: boolean): readonly string[] {
  if (isPlain) return [];
  if (refused.length === 0) return ["if (done === undefined) return;"];
  return ["if (done === undefined) {", ...[...refused, "return;"].map((line) => `  ${line}`), "}"];
}

interface Argument {
  readonly name: string;
  readonly draw: string | undefined;
  readonly value: string;
}

function argOf(
  param: ParamPlan,
  at: number,
  { call, context }: { readonly call: CallPlan; readonly context: RuleContext },
): Argument | undefined {
  const { checks, sample } = context;
  const { name } = param;
  // Nothing that could be made up would pass for one of these.
  if (param.shape.kind === "weak" && platform.test(name)) return undefined;
  const isJob = checks.some(({ jobs }) => jobs?.[lastName(call)] === name);
  if (isJob) return { name: "fails", draw: "fc.boolean()", value: "() => job.run()" };
  const isKey = checks.some(({ keys }) => keys?.[lastName(call)] === name);
  const draw = isKey ? "fc.constantFrom(...keys)" : drawCode(param, at, call, sample.words);
  if (draw !== undefined && /^[A-Za-z_$][\w$]*$/u.test(name)) {
    return { name, draw, value: `drawn.${name}` };
  }
  const inner = { ...sample, definitions: call.definitions };
  const value = sampleCode(param.shape, name, inner);
  return value === undefined ? undefined : { name, draw: undefined, value };
}

const platform = /^(?:req|request|res|response|reply|ctx|context|next|socket|client|db)$/iu;

function drawLines(draws: readonly Argument[]): readonly string[] {
  if (draws.length === 0) return [];
  const fields = draws.map(({ name, draw }) => `${name}: ${draw ?? ""}`);
  const line = `      draw: { ${fields.join(", ")} },`;
  if (line.length <= 100) return [line];
  return ["      draw: {", ...fields.flatMap((field) => brokenCode(`${field},`, 8)), "      },"];
}

function powerRule(opened: string): readonly string[] {
  return [
    "    // The power goes off, and it is opened again.",
    "    losePower: {",
    "      run: async (state) => {",
    "        state.world.crash();",
    `        state.${opened} = (await tried(open))?.value;`,
    "      },",
    "    },",
  ];
}
