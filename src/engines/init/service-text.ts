import { textCode } from "../../kernel/values/literal-code.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { brokenCode } from "./broken-code.ts";
import { drawCode } from "./draw-code.ts";
import { ImportNames } from "./import-names.ts";
import { serviceAsk } from "./service-ask.ts";
import { serviceSetup } from "./service-setup.ts";
import type { BodyField, RouteHandler, ServiceRoute, StarterService } from "./starter-service.ts";
import type { StarterFolder } from "./starter-text.ts";

/**
 * The chaos test for a service: a rule for each route. Answers without a server error are what it
 * demands; ids in requests are those that the service gave, and what it made it also finds. What
 * is refused is not judged, so that a service which refuses everything is not said to hold.
 */
export function serviceText(
  service: StarterService,
  { folder, endings }: StarterFolder,
): string | undefined {
  const { module, framework, routes, hosts, leftOut = [] } = service;
  const imports = new ImportNames(folder, endings);
  const rules = routes.flatMap((route) => ruleLines(route, routes, imports));
  if (rules.length === 0) return undefined;
  const body = [
    'const origin = "http://service.example";',
    "",
    `/** Written by \`gauntlet init\` for the service in ${module}; change it as you like. */`,
    "export default chaosTest({",
    `  name: ${textCode(stemOf(module))},`,
    ...serviceSetup(service, imports),
    "  rules: {",
    ...rules,
    ...leftOut.map((route) => `    // No rule: ${route}.`),
    "  },",
    "});",
    "",
    ...serviceAsk({ asksOthers: hosts.length > 0, callsHandlers: framework === "next" }),
  ];
  const text = body.join("\n");
  return [
    ...(/\bfc\./u.test(text) ? ['import fc from "fast-check";'] : []),
    'import { always, chaosTest } from "gauntlet";',
    ...(framework === "next" ? ['import { NextRequest } from "next/server";'] : []),
    ...imports.lines(text),
    "",
    text,
  ].join("\n");
}

/** What a file is called without its folder and ending. */
export function stemOf(module: string): string {
  return module.replace(/^.*\//u, "").replace(/\.[^.]+$/u, "");
}

// --- inside ---

/** An id that a request needs, and what gives such ids. */
interface NeededId {
  readonly name: string;
  /** The route whose answers have them: `/orders`. */
  readonly from: string;
  readonly draw: string;
}

function ruleLines(
  route: ServiceRoute,
  routes: readonly ServiceRoute[],
  imports: ImportNames,
): readonly string[] {
  const { method, path } = route;
  const title = `${method} ${path}`;
  const ids = neededIds(route, routes);
  const own = route.body.filter(({ name }) => !ids.some((id) => id.name === name));
  const draws = [
    ...ids.map(({ draw }) => `${draw}: fc.nat({ max: 99 })`),
    ...own.map((field) => `${field.name}: ${fieldCode(field)}`),
  ];
  const lookUp = ids.map(
    ({ name, from, draw }) =>
      `const ${localOf(name)} = idOf(state, ${idArguments(name, from)}, drawn.${draw});`,
  );
  const guards = ids.map(({ name, from }) => `idsOf(state, ${idArguments(name, from)}).length > 0`);
  const asked = askCode(route, { ids, own, imports });
  const params = draws.length > 0 ? "state, drawn" : "state";
  const status = [`const status = ${asked};`];
  return [
    `    ${textCode(title)}: {`,
    ...(draws.length === 0 ? [] : brokenCode(`draw: { ${draws.join(", ")} },`, 6)),
    ...(guards.length === 0 ? [] : [`      when: (state) => ${guards.join(" && ")},`]),
    `      run: async (${params}) => {`,
    ...lookUp.map((line) => `        ${line}`),
    ...status.flatMap((line) => brokenCode(line, 8)),
    ...foundLines(route, routes),
    "        if (!isJudged(status)) return;",
    `        always(status < 500, ${textCode(`${title} ends without a server error`)});`,
    "      },",
    "    },",
  ];
}

/** What was made is found, unless something takes it away again. */
function foundLines(route: ServiceRoute, routes: readonly ServiceRoute[]): readonly string[] {
  const { method, path } = route;
  const from = path.replace(/\/:[^/]+$/u, "");
  const isOne = method === "GET" && from !== path && from !== "" && !from.includes(":");
  const makes = routes.some((other) => other.method === "POST" && other.path === from);
  const takesAway = routes.some(
    (other) => other.method === "DELETE" && other.path.startsWith(from),
  );
  if (!isOne || !makes || takesAway) return [];
  const title = `what POST ${from} gave is found by GET ${path}`;
  return [`        always(status !== 404, ${textCode(title)});`];
}

function neededIds(
  { path, body }: ServiceRoute,
  routes: readonly ServiceRoute[],
): readonly NeededId[] {
  const parts = path.split("/");
  const inPath = parts.flatMap((part, at) =>
    part.startsWith(":") ? [{ name: part.slice(1), from: parts.slice(0, at).join("/") }] : [],
  );
  const inBody = body.flatMap(({ name }) => {
    const stem = /^(?<stem>\w+)Id$/u.exec(name)?.groups?.["stem"];
    const list = routes.find((route) => stem !== undefined && route.path.endsWith(`/${stem}s`));
    return list === undefined || list.path.includes(":") ? [] : [{ name, from: list.path }];
  });
  return [...inPath, ...inBody].map((id, at) => ({
    ...id,
    draw: at === 0 ? "which" : `which${String(at + 1)}`,
  }));
}

function idArguments(name: string, from: string): string {
  return `${textCode(from)}, ${textCode(name)}`;
}

/** The names of parameters are words; those that the rule has for itself get a mark. */
function localOf(name: string): string {
  return /^(?:state|drawn|status)$/u.test(name) ? `${name}Id` : name;
}

/** What a rule is made of. */
interface RuleParts {
  readonly ids: readonly NeededId[];
  readonly own: readonly BodyField[];
  readonly imports: ImportNames;
}

function askCode({ method, path, handler }: ServiceRoute, parts: RuleParts): string {
  const { ids, own, imports } = parts;
  const written = path
    .split("/")
    .map((part) => (part.startsWith(":") ? `\${${localOf(part.slice(1))}}` : part));
  const target = path.includes(":") ? `\`${written.join("/")}\`` : textCode(path);
  const inBody = ids.filter(({ name }) => !path.split("/").includes(`:${name}`));
  const fields = [
    ...inBody.map(({ name }) => (localOf(name) === name ? name : `${name}: ${localOf(name)}`)),
    ...own.map(({ name }) => `${name}: drawn.${name}`),
  ];
  const body =
    method === "GET" || method === "DELETE"
      ? ""
      : `, ${fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`}`;
  const handle = handler === undefined ? "" : `, ${handleCode(handler, path, imports)}`;
  return `await ask(state, ${textCode(`${method} ${path}`)}, ${target}${handle}${body})`;
}

/** The call of a handler of Next.js with what it takes. */
function handleCode(
  { from, takes, awaitsParams }: RouteHandler,
  path: string,
  imports: ImportNames,
): string {
  const name = imports.nameOf(from);
  const names = path.split("/").flatMap((part) => (part.startsWith(":") ? part.slice(1) : []));
  const params = names.map((one) => (localOf(one) === one ? one : `${one}: ${localOf(one)}`));
  const given = params.length === 0 ? "{}" : `{ ${params.join(", ")} }`;
  const context = `{ params: ${awaitsParams ? `Promise.resolve(${given})` : given} }`;
  if (takes === 0) return `() => ${name}()`;
  return `(request) => ${name}(${takes === 1 ? "request" : `request, ${context}`})`;
}

const shapes: Readonly<Record<BodyField["type"], Shape>> = {
  number: { kind: "number" },
  string: { kind: "string" },
  boolean: { kind: "boolean" },
  strings: { kind: "array", of: { kind: "string" } },
};

function fieldCode({ name, type, choices }: BodyField): string {
  if (choices !== undefined) return `fc.constantFrom(${choices.map(textCode).join(", ")})`;
  const param = { name, shape: shapes[type], isOptional: false, isRest: false };
  return drawCode(param, 0, { examples: [], definitions: {} }, []) ?? "fc.constant(null)";
}
