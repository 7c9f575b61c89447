import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { originalOf } from "./export-reference.ts";
import type { Natures } from "./nature.ts";
import { together } from "./nature.ts";
import { calleeName, importedFrom } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";

/** A call that checks what it is given, and the classes that it throws where they are known. */
export interface CheckedCall {
  readonly throws?: readonly string[];
}

/** Tells whether a call checks its argument itself, and is given something that varies. */
export function checkedCall(
  node: TS.CallExpression | TS.NewExpression,
  natures: Natures,
  project: ProjectProgram,
): CheckedCall | undefined {
  const known = table.get(keyOf(node, project));
  if (known?.isMeant?.(node) === false) return undefined;
  if (known?.receiver === true) {
    const { expression } = node;
    const owner = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
    return natures.of(owner) === "constant" ? undefined : known;
  }
  const isChecked =
    known !== undefined || isSchemaCheck(node, project) || isCheckOfModule(node, project);
  if (!isChecked) return undefined;
  const given = together((node.arguments ?? []).map((argument) => natures.of(argument)));
  return given === "constant" ? undefined : (known ?? {});
}

// --- inside ---

interface Entry {
  readonly throws?: readonly string[];
  /** Whether it is the object that is checked, and not what is given. */
  readonly receiver?: boolean;
  /** Whether the author knows that it is checked, by how the call is written. */
  readonly isMeant?: (node: TS.CallExpression | TS.NewExpression) => boolean;
}

const range: Entry = { throws: ["RangeError"] };
const typeError: Entry = { throws: ["TypeError"] };
const syntax: Entry = { throws: ["SyntaxError"] };
const uri: Entry = { throws: ["URIError"] };
const either: Entry = { throws: ["RangeError", "TypeError"] };

/**
 * A text that is called a pattern is known to be one. Any other, as the term of a search, was
 * hardly meant to be refused for a bracket in it.
 */
function isCalledPattern({ arguments: given }: TS.CallExpression | TS.NewExpression): boolean {
  const name = /(\w+)\W*$/.exec(given?.[0]?.getText() ?? "")?.[1] ?? "";
  return /pattern|reg_?exp?|expression|source|matcher|glob|^re$|^rx$/i.test(name);
}

function each(names: string, entry: Entry): [string, Entry][] {
  return names.split(" ").map((name) => [name, entry]);
}

const table: ReadonlyMap<string, Entry> = new Map([
  ...each("JSON.parse", syntax),
  ...each("new:RegExp RegExp", { ...syntax, isMeant: isCalledPattern }),
  ...each("JSON.stringify", typeError),
  ...each("new:URL", { throws: ["TypeError"] }),
  ...each("BigInt", { throws: ["SyntaxError", "RangeError", "TypeError"] }),
  ...each("decodeURI decodeURIComponent encodeURI encodeURIComponent", uri),
  ...each("String.repeat String.normalize String.padStart String.padEnd", range),
  ...each("String.localeCompare String.toLocaleUpperCase String.toLocaleLowerCase", range),
  ...each("StringConstructor.fromCodePoint StringConstructor.raw", either),
  ...each("Number.toFixed Number.toPrecision Number.toExponential Number.toString", range),
  ...each("BigInt.toString BigIntConstructor.asIntN BigIntConstructor.asUintN", either),
  ...each("Number.toLocaleString BigInt.toLocaleString Date.toLocaleString", either),
  ...each("Date.toLocaleDateString Date.toLocaleTimeString", either),
  ...each("Date.toISOString", { throws: ["RangeError"], receiver: true }),
  ...each("new:Array Array ArrayConstructor.from Array.with", either),
  ...each("new:ArrayBuffer new:SharedArrayBuffer new:DataView", either),
  ...each("new:Uint8Array new:Uint8ClampedArray new:Uint16Array new:Uint32Array", either),
  ...each("new:Int8Array new:Int16Array new:Int32Array new:Float32Array", either),
  ...each("new:Float64Array new:BigInt64Array new:BigUint64Array", either),
  ...each("structuredClone atob btoa", { throws: ["DOMException"] }),
  ...each("new:TextDecoder TextDecoder.decode", either),
  ...each("new:Headers new:Request new:Response Headers.append Headers.set", either),
  ...each("Headers.get Headers.has Headers.delete new:Blob new:URLSearchParams", either),
  ...each("ObjectConstructor.fromEntries ObjectConstructor.defineProperty", typeError),
  ...each("ObjectConstructor.setPrototypeOf ObjectConstructor.create", typeError),
]);

const memberNames = new Set([...table.keys()].map((key) => key.split(".").at(-1) ?? ""));

/** `JSON.parse`, `String.repeat`, `new:URL`, by the types where there are any. */
function keyOf(node: TS.CallExpression | TS.NewExpression, { checker }: ProjectProgram): string {
  const callee = node.expression;
  if (ts.isIdentifier(callee)) {
    const declared = checker.getSymbolAtLocation(callee)?.declarations?.[0];
    const isOwn = declared !== undefined && !declared.getSourceFile().isDeclarationFile;
    if (isOwn) return "";
    return ts.isNewExpression(node) ? `new:${callee.text}` : callee.text;
  }
  if (!ts.isPropertyAccessExpression(callee)) return "";
  const owner = callee.expression.getText();
  if (ts.isNewExpression(node)) return owner === "globalThis" ? `new:${callee.name.text}` : "";
  if (!memberNames.has(callee.name.text)) return "";
  const declared = checker.getSymbolAtLocation(callee.name)?.declarations?.[0];
  const parent = declared?.parent;
  if (parent !== undefined && ts.isInterfaceDeclaration(parent)) {
    return `${parent.name.text}.${callee.name.text}`;
  }
  return declared === undefined ? (untyped.get(callee.name.text) ?? "") : "";
}

/** Methods whose names are enough where the receiver has no type. */
const untyped: ReadonlyMap<string, string> = new Map([
  ["repeat", "String.repeat"],
  ["normalize", "String.normalize"],
  ["toFixed", "Number.toFixed"],
  ["toPrecision", "Number.toPrecision"],
  ["toISOString", "Date.toISOString"],
]);

const schemaMethods =
  /^(?:parse|parseAsync|decode|decodeAsync|encode|assert|validate|validateSync|cast|create)$/;

/** `schema.parse(x)` of a zod or Standard Schema value, `v.parse(schema, x)`. */
function isSchemaCheck(
  node: TS.CallExpression | TS.NewExpression,
  { checker }: ProjectProgram,
): boolean {
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  if (!schemaMethods.test(name)) return false;
  const subjects = [
    ...(ts.isPropertyAccessExpression(callee) ? [callee.expression] : []),
    ...(node.arguments ?? []),
  ];
  return subjects.some((subject) => isSchemaType(checker.getTypeAtLocation(subject)));
}

/** Whether values of a type check others: zod, and whatever follows Standard Schema. */
export function isSchemaType(type: TS.Type): boolean {
  return (
    type.getProperty("~standard") !== undefined ||
    (type.getProperty("_def") !== undefined && type.getProperty("safeParse") !== undefined)
  );
}

const checkingModules = new Set(
  "fs fs/promises buffer assert assert/strict crypto zlib url net dns http https".split(" "),
);
const checkingNames = /^(?:parse|assert|validate|decode|compile|unmarshal|deserialize|load|from)/i;

/** What Node checks itself (paths, sizes, encodings), and functions of packages that read text. */
function isCheckOfModule(
  node: TS.CallExpression | TS.NewExpression,
  project: ProjectProgram,
): boolean {
  const callee = node.expression;
  const text = callee.getText();
  if (/^Buffer\.(?:alloc|allocUnsafe|from|concat)$/.test(text)) return true;
  if (/^(?:globalThis\.)?Intl\./.test(text)) return true;
  if (/^(?:crypto\.\w|process\.(?:chdir|kill))/.test(text)) return true;
  const from = importedFrom(callee, project);
  if (from === undefined || from.startsWith(".")) return false;
  if (checkingModules.has(from.replace(/^node:/, ""))) return true;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : text;
  const symbol = project.checker.getSymbolAtLocation(calleeName(callee));
  const file = symbol && originalOf(symbol, project.checker).declarations?.[0]?.getSourceFile();
  const isPackage = file === undefined || file.fileName.includes("/node_modules/");
  return isPackage && checkingNames.test(name);
}
