import { textCode } from "../../kernel/values/literal-code.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import { type CallRoles, callRoles } from "./call-roles.ts";
import { keysOf } from "./draw-code.ts";
import { jobChecks, jobClass } from "./job-checks.ts";
import { instanceCode, type SampleContext } from "./sample-code.ts";
import type { StarterCheck, StarterInvariant } from "./starter-check.ts";
import { starterChecks } from "./starter-checks.ts";
import { faultLines, sentenceLines, serverLines, standIn } from "./starter-world.ts";
import type { ImportEndings } from "./import-endings.ts";
import { ImportNames } from "./import-names.ts";
import { ruleLines, type RuleContext } from "./starter-rules.ts";
import type { StarterSubject } from "./starter-subject.ts";

/** Where starter tests go, and how they name files of the project. */
export interface StarterFolder {
  readonly folder: string;
  readonly endings: ImportEndings;
}

/** The chaos test for a subject; undefined where nothing of it can be called. */
export function starterText(
  subject: StarterSubject,
  { folder, endings }: StarterFolder,
): string | undefined {
  const imports = new ImportNames(folder, endings);
  const imported = (place: ExportReference): string => imports.nameOf(place);
  const roles = callRoles(subject, imported);
  const sample: SampleContext = {
    definitions: subject.calls[0]?.definitions ?? {},
    words: subject.words,
    stem: stemOf(subject),
    imported,
  };
  const made = subject.receiver && instanceCode(subject.receiver, sample);
  if (subject.receiver !== undefined && made === undefined) return undefined;
  const checks = [
    ...starterChecks(roles),
    ...hostChecks(subject),
    ...jobChecks(roles, subject, sample),
  ];
  const opened = isOpened(subject) ? roles.service : undefined;
  const context: RuleContext = { subject, roles, checks, sample, opened };
  const rules = ruleLines(context);
  if (rules.length === 0) return undefined;
  const body = [
    ...testLines(context, made),
    ...rules,
    ...invariantLines(context),
    "});",
    "",
    ...neededLines(context),
  ];
  return [...headLines(body.join("\n"), imports), "", ...body].join("\n");
}

/** Whether the test counts what hosts do, which takes one call after the other. */
export function asksHosts({ seams }: StarterSubject): boolean {
  return seams.some(({ kind, about }) => kind === "http client" && about !== undefined);
}

// --- inside ---

function stemOf({ name }: StarterSubject): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, "-").toLowerCase();
}

/** Whether making it may be refused, as it meets files or has to be waited for. */
function isOpened({ receiver, seams }: StarterSubject): boolean {
  if (receiver === undefined) return false;
  return receiver.how === "factory" || seams.some(({ kind }) => kind === "file");
}

function hostChecks(subject: StarterSubject): readonly StarterCheck[] {
  if (!asksHosts(subject)) return [];
  const invariant: StarterInvariant = {
    title: "no call has the same work done twice",
    uses: ["standIn"],
    holds: () => "isDistinct(standIn.worked)",
  };
  return [{ invariant, needs: ["isDistinct"] }];
}

function testLines(context: RuleContext, made: string | undefined): readonly string[] {
  const { subject, roles, checks, opened, sample } = context;
  const { service } = roles;
  const open = opened === undefined ? [] : [`const open = () => ${made ?? ""};`];
  const keys = checks.some((check) => check.keys !== undefined)
    ? [`const keys = [${keysOf(sample.words).map(textCode).join(", ")}];`]
    : [];
  const own = [...keys, ...open];
  const instance =
    service === undefined
      ? []
      : opened === undefined
        ? [`${service}: ${made ?? ""}`]
        : [`${service}: (await tried(open))?.value`];
  const servers = serverLines(subject);
  const hosts = asksHosts(subject) ? ["standIn"] : [];
  const fields = [...instance, ...hosts, ...checks.flatMap((check) => check.fields ?? [])];
  if (opened !== undefined) fields.unshift("world");
  const later = checks.flatMap((check) => check.setup ?? []);
  return [
    ...own,
    ...(own.length === 0 ? [] : [""]),
    `/** Written by \`gauntlet init\` for ${subject.module}; change it as you like. */`,
    "export default chaosTest({",
    `  name: ${textCode(subject.name)},`,
    ...faultLines(subject),
    ...setupLines([...servers, ...stateLines(fields), ...later]),
    ...concurrencyLines(context),
  ];
}

function setupLines(lines: readonly string[]): readonly string[] {
  const body = lines.join("\n");
  const isAsync = /\bawait\b/u.test(body);
  const world = /\bworld\b/u.test(body) ? "world" : "";
  return [
    `  setup: ${isAsync ? "async " : ""}(${world}) => {`,
    ...lines.map((line) => `    ${line}`),
    "    return state;",
    "  },",
  ];
}

function stateLines(fields: readonly string[]): readonly string[] {
  const unique = [...new Set(fields)];
  const line =
    unique.length === 0 ? "const state = {};" : `const state = { ${unique.join(", ")} };`;
  if (line.length <= 96) return [line];
  return ["const state = {", ...unique.map((field) => `  ${field},`), "};"];
}

function concurrencyLines({ subject, roles, opened }: RuleContext): readonly string[] {
  const isAsync = roles.changes.some((call) => call.isAsync);
  // What a cut of the power leaves running, and what one call has done, can be told of one only.
  if (!isAsync) return [];
  const isAlone = opened !== undefined || asksHosts(subject);
  return isAlone
    ? ["  // What one call has done can be told while no other is under way.", "  concurrency: 1,"]
    : ["  concurrency: 2,"];
}

function invariantLines({ subject, roles, checks, opened }: RuleContext): readonly string[] {
  const written = checks.flatMap(({ invariant }) => invariant ?? []);
  return [
    "  invariants: {",
    ...written.flatMap((invariant) => invariantCode(invariant, roles, opened)),
    ...sentenceLines(subject),
    "  },",
  ];
}

function invariantCode(
  { title, uses, read, holds }: StarterInvariant,
  { service }: CallRoles,
  opened: string | undefined,
): readonly string[] {
  const body = holds(read?.isCall === true ? "read.value" : (read?.code ?? ""));
  const isBlock = body.startsWith("{");
  const needsService = read !== undefined || isBlock;
  const names = [...(service !== undefined && needsService ? [service] : []), ...uses];
  const isAsync = isBlock || read?.isCall === true;
  const params = `({ ${names.join(", ")} })`;
  const head = `${textCode(title)}: ${isAsync ? "async " : ""}${params} =>`;
  const absent = opened === undefined || !needsService ? undefined : `${opened} === undefined`;
  if (isBlock) {
    const [, ...lines] = body.split("\n");
    const first = absent === undefined ? [] : [`  if (${absent}) return true;`];
    const all = [...first, ...lines.slice(0, -1)].map((line) => `    ${line}`);
    return [`    ${head} {`, ...all, "    },"];
  }
  if (read?.isCall === true) {
    return [
      `    ${head} {`,
      ...(absent === undefined ? [] : [`      if (${absent}) return true;`]),
      `      const read = await tried(() => ${read.code});`,
      `      return read === undefined || ${body};`,
      "    },",
    ];
  }
  const condition = `${absent === undefined ? "" : `${absent} || `}${body},`;
  const line = `    ${head} ${condition}`;
  return line.length <= 100 ? [line] : [`    ${head}`, `      ${condition}`];
}

function headLines(body: string, imports: ImportNames): readonly string[] {
  const code = body.replaceAll(/^ *\/\/.*$/gmu, "");
  const ours = ["always", "chaosTest", "eventually", "fault"].filter((name) =>
    new RegExp(`\\b${name}[.(]`, "u").test(code),
  );
  return [
    ...(/\bisDeepStrictEqual\(/u.test(body)
      ? ['import { isDeepStrictEqual } from "node:util";']
      : []),
    ...(/\bfc\./u.test(body) ? ['import fc from "fast-check";'] : []),
    `import { ${ours.join(", ")} } from "gauntlet";`,
    ...imports.lines(body),
  ];
}

function neededLines({ subject, checks }: RuleContext): readonly string[] {
  const needs = new Set(checks.flatMap((check) => check.needs ?? []));
  return [
    ...(asksHosts(subject) ? standIn : []),
    ...(needs.has("Job") ? jobClass : []),
    ...tried,
    ...(needs.has("has") ? has : []),
    ...(needs.has("isDistinct") ? isDistinct : []),
  ];
}

const tried = [
  "/** What a call gives; undefined where it is refused, as it may be while things go wrong. */",
  "async function tried<T>(call: () => T | Promise<T>): Promise<{ value: T } | undefined> {",
  "  try {",
  "    return { value: await call() };",
  "  } catch {",
  "    return undefined;",
  "  }",
  "}",
  "",
];

const has = [
  "function has(list: readonly unknown[], one: unknown): boolean {",
  "  return list.some((other) => isDeepStrictEqual(other, one));",
  "}",
  "",
];

const isDistinct = [
  "function isDistinct(list: readonly unknown[]): boolean {",
  "  return new Set(list.map((one) => JSON.stringify(one))).size === list.length;",
  "}",
  "",
];
