import { readdirSync } from "node:fs";
import path from "node:path";
import type { Function as FunctionNode, Node } from "oxc-parser";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { walkNodes } from "../../subject/loader/declared-names.ts";
import { bodyFields } from "./body-fields.ts";
import { serviceReach } from "./service-reach.ts";
import type { RouteHandler, RouteMethod, ServiceRoute, StarterService } from "./starter-service.ts";

/** The route handlers of Next.js in a project: `app/api/orders/route.ts`. Absolute. */
export function routeFiles(projectRoot: string): readonly string[] {
  return ["app", "src/app"].flatMap((folder) => {
    const from = path.join(projectRoot, folder);
    try {
      return readdirSync(from, { recursive: true, encoding: "utf8" })
        .map((file) => path.join(from, file))
        .filter((file) => routeName.test(file))
        .toSorted();
    } catch {
      return [];
    }
  });
}

/**
 * The route handlers of a project as one service: what one of them makes, another one finds. Those
 * that need a server of Next.js around them are named and left out.
 */
export function findNext(
  source: ProjectSource,
  files: readonly string[],
): readonly StarterService[] {
  const routes: ServiceRoute[] = [];
  const leftOut: string[] = [];
  const hosts = new Set<string>();
  let folder = "app";
  for (const file of new Set(files)) {
    const module = routeName.test(file) ? source.module(file) : undefined;
    const placed = module === undefined ? undefined : placeOf(module.shown);
    if (module === undefined || placed === undefined) continue;
    const reach = serviceReach(module, source);
    const found = handlersOf(module).map((one) => ({ ...one, path: placed.path }));
    const reason = reasonAgainst(placed.path, reach);
    const isFull = routes.length + found.length > routesMax;
    if (reason !== undefined || isFull) {
      const why = reason ?? "is one route too many for a test to start from";
      leftOut.push(...found.map(({ method, path: at }) => `${method} ${at} ${why}`));
      continue;
    }
    ({ folder } = placed);
    routes.push(...found);
    for (const host of reach.hosts) hosts.add(host);
  }
  if (routes.length === 0) return [];
  // What makes something comes before what looks for it.
  routes.sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
  const base = { framework: "next", module: folder, exportName: "", how: "value" } as const;
  return [{ ...base, routes, hosts: [...hosts], leftOut }];
}

// --- inside ---

const routesMax = 24;
const routeName = /(?:^|[\\/])route\.[cm]?[jt]sx?$/u;
const methods: readonly RouteMethod[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The folder of routes and the path below it, with `:id` for `[id]`; undefined elsewhere. */
function placeOf(file: string): { readonly folder: string; readonly path: string } | undefined {
  const match = /^(?<folder>(?:src\/)?app)(?<inner>(?:\/.+)?)\/route\.\w+$/u.exec(file);
  if (match?.groups === undefined) return undefined;
  const { folder = "", inner = "" } = match.groups;
  // Groups in brackets are for the author's order only; folders with `_` are no routes.
  const parts = inner.split("/").filter((part) => part !== "" && !/^\(.*\)$/u.test(part));
  if (parts.some((part) => part.startsWith("_"))) return undefined;
  const named = parts.map((part) => part.replace(/^\[(?<name>[A-Za-z]\w*)\]$/u, ":$<name>"));
  return { folder, path: `/${named.join("/")}` };
}

/** What is there only inside a server of Next.js. */
const ofServer = /^(?:next\/(?:headers|cache)|server-only)$/u;

function reasonAgainst(
  routePath: string,
  {
    packages,
    needsStore,
  }: { readonly packages: ReadonlySet<string>; readonly needsStore: boolean },
): string | undefined {
  if (/[[\]@]/u.test(routePath)) return "has a path that only you can choose";
  const needed = [...packages].find((name) => ofServer.test(name));
  if (needed !== undefined) return `needs ${needed}, which needs a server of Next.js`;
  return needsStore ? "needs a database or a model" : undefined;
}

function handlersOf(module: SourceModule): readonly ServiceRoute[] {
  return methods.flatMap((method): ServiceRoute[] => {
    const exported = module.exports.get(method);
    if (exported === undefined) return [];
    const from = { module: module.shown, path: [method] };
    const node = exported.kind === "local" ? declaredAs(exported.name, module) : undefined;
    const body = method === "GET" || method === "DELETE" || node === undefined;
    const fields = body ? [] : bodyFields(node, [module.program]);
    return [{ method, path: "", body: fields, handler: { from, ...takenBy(node) } }];
  });
}

function declaredAs(name: string, { locals }: SourceModule): Node | undefined {
  const local = locals.get(name);
  if (local?.kind === "function") return local.node;
  return local?.kind === "value" ? (local.node.init ?? undefined) : undefined;
}

function takenBy(node: Node | undefined): Pick<RouteHandler, "takes" | "awaitsParams"> {
  const isPlain = node?.type === "FunctionDeclaration" || node?.type === "FunctionExpression";
  if (!isPlain && node?.type !== "ArrowFunctionExpression") {
    // Something made it: it gets what Next.js gives.
    return { takes: 2, awaitsParams: true };
  }
  const { params } = node;
  const [, context] = params;
  const takes = params.length >= 2 ? 2 : params.length === 1 ? 1 : 0;
  return { takes, awaitsParams: context === undefined || !isPlainParams(context) };
}

/** `{ params }: { params: { id: string } }`, as before Next.js 15. */
function isPlainParams(context: FunctionNode["params"][number]): boolean {
  for (const node of walkNodes(context)) {
    if (node.type !== "TSPropertySignature" || node.key.type !== "Identifier") continue;
    if (node.key.name !== "params") continue;
    return node.typeAnnotation?.typeAnnotation.type === "TSTypeLiteral";
  }
  return false;
}
