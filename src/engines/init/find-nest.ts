import { readFileSync } from "node:fs";
import type { Node } from "oxc-parser";
import type { ExportReference } from "../../kernel/values/shape.ts";
import { walkNodes } from "../../subject/loader/declared-names.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { decorated, writtenText } from "./decorators.ts";
import { joinedPath, nestRoutes } from "./nest-routes.ts";
import { reachOf } from "./reach.ts";
import { serviceReach } from "./service-reach.ts";
import type { ServiceRoute, ServiceStart, StarterService } from "./starter-service.ts";

/**
 * The applications of a project that NestJS serves: the module that the project starts, or else
 * its `AppModule`, with the routes of the controllers that its files declare.
 */
export function findNest(
  source: ProjectSource,
  files: readonly string[],
): readonly StarterService[] {
  const modules = files.flatMap((file) => source.module(file) ?? []);
  const started = modules.flatMap((module) => startedIn(module, source));
  const roots = started.length > 0 ? started : modules.flatMap(namedRoot);
  return roots.flatMap(({ module, exportName, start, prefix }): StarterService[] => {
    const { hosts, needsStore } = serviceReach(module, source);
    const routes = routesOf(module, source, prefix);
    if (routes.length === 0 || needsStore) return [];
    const base = { framework: "nest", module: module.shown, exportName, how: "value" } as const;
    return [{ ...base, routes, hosts, start }];
  });
}

// --- inside ---

/** More rules than this and nobody reads the test. */
const routesMax = 24;

/** The module of an application, and what its start does with it. */
interface Root {
  readonly module: SourceModule;
  readonly exportName: string;
  readonly start: ServiceStart;
  readonly prefix: string;
}

const plainStart: ServiceStart = { platform: "express", calls: [], names: [] };

function namedRoot(module: SourceModule): readonly Root[] {
  const local = module.locals.get("AppModule");
  if (!module.exports.has("AppModule") || local?.kind !== "class") return [];
  if (decorated(local.node, "Module") === undefined) return [];
  return [{ module, exportName: "AppModule", start: plainStart, prefix: "" }];
}

/** The module in `NestFactory.create(AppModule)`, where it is that of a file. */
function startedIn(module: SourceModule, source: ProjectSource): readonly Root[] {
  const factory = module.locals.get("NestFactory");
  if (factory?.kind !== "import" || factory.specifier !== "@nestjs/core") return [];
  for (const node of walkNodes(module.program)) {
    if (node.type !== "CallExpression" || !isCreate(node.callee)) continue;
    const [root, adapter] = node.arguments;
    if (root?.type !== "Identifier") continue;
    const local = module.locals.get(root.name);
    const other = local?.kind === "import" ? source.imported(local.specifier, module) : undefined;
    if (local?.kind !== "import" || other === undefined) continue;
    const { start, prefix } = startOf(module, source, isFastify(adapter) ? "fastify" : "express");
    return [{ module: other, exportName: local.name, start, prefix }];
  }
  return [];
}

function isCreate(callee: Node): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "NestFactory" &&
    callee.property.type === "Identifier" &&
    callee.property.name === "create"
  );
}

function isFastify(adapter: Node | undefined): boolean {
  return (
    adapter?.type === "NewExpression" &&
    adapter.callee.type === "Identifier" &&
    adapter.callee.name === "FastifyAdapter"
  );
}

/** What changes how requests are answered; the rest of a start is about the machine. */
const told = /^(?:setGlobalPrefix|useGlobal(?:Pipes|Filters|Interceptors|Guards))$/u;

function startOf(
  module: SourceModule,
  source: ProjectSource,
  platform: ServiceStart["platform"],
): Pick<Root, "start" | "prefix"> {
  const text = readFileSync(module.file, "utf8");
  const calls: string[] = [];
  const names: ExportReference[] = [];
  let prefix = "";
  for (const node of walkNodes(module.program)) {
    if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") continue;
    const { object, property } = node.callee;
    const isApp = object.type === "Identifier" && object.name === "app";
    if (!isApp || property.type !== "Identifier" || !told.test(property.name)) continue;
    const used = namesIn(node.arguments, module, source);
    if (used === undefined) continue;
    calls.push(`${text.slice(node.start, node.end)};`);
    names.push(...used);
    if (property.name === "setGlobalPrefix") prefix = writtenText(node.arguments[0]) ?? prefix;
  }
  return { start: { platform, calls, names }, prefix };
}

/** Where the names of an expression are imported from; undefined where one is not imported. */
function namesIn(
  nodes: readonly Node[],
  module: SourceModule,
  source: ProjectSource,
): readonly ExportReference[] | undefined {
  const places: ExportReference[] = [];
  for (const name of nodes.flatMap((node) => [...usedNames(node)])) {
    if (name === "app" || name === "undefined") continue;
    const local = module.locals.get(name);
    if (local?.kind !== "import" || local.name !== name) return undefined;
    const other = source.imported(local.specifier, module);
    places.push({ module: other?.shown ?? local.specifier, path: [name] });
  }
  return places;
}

/** The names that an expression uses, without those of members and keys. */
function usedNames(node: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const others = new Set<Node>();
  for (const inner of walkNodes(node)) {
    if (inner.type === "MemberExpression" && !inner.computed) others.add(inner.property);
    if (inner.type === "Property" && !inner.computed && !inner.shorthand) others.add(inner.key);
    if (inner.type === "Identifier" && !others.has(inner)) names.add(inner.name);
  }
  return names;
}

function routesOf(
  module: SourceModule,
  source: ProjectSource,
  prefix: string,
): readonly ServiceRoute[] {
  const { imports } = reachOf(module, source);
  const routes = new Map<string, ServiceRoute>();
  for (const file of [module.shown, ...imports]) {
    const declared = source.module(file);
    for (const route of declared === undefined ? [] : nestRoutes(declared, source)) {
      const path = joinedPath(prefix, route.path);
      const key = `${route.method} ${path}`;
      if (!routes.has(key) && routes.size < routesMax) routes.set(key, { ...route, path });
    }
  }
  return [...routes.values()];
}
