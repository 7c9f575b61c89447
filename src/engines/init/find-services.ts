import type { Node } from "oxc-parser";
import { walkNodes } from "../../subject/loader/declared-names.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import type { Declared, SourceModule } from "../../subject/source/source-module.ts";
import { findNest } from "./find-nest.ts";
import { findNext } from "./find-next.ts";
import { findRoutes } from "./find-routes.ts";
import { serviceReach } from "./service-reach.ts";
import type { ServiceFramework, StarterService } from "./starter-service.ts";

/**
 * The services of a project that Express, Fastify, Hono, NestJS or Next.js serve and that a test
 * can get hold of, with their routes. Read off sources; nothing is run. One that needs a database
 * or a model is left out: without it all that the service could show is that it is missing.
 */
export function findServices(
  projectRoot: string,
  files: readonly string[],
): readonly StarterService[] {
  const source = new ProjectSource(projectRoot);
  const services = files.flatMap((file): StarterService[] => {
    const module = source.module(file);
    const found = module === undefined ? undefined : exportedApp(module);
    if (module === undefined || found === undefined) return [];
    const routes = findRoutes(source, module);
    const { hosts, needsStore } = serviceReach(module, source);
    if (routes.length === 0 || needsStore) return [];
    return [{ ...found, module: module.shown, routes, hosts }];
  });
  const all = [...services, ...findNest(source, files), ...findNext(source, files)];
  return all.slice(0, servicesMax);
}

// --- inside ---

const servicesMax = 3;
/** Frameworks whose services are what a call gives. */
type AppFramework = Exclude<ServiceFramework, "nest" | "next">;
const frameworks: ReadonlySet<string> = new Set<AppFramework>(["express", "fastify", "hono"]);

interface App extends Pick<StarterService, "exportName" | "how"> {
  readonly framework: AppFramework;
}

/** What of a file is a service, or gives one without being given anything. */
function exportedApp(module: SourceModule): App | undefined {
  const makers = new Map<string, AppFramework>();
  for (const [name, local] of module.locals) {
    if (local.kind !== "import" || !isFramework(local.specifier)) continue;
    if (/^(?:default|\*|express|fastify|Fastify|Hono)$/u.test(local.name)) {
      makers.set(name, local.specifier);
    }
  }
  if (makers.size === 0) return undefined;
  for (const [exportName, exported] of module.exports) {
    if (exported.kind === "from") continue;
    const local = exported.kind === "local" ? exported.name : nameOf(exported.node);
    const named = valueOf(module.locals.get(local));
    const node = exported.kind === "value" ? (named ?? exported.node) : named;
    const found = node === undefined ? undefined : appOf(node, makers);
    if (found !== undefined) return { ...found, exportName };
  }
  return undefined;
}

/** The name in `export default app`. */
function nameOf(node: Node): string {
  return node.type === "Identifier" ? node.name : "";
}

function isFramework(specifier: string): specifier is AppFramework {
  return frameworks.has(specifier);
}

function valueOf(declared: Declared | undefined): Node | undefined {
  if (declared?.kind === "function") return declared.node;
  return declared?.kind === "value" ? (declared.node.init ?? undefined) : undefined;
}

function appOf(
  node: Node,
  makers: ReadonlyMap<string, AppFramework>,
): Omit<App, "exportName"> | undefined {
  const made = madeBy(node, makers);
  if (made !== undefined) return { framework: made, how: "value" };
  const isFunction =
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression";
  if (!isFunction || node.body === null || node.params.some(isRequired)) return undefined;
  for (const inner of walkNodes(node.body)) {
    const framework = madeBy(inner, makers);
    if (framework !== undefined && returnsApp(node.body)) {
      return { framework, how: node.async ? "async factory" : "factory" };
    }
  }
  return undefined;
}

function isRequired(param: Node): boolean {
  // The types of the parser say `false`, for a variable is never optional; a parameter may be.
  const { optional: isOptional } = param as { readonly optional?: boolean };
  return param.type !== "AssignmentPattern" && isOptional !== true;
}

/** Whether a function gives the service itself, and not a server or an object around it. */
function returnsApp(body: Node): boolean {
  if (body.type !== "BlockStatement") return true;
  const last = body.body.at(-1);
  return last?.type === "ReturnStatement" && last.argument?.type === "Identifier";
}

/** The framework of `express()`, `Fastify({ … })` and `new Hono().get(…)`. */
function madeBy(node: Node, makers: ReadonlyMap<string, AppFramework>): AppFramework | undefined {
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const { callee } = node;
    if (callee.type === "Identifier") return makers.get(callee.name);
    return callee.type === "MemberExpression" && node.type === "CallExpression"
      ? madeBy(callee.object, makers)
      : undefined;
  }
  return undefined;
}
