import type { Node } from "oxc-parser";
import { transformSync } from "oxc-transform";
import { type Binding, bindExample, type BoundModule } from "./bind-example.ts";
import type { ExampleCode } from "./read-examples.ts";
import { type ReadExample, type StatedResult, statedResults } from "./stated-results.ts";

/** An example of a module's documentation, as code that can be run, and what it is said to give. */
export interface ModuleExample {
  /** The export that it is about. */
  readonly of: string;
  /** As the documentation writes it. */
  readonly text: string;
  /** What the documentation says that it gives, as it is written there. */
  readonly says: string;
  readonly throws: boolean;
  /** `README.md:12`. */
  readonly place: string;
  /** A function that is given the module: JavaScript. */
  readonly code: string;
}

/** The examples that a module's own exports are enough to run, each with one stated result. */
export function moduleExamples(
  examples: readonly ExampleCode[],
  module: BoundModule,
): readonly ModuleExample[] {
  const found = new Map<string, ModuleExample>();
  for (const example of examples) {
    const read = statedResults(example.text);
    for (const result of read?.results ?? []) {
      const one = read && exampleOf(result, read, { example, module });
      if (one !== undefined && !found.has(one.text)) found.set(one.text, one);
      if (found.size >= examplesMax) return [...found.values()];
    }
  }
  return [...found.values()];
}

// --- inside ---

/** So many examples of one module are run. */
const examplesMax = 200;

function exampleOf(
  result: StatedResult,
  { code, statements }: ReadExample,
  { example, module }: { readonly example: ExampleCode; readonly module: BoundModule },
): ModuleExample | undefined {
  const { got, said, before } = result;
  const own = statements.find(({ start, end }) => start <= got.start && got.end <= end);
  if (own === undefined) return undefined;
  // What depends on the moment says what it gave then.
  if (/new Date\(\s*\)|Date\.now|Math\.random|randomUUID/u.test(code)) return undefined;
  const nodes: readonly Node[] = [...before, own];
  const imports = statements.filter(({ type }) => type === "ImportDeclaration");
  const binding = bindExample(imports, printsLeftOut(nodes), module);
  const of = binding && subjectOf(result.text, binding);
  if (binding === undefined || of === undefined) return undefined;
  const text = result.text.replaceAll(/\s+/gu, " ").trim();
  const body = bodyOf({ code, before, got, said }, binding);
  const stripped = withoutTypes(body);
  if (stripped === undefined || text.length > textMax) return undefined;
  return {
    of,
    text,
    says: result.written.replaceAll(/\s+/gu, " "),
    throws: said === undefined,
    place: `${example.file}:${String(example.line + result.line)}`,
    code: stripped,
  };
}

const textMax = 160;

/** `console.log(f(1))` is about `f(1)`; nobody needs the console. */
function printsLeftOut(nodes: readonly Node[]): readonly Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== "ExpressionStatement" || node.expression.type !== "CallExpression")
      return node;
    const { callee, arguments: given } = node.expression;
    const name = callee.type === "MemberExpression" ? callee.object : callee;
    if (name.type === "CallExpression" && name.callee.type === "Identifier") {
      return name.callee.name === "expect" ? [...name.arguments, ...given] : node;
    }
    const isOutside =
      name.type === "Identifier" && /^(?:console|assert|assertEquals)$/u.test(name.name);
    return isOutside ? given : node;
  });
}

/** The first export that the expression itself uses. */
function subjectOf(text: string, { names, namespaces }: Binding): string | undefined {
  const words = [...text.matchAll(/([\w$]+)(?:\s*\.\s*([\w$]+))?/gu)];
  for (const [, first = "", second] of words) {
    const named = names.get(first);
    if (named !== undefined) return named;
    if (namespaces.includes(first) && second !== undefined) return second;
  }
  return undefined;
}

function bodyOf(
  {
    code,
    before,
    got,
    said,
  }: Pick<StatedResult, "before" | "got" | "said"> & { readonly code: string },
  { names, namespaces }: Binding,
): string {
  const bound = [
    ...Array.from(names, ([local, name]) => `const ${local} = module[${JSON.stringify(name)}];`),
    ...namespaces.map((local) => `const ${local} = module;`),
  ];
  const statements = before.map(({ start, end }) => `${code.slice(start, end)};`);
  const expression = code.slice(got.start, got.end);
  const isAsync = /\bawait\b/u.test([...statements, expression].join("\n"));
  const got_ = isAsync ? `await (${expression})` : `(${expression})`;
  return [
    `const example = ${isAsync ? "async " : ""}(module) => {`,
    ...bound,
    "{",
    ...statements,
    `return { got: ${got_}, said: (${said ?? "undefined"}) };`,
    "}",
    "};",
  ].join("\n");
}

/** The function alone, as JavaScript; undefined where it is none. */
function withoutTypes(body: string): string | undefined {
  const { code, errors } = transformSync("example.ts", body, { lang: "ts", sourceType: "module" });
  if (errors.length > 0) return undefined;
  const text = /^const example = ([\s\S]*);\s*$/u.exec(code.trim())?.[1];
  return text;
}
