import type { Class, Node } from "oxc-parser";
import { walkNodes } from "../../subject/loader/declared-names.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { fieldOfType, fieldsOfType, typeAfter } from "./body-type.ts";
import {
  decorated,
  type FoundDecorator,
  decoratorsOf,
  valueAt,
  writtenText,
} from "./decorators.ts";
import type { BodyField, RouteMethod, ServiceRoute } from "./starter-service.ts";

/** The routes of the controllers that a file declares, without a prefix of the application. */
export function nestRoutes(module: SourceModule, source: ProjectSource): readonly ServiceRoute[] {
  const routes: ServiceRoute[] = [];
  for (const node of walkNodes(module.program)) {
    if (node.type !== "ClassDeclaration") continue;
    const controller = decorated(node, "Controller");
    if (controller === undefined) continue;
    for (const prefix of prefixesOf(controller)) {
      routes.push(...memberRoutes(node, prefix, (method) => bodyOf(method, module, source)));
    }
  }
  return routes;
}

/** Parts of a path as one: `/api/orders/:id`. */
export function joinedPath(...parts: readonly string[]): string {
  const whole = `/${parts.join("/")}`.replaceAll(/\/{2,}/gu, "/");
  return whole.length > 1 ? whole.replace(/\/$/u, "") : whole;
}

// --- inside ---

const methods: ReadonlyMap<string, RouteMethod> = new Map([
  ["Get", "GET"],
  ["Post", "POST"],
  ["Put", "PUT"],
  ["Patch", "PATCH"],
  ["Delete", "DELETE"],
]);

function memberRoutes(
  { body }: Class,
  prefix: string,
  fields: (method: Node) => readonly BodyField[],
): readonly ServiceRoute[] {
  return body.body.flatMap((member) => {
    if (member.type !== "MethodDefinition") return [];
    return decoratorsOf(member).flatMap((decorator) => {
      const method = methods.get(decorator.name);
      if (method === undefined) return [];
      const sent = method === "GET" || method === "DELETE" ? [] : fields(member.value);
      return pathsOf(decorator.arguments[0]).map((path) => ({
        method,
        path: joinedPath(prefix, path),
        body: sent,
      }));
    });
  });
}

/** `@Controller()`, `@Controller("orders")`, `@Controller({ path: "orders" })`. */
function prefixesOf({ arguments: [first] }: FoundDecorator): readonly string[] {
  if (first?.type !== "ObjectExpression") return pathsOf(first);
  // Versions and hosts are chosen by the start of the application, which is not read for them.
  if (valueAt(first, "version") !== undefined || valueAt(first, "host") !== undefined) return [];
  return pathsOf(valueAt(first, "path"));
}

/** One path, several, or that of the controller itself; none where they cannot be read. */
function pathsOf(node: Node | undefined): readonly string[] {
  if (node === undefined) return [""];
  if (node.type === "ArrayExpression") {
    return node.elements.flatMap((element) => (element === null ? [] : pathsOf(element)));
  }
  const text = writtenText(node);
  // Patterns with wildcards are for the author to write.
  return text !== undefined && /^[\w\-./:]*$/u.test(text) ? [text] : [];
}

/** What a handler takes off the body: `@Body() order: Order`, `@Body("cents") cents: number`. */
function bodyOf(handler: Node, module: SourceModule, source: ProjectSource): readonly BodyField[] {
  if (handler.type !== "FunctionExpression") return [];
  return handler.params.flatMap((param): readonly BodyField[] => {
    const body = decorated(param, "Body");
    if (body === undefined) return [];
    const name = writtenText(body.arguments[0]);
    const type = typeAfter(param);
    if (name === undefined) return fieldsOfType(type, module, source);
    return [fieldOfType(name, type) ?? { name, type: "string" }];
  });
}
