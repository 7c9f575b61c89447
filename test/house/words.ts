import { importsOf } from "./imports.ts";
import { isCode, isShipped, lineAt } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";
import { childOf, dottedName, parse, walk } from "./syntax.ts";
import type { SyntaxNode } from "./syntax.ts";

/** Kernel and data are functions of decisions: they know no Node, clock, chance or console. */
export function checkKernelIsPure(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => /^src\/(?:kernel|data)\//.test(path) && isShipped(path))
    .flatMap((file) => [
      ...nodeImports(file),
      ...search(file, (node) => {
        const name = globalName(node) ?? "";
        const replacement = impure.get(name) ?? impure.get(name.replace(/\..*/, "."));
        return replacement === undefined ? undefined : `says \`${name}\`; ${replacement}`;
      }),
    ]);
}

export function checkConsole(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isShipped(path) && !/^src\/(cli|report)\//.test(path))
    .flatMap((file) =>
      search(file, (node) => {
        const name = callee(node);
        if (name === undefined || !/^(globalThis\.)?console\./.test(name)) return undefined;
        return `calls \`${name}\`; return the fact as data, and let src/report/ tell it`;
      }),
    );
}

export function checkExit(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isShipped(path) && !mayExit(path))
    .flatMap((file) =>
      search(file, (node) => {
        if (callee(node) !== "process.exit") return undefined;
        return "calls `process.exit`; return a verdict or throw, and let src/cli/ choose the code";
      }),
    );
}

/** What a verb prints and its exit code come from `src/cli/finish-run.ts`, in one place. */
export function checkVerbEnds(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isShipped(path) && /^src\/cli\/(commands|agent)\//.test(path))
    .flatMap((file) =>
      search(file, (node) => {
        if (callee(node) === "io.out") return `prints by itself; ${endWell}`;
        if (node.type === "ReturnStatement") {
          const { type, start, end } = childOf(node, "argument") ?? node;
          const isPlain = type === "MemberExpression" || type === "ConditionalExpression";
          const isChosen = isPlain && /\bexitCodes\b/.test(file.text.slice(start, end));
          return isChosen ? `chooses its exit code; ${endWell}` : undefined;
        }
        if (node.type !== "ExpressionStatement") return undefined;
        const inner = childOf(node, "expression");
        const call = inner?.type === "AwaitExpression" ? childOf(inner, "argument") : inner;
        const name = call === undefined ? undefined : callee(call);
        if (!verbEnds.has(name ?? "")) return undefined;
        return `drops the exit code of \`${name}\`; return it`;
      }),
    );
}

export function checkStarts(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isShipped(path) && !mayStart.test(path))
    .flatMap((file) =>
      search(file, (node) => {
        if (node.type !== "ImportDeclaration" || node["importKind"] === "type") return undefined;
        const { source, specifiers } = node as unknown as ImportOf;
        const isOfTypes = specifiers.every(({ importKind }) => importKind === "type");
        if (source.value !== "node:child_process" || isOfTypes) return undefined;
        return "imports `node:child_process`; start it with `startOwned`, or it may outlive us";
      }),
    );
}

export function checkTypeEscapes(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isShipped(path))
    .flatMap((file) => search(file, (node) => typeEscape(node)));
}

export function checkSkippedTests(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isCode(path) && path.endsWith(".test.ts"))
    .flatMap((file) =>
      search(file, (node) => {
        const name = node.type === "MemberExpression" ? dottedName(node) : undefined;
        if (!/^(test|it|describe|suite)\..*\b(skip|only|todo)$/.test(name ?? "")) return undefined;
        return `says \`${name}\`; run the test, or delete it`;
      }),
    );
}

export function checkNotes(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isCode(path))
    .flatMap((file) =>
      parse(file).comments.flatMap(({ value, start }) => {
        const word = /\b(TODO|FIXME|XXX|HACK)\b(?!.*#\d+)/.exec(value)?.[1];
        if (word === undefined) return [];
        const message = `says ${word} without an issue; do it now, or write ${word} (#123)`;
        return [{ file: file.path, line: lineAt(file.text, start), message }];
      }),
    );
}

// --- inside ---

interface ImportOf {
  readonly source: { readonly value: string };
  readonly specifiers: readonly { readonly importKind?: string }[];
}

const verbEnds = new Set(["endVerb", "endWithText", "finishRun", "printResult", "sayDocument"]);
const endWell = "return what `sayDocument`, `printResult` or `endWithText` gives";

/** The keeper itself, and the simulated world, which stands in for that module. */
const mayStart = /^src\/world\/(?:host\/owned-process\.ts$|processes\/)/;

const drawIt = "draw it from Decisions under a label";
const passTime = "the kernel has no clock; pass the time in";
const noTimers = "the kernel has no timers; they live in src/world/";
const noNode = "the kernel knows no Node; pass the value in from src/world/ or later";

/** What the kernel may not say, and what it says instead. A name that ends in a dot is a prefix. */
const impure = new Map([
  ["Math.random", drawIt],
  ["crypto.", drawIt],
  ["Date.now", passTime],
  ["new Date", passTime],
  ["performance.", passTime],
  ["setTimeout", noTimers],
  ["setInterval", noTimers],
  ["setImmediate", noTimers],
  ["process.", noNode],
  ["Buffer.", "the kernel knows no Node; use Uint8Array"],
  ["console.", "return the fact as data, and let src/report/ tell it"],
]);

function search(
  file: SourceFile,
  complaint: (node: SyntaxNode) => string | undefined,
): Violation[] {
  const violations: Violation[] = [];
  walk(parse(file).program, (node) => {
    const message = complaint(node);
    if (message === undefined) return;
    violations.push({ file: file.path, line: lineAt(file.text, node.start), message });
  });
  return violations;
}

function globalName(node: SyntaxNode): string | undefined {
  if (node.type === "MemberExpression") return dottedName(node)?.replace(/^globalThis\./, "");
  if (node.type === "CallExpression") {
    const called = childOf(node, "callee");
    return called?.type === "Identifier" ? dottedName(called) : undefined;
  }
  const isClockRead =
    node.type === "NewExpression" &&
    dottedName(childOf(node, "callee")) === "Date" &&
    childOf(node, "arguments") === undefined;
  return isClockRead ? "new Date" : undefined;
}

function callee(node: SyntaxNode): string | undefined {
  return node.type === "CallExpression" ? dottedName(childOf(node, "callee")) : undefined;
}

// A worker process that must end at once has nobody to return to.
function mayExit(path: string): boolean {
  return path.startsWith("src/cli/") || /^src\/(runner|subject)\/.*(entry|main)\.ts$/.test(path);
}

function typeEscape(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "TSAnyKeyword":
      return "says `any`; write `unknown` and parse it";
    case "TSEnumDeclaration":
      return "declares an enum; write a union of strings";
    case "TSModuleDeclaration":
      return node["kind"] === "namespace" ? "declares a namespace; write a file" : undefined;
    case "TSNonNullExpression":
      return "asserts with `!`; handle undefined, or `assert` with the reason";
    default:
      return undefined;
  }
}

function nodeImports(file: SourceFile): Violation[] {
  return importsOf(file)
    .filter(({ to }) => to.startsWith("node:"))
    .map(({ to, line }) => ({
      file: file.path,
      line,
      message: `imports ${to}; the kernel knows no Node, so move it to src/world/ or later`,
    }));
}
