import type { Node } from "oxc-parser";
import type { SourceModule } from "../source/source-module.ts";
import { isHarmlessType, typeRef } from "./param-type.ts";
import { type Taint, type Value } from "./value.ts";

/** The name of a parameter; undefined where it is taken apart at once. */
export function nameOfParam(param: Node): string | undefined {
  switch (param.type) {
    case "Identifier":
      return param.name;
    case "AssignmentPattern":
      return nameOfParam(param.left);
    case "RestElement":
      return nameOfParam(param.argument);
    case "TSParameterProperty":
      return nameOfParam(param.parameter);
    default:
      return undefined;
  }
}

/** What the parameters of a function hold when it is called from outside. */
export function paramValues(
  params: readonly Node[],
  of: Taint["of"],
  module: SourceModule,
): readonly Value[] {
  return params.map((param, index) => {
    const annotation = annotationOf(param);
    const ref = annotation === undefined ? undefined : typeRef(annotation, module);
    const known = ref === undefined ? {} : { known: { kind: "ref", path: ref } as const };
    if (annotation !== undefined && isHarmlessType(annotation, module))
      return { taints: [], ...known };
    const name = nameOfParam(param);
    const taint: Taint = {
      param: name ?? "",
      of,
      index,
      keys: [],
      steps:
        name === undefined
          ? []
          : [of === "call" ? `\`${name}\`` : `\`${name}\` of the constructor`],
      safe: [],
    };
    return fieldsLess({ taints: [taint], ...known }, annotation, module);
  });
}

// --- inside ---

/** The type that is written at a parameter. */
function annotationOf(param: Node): Node | undefined {
  const holder = param.type === "TSParameterProperty" ? param.parameter : param;
  const inner = holder.type === "AssignmentPattern" ? holder.left : holder;
  const annotation: unknown = Reflect.get(inner, "typeAnnotation");
  if (typeof annotation !== "object" || annotation === null) return undefined;
  return Reflect.get(annotation, "typeAnnotation") as Node | undefined;
}

/** An object whose fields are declared where it can be seen: numbers in it cannot do harm. */
function fieldsLess(value: Value, annotation: Node | undefined, module: SourceModule): Value {
  if (annotation === undefined || value.known !== undefined) return value;
  const members = declaredMembers(annotation, module);
  if (members === undefined) return value;
  const fields = new Map<string, Value>();
  for (const member of members) {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") continue;
    const key = member.key.name;
    const type = member.typeAnnotation?.typeAnnotation;
    const isHarmless = type !== undefined && isHarmlessType(type, module);
    const taints = isHarmless
      ? []
      : value.taints.map((taint) => ({ ...taint, keys: [...taint.keys, key] }));
    fields.set(key, { taints });
  }
  // Passed on as a whole it is still the parameter.
  return fields.size === 0 ? value : { taints: value.taints, known: { kind: "object", fields } };
}

function declaredMembers(annotation: Node, module: SourceModule): readonly Node[] | undefined {
  if (annotation.type === "TSTypeLiteral") return annotation.members;
  if (annotation.type !== "TSTypeReference" || annotation.typeName.type !== "Identifier") {
    return undefined;
  }
  const declared = module.locals.get(annotation.typeName.name);
  if (declared?.kind !== "type") return undefined;
  const { node } = declared;
  if (node.type === "TSInterfaceDeclaration") {
    return node.extends.length > 0 ? undefined : node.body.body;
  }
  const isLiteral = node.type === "TSTypeAliasDeclaration" && node.typeAnnotation.type;
  return isLiteral === "TSTypeLiteral" && node.type === "TSTypeAliasDeclaration"
    ? declaredMembers(node.typeAnnotation, module)
    : undefined;
}
