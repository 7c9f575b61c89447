import { literalCode } from "../../kernel/values/literal-code.ts";
import type { Encoded } from "../../kernel/values/literal.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import type { WitnessCall } from "./scan-finding.ts";

/** A call as code: what to import, and the expression. */
export interface CallCode {
  readonly imports: readonly ImportCode[];
  readonly expression: string;
}

/** One name that code needs of a file of the project. */
export interface ImportCode {
  readonly module: string;
  /** The name of the export, and what it is called in the code. */
  readonly name: string;
  readonly as: string;
}

/** The code of a call, or nothing where an argument cannot be written down. */
export function callCode(call: WitnessCall): CallCode | undefined {
  if (call.args === undefined) return undefined;
  const callee = importOf(call.from);
  if (call.kind === "constructor") {
    return { imports: [callee], expression: `new ${pathOf(call.from)}${argsCode(call.args)}` };
  }
  if (call.kind !== "method") {
    return { imports: [callee], expression: `${pathOf(call.from)}${argsCode(call.args)}` };
  }
  const { receiver, method } = call;
  if (receiver?.args === undefined || method === undefined) return undefined;
  const made = `${pathOf(receiver.from)}${argsCode(receiver.args)}`;
  const instance = receiver.how === "constructor" ? `new ${made}` : `(await ${made})`;
  const expression = `${instance}${memberCode(method)}${argsCode(call.args)}`;
  return { imports: [importOf(receiver.from)], expression };
}

/** How a call reads in a title or a report: `Cart.add(…)` where it cannot be written down. */
export function callText(call: WitnessCall): string {
  const code = callCode(call);
  if (code !== undefined) return code.expression.replace("(await ", "(");
  const name = pathOf(call.from);
  return call.method === undefined ? `${name}(…)` : `${name}${memberCode(call.method)}(…)`;
}

// --- inside ---

/** Names that the code around a call uses itself. */
const taken = new Set([
  "test",
  "expect",
  "assert",
  "isRefusal",
  "result",
  "isDeclared",
  "regression",
]);

function importOf({ module, path }: ExportReference): ImportCode {
  const [name = "default"] = path;
  return { module, name, as: localName(name, module) };
}

function pathOf({ module, path }: ExportReference): string {
  const [name = "default", ...members] = path;
  return [localName(name, module), ...members.map(memberCode)].join("");
}

function localName(name: string, module: string): string {
  if (name === "default") return nameOfFile(module);
  const isIdentifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
  if (!isIdentifier) return "subject";
  return taken.has(name) ? `${name}Subject` : name;
}

/** `src/parse-price.ts` has the default export `parsePrice`. */
function nameOfFile(module: string): string {
  const stem = module.replace(/^.*\//u, "").replace(/\..*$/u, "");
  const words = stem.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  return /^[\p{ID_Start}]/u.test(name) && !taken.has(name) ? `${name}Default` : "subject";
}

function memberCode(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)
    ? `.${name}`
    : `[${literalCode(name)}]`;
}

function argsCode(args: readonly Encoded[]): string {
  return `(${args.map(literalCode).join(", ")})`;
}
