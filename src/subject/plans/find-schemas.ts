import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import { isSchemaType } from "./checked-calls.ts";
import { exportReferenceOf, originalOf } from "./export-reference.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";

/** The schemas that a project exports, by the type of what they give out. */
export interface Schemas {
  /** The schema whose output is exactly this type of objects. */
  ofType(type: TS.Type): ExportReference | undefined;
  /** The schema that a written type names: `z.infer<typeof user>`, or an alias of it. */
  ofNode(node: TS.TypeNode): ExportReference | undefined;
}

/** Finds the exported zod, Standard Schema and JSON Schema values of a project. */
export function findSchemas(project: ProjectProgram): Schemas {
  let known: Map<TS.Type, ExportReference> | undefined;
  return {
    ofType: (type) => (known ??= schemasByType(project)).get(type),
    ofNode: (node) => schemaOfNode(node, project, 0),
  };
}

// --- inside ---

const aliasDepthMax = 5;
const jsonSchemaNames = /^(?:FromSchema|Static|JTDDataType|InferSchema|JSONSchemaType)$/;

function schemasByType(project: ProjectProgram): Map<TS.Type, ExportReference> {
  const { checker, program } = project;
  const found = new Map<TS.Type, ExportReference>();
  for (const file of program.getSourceFiles()) {
    const module = isProjectCode(file, project) ? checker.getSymbolAtLocation(file) : undefined;
    for (const exported of module === undefined ? [] : checker.getExportsOfModule(module)) {
      const symbol = originalOf(exported, checker);
      if ((symbol.flags & ts.SymbolFlags.Variable) === 0) continue;
      const type = checker.getTypeOfSymbol(symbol);
      const output = isSchemaType(type) ? outputOf(type, checker) : undefined;
      if (output === undefined || found.has(output) || !isOwnType(output, checker)) continue;
      const place = exportReferenceOf(symbol, project);
      if (place !== undefined) found.set(output, place);
    }
  }
  return found;
}

function outputOf(type: TS.Type, checker: TS.TypeChecker): TS.Type | undefined {
  const direct = type.getProperty("_output");
  if (direct !== undefined) return checker.getTypeOfSymbol(direct);
  const step = (from: TS.Type | undefined, name: string): TS.Type | undefined => {
    const property = from && checker.getNonNullableType(from).getProperty(name);
    return property && checker.getTypeOfSymbol(property);
  };
  return step(step(step(type, "~standard"), "types"), "output");
}

/** A type that belongs to one schema: all lists of texts have one type, whoever checks them. */
function isOwnType(type: TS.Type, checker: TS.TypeChecker): boolean {
  if (type.isUnion()) return type.types.every((member) => isOwnType(member, checker));
  if ((type.flags & ts.TypeFlags.Object) === 0) return false;
  if (checker.isArrayLikeType(type) || checker.getPropertiesOfType(type).length === 0) return false;
  const name = (type.symbol as TS.Symbol | undefined)?.name ?? "__type";
  return name.startsWith("__");
}

function schemaOfNode(
  node: TS.TypeNode,
  project: ProjectProgram,
  depth: number,
): ExportReference | undefined {
  if (!ts.isTypeReferenceNode(node) || depth > aliasDepthMax) return undefined;
  const { checker } = project;
  const [argument, second] = node.typeArguments ?? [];
  if (argument !== undefined && ts.isTypeQueryNode(argument) && second === undefined) {
    const symbol = checker.getSymbolAtLocation(argument.exprName);
    const original = symbol && originalOf(symbol, checker);
    if (original === undefined) return undefined;
    const name = ts.isQualifiedName(node.typeName) ? node.typeName.right : node.typeName;
    const isSchema =
      isSchemaType(checker.getTypeOfSymbol(original)) || jsonSchemaNames.test(name.text);
    return isSchema ? exportReferenceOf(original, project) : undefined;
  }
  if (argument !== undefined) return undefined;
  const symbol = checker.getSymbolAtLocation(node.typeName);
  const declared = symbol && originalOf(symbol, checker).declarations?.[0];
  if (declared === undefined || !ts.isTypeAliasDeclaration(declared)) return undefined;
  return schemaOfNode(declared.type, project, depth + 1);
}
