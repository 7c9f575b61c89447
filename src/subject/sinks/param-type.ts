import type { Node } from "oxc-parser";
import type { SourceModule } from "../source/source-module.ts";
import { refRoot } from "./top-level.ts";

/** Whether no value of a type can hold a text of the caller's choice. */
export function isHarmlessType(type: Node, module: SourceModule, depth = 0): boolean {
  switch (type.type) {
    case "TSNumberKeyword":
    case "TSBooleanKeyword":
    case "TSBigIntKeyword":
    case "TSNullKeyword":
    case "TSUndefinedKeyword":
    case "TSVoidKeyword":
    case "TSNeverKeyword":
    case "TSSymbolKeyword":
    case "TSLiteralType":
    case "TSFunctionType":
      return true;
    case "TSUnionType":
      return type.types.every((one) => isHarmlessType(one, module, depth + 1));
    case "TSArrayType":
      return isHarmlessType(type.elementType, module, depth + 1);
    case "TSParenthesizedType":
      return isHarmlessType(type.typeAnnotation, module, depth + 1);
    case "TSTypeReference":
      return isHarmlessReference(type, module, depth);
    default:
      return false;
  }
}

/** What a type of a package or the platform is called: `Pool` of `pg` is `pg.Pool#`. */
export function typeRef(type: Node, module: SourceModule): string | undefined {
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return undefined;
  const { name } = type.typeName;
  const declared = module.locals.get(name);
  if (declared === undefined) return platformTypes.has(name) ? `${name}#` : undefined;
  if (declared.kind !== "import" || /^[./]/.test(declared.specifier)) return undefined;
  const root = refRoot(declared.specifier);
  return declared.name === "default" ? `${root}#` : `${root}.${declared.name}#`;
}

// --- inside ---

const depthMax = 4;

const platformTypes: ReadonlySet<string> = new Set([
  "Worker",
  "MessagePort",
  "BroadcastChannel",
  "WebSocket",
]);

const harmlessNames: ReadonlySet<string> = new Set(
  "Date AbortSignal Function Worker MessagePort BroadcastChannel WebSocket".split(" "),
);

function isHarmlessReference(
  type: Extract<Node, { type: "TSTypeReference" }>,
  module: SourceModule,
  depth: number,
): boolean {
  if (type.typeName.type !== "Identifier" || depth > depthMax) return false;
  const { name } = type.typeName;
  const declared = module.locals.get(name);
  if (declared === undefined) return harmlessNames.has(name);
  const { kind } = declared;
  if (kind !== "type" || declared.node.type !== "TSTypeAliasDeclaration") return false;
  return isHarmlessType(declared.node.typeAnnotation, module, depth + 1);
}
