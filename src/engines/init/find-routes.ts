import type { Node } from "oxc-parser";
import { walkNodes } from "../../subject/loader/declared-names.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { bodyFields } from "./body-fields.ts";
import type { ServiceRoute } from "./starter-service.ts";

/** The routes that a file and what it imports declare, in the order of the source. */
export function findRoutes(source: ProjectSource, start: SourceModule): readonly ServiceRoute[] {
  const routes = new Map<string, ServiceRoute>();
  const seen = new Set<string>();
  const pending = [{ module: start, prefix: "" }];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { module, prefix } = next;
    if (seen.has(module.shown) || seen.size >= filesMax) continue;
    seen.add(module.shown);
    const mounts = mountsOf(module);
    for (const { root, ...route } of declaredIn(module, source)) {
      const path = joined(joined(prefix, mounts.get(root) ?? ""), route.path);
      const key = `${route.method} ${path}`;
      if (!routes.has(key) && routes.size < routesMax) routes.set(key, { ...route, path });
    }
    for (const [name, local] of module.locals) {
      if (local.kind !== "import") continue;
      const imported = source.imported(local.specifier, module);
      if (imported === undefined || /(?:^\.\.|node_modules)\//u.test(imported.shown)) continue;
      pending.push({ module: imported, prefix: joined(prefix, mounts.get(name) ?? "") });
    }
  }
  return [...routes.values()];
}

// --- inside ---

const filesMax = 200;
/** More rules than this and nobody reads the test. */
const routesMax = 24;

type Call = Extract<Node, { type: "CallExpression" }>;

interface DeclaredRoute extends ServiceRoute {
  /** The name of what it is declared on. */
  readonly root: string;
}

function declaredIn(module: SourceModule, source: ProjectSource): readonly DeclaredRoute[] {
  const found: DeclaredRoute[] = [];
  for (const node of walkNodes(module.program)) {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") continue;
    const { object, property } = node.callee;
    const method = property.type === "Identifier" ? methods.get(property.name) : undefined;
    const path = pathOf(node);
    const handler = node.arguments.at(-1);
    if (method === undefined || path === undefined || handler === undefined) continue;
    if (node.arguments.length < 2 || handler.type === "SpreadElement") continue;
    const body = method === "GET" || method === "DELETE" ? [] : fieldsOf(node, module, source);
    found.push({ root: rootOf(object), method, path, body });
  }
  return found;
}

const methods: ReadonlyMap<string, ServiceRoute["method"]> = new Map([
  ["get", "GET"],
  ["post", "POST"],
  ["put", "PUT"],
  ["patch", "PATCH"],
  ["delete", "DELETE"],
]);

/** Patterns with regular expressions or wildcards are for the author to write. */
function pathOf({ arguments: [first] }: Call): string | undefined {
  if (first?.type !== "Literal" || typeof first.value !== "string") return undefined;
  return /^\/[\w\-./:]*$/u.test(first.value) ? first.value : undefined;
}

/** The name that a chain of calls begins with: `app` of `app.get(…).post(…)`. */
function rootOf(node: Node): string {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "CallExpression":
      return rootOf(node.callee);
    case "MemberExpression":
      return rootOf(node.object);
    default:
      return "";
  }
}

function fieldsOf(call: Call, module: SourceModule, source: ProjectSource): ServiceRoute["body"] {
  const last = call.arguments.at(-1);
  if (last === undefined) return [];
  if (last.type !== "Identifier") return bodyFields(last, [call, module.program]);
  const local = module.locals.get(last.name);
  if (local?.kind !== "import") {
    return local === undefined || local.kind === "type"
      ? []
      : bodyFields(local.node, [call, module.program]);
  }
  const other = source.imported(local.specifier, module);
  const exported = other?.exports.get(local.name);
  if (other === undefined || exported?.kind !== "local") return [];
  const found = other.locals.get(exported.name);
  if (found === undefined || found.kind === "import" || found.kind === "type") return [];
  return bodyFields(found.node, [other.program]);
}

/** Under which path routers answer, by their names: `app.use("/api", router)`. */
function mountsOf({ program }: SourceModule): ReadonlyMap<string, string> {
  const mounts = new Map<string, string>();
  for (const node of walkNodes(program)) {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") continue;
    const { property } = node.callee;
    const how = property.type === "Identifier" ? property.name : "";
    const path = how === "register" ? prefixOf(node) : pathOf(node);
    if (path === undefined || !/^(?:use|route|register)$/u.test(how)) continue;
    for (const argument of node.arguments) {
      if (argument.type === "Identifier") mounts.set(argument.name, path);
    }
  }
  return mounts;
}

/** `app.register(orders, { prefix: "/orders" })`. */
function prefixOf({ arguments: [, options] }: Call): string | undefined {
  if (options?.type !== "ObjectExpression") return undefined;
  for (const property of options.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const { key, value } = property;
    const isText = value.type === "Literal" && typeof value.value === "string";
    if (key.name === "prefix" && isText) return value.value;
  }
  return undefined;
}

function joined(prefix: string, path: string): string {
  const whole = `${prefix}/${path}`.replaceAll(/\/{2,}/gu, "/");
  return whole.length > 1 ? whole.replace(/\/$/u, "") : whole;
}
