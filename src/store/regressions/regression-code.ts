import { returnsDeclared } from "../../kernel/subject/call-test.ts";
import path from "node:path";
import { slipPatterns } from "../../kernel/errors/engine-error.ts";
import { textCode } from "../../kernel/values/literal-code.ts";
import { type CallCode, callCode, callText, type ImportCode } from "./call-code.ts";
import type { ScanFinding } from "./scan-finding.ts";
import { shapeCheck } from "./shape-check.ts";
import type { TestStyle } from "./test-runner.ts";

/** Where the regressions of a project are, to be committed. */
export const regressionsFolder = "test/gauntlet-regressions";

/** A test file that fails while a finding is there. */
export interface RegressionCode {
  /** `parsePrice-1a2b3c4d.test.ts`. */
  readonly name: string;
  readonly text: string;
  /** `code` calls the function itself; `trace` replays the run in the simulated world. */
  readonly how: "code" | "trace";
}

/** Writes the test of a finding for the runner of the project. */
export function regressionCode(found: ScanFinding, style: TestStyle): RegressionCode {
  const plain = plainCall(found, style);
  const ending = fileEnding(found.target.module, style, plain === undefined ? "trace" : "code");
  const name = `${found.finding.id}.test${ending}`;
  const isCommonJs = ending === ".cjs" || (ending === ".js" && !style.isModule);
  const file: TestFile = { found, style, isCommonJs };
  if (plain === undefined) return { name, text: traceText(file), how: "trace" };
  return { name, text: codeText(file, plain), how: "code" };
}

/** The few lines of TypeScript that show a finding, or nothing where code alone cannot. */
export function reproductionCode(found: ScanFinding): string | undefined {
  const plain = plainCall(found, { runner: "node:test", isModule: true, ending: ".ts" });
  if (plain === undefined) return undefined;
  const imports = importLines(plain.call.imports, (module) => `./${module}`, "import");
  const title = oneLine(found.finding.message);
  return [...imports, "", `await ${plain.call.expression}; // ${title}`, ""].join("\n");
}

// --- inside ---

interface TestFile {
  readonly found: ScanFinding;
  readonly style: TestStyle;
  readonly isCommonJs: boolean;
}

/** A call whose failure code alone can show, and the check of what it gives back, if that is it. */
interface PlainCall {
  readonly call: CallCode;
  readonly title: string;
  readonly check?: string | undefined;
}

const titleLengthMax = 120;

function plainCall(found: ScanFinding, { runner }: TestStyle): PlainCall | undefined {
  const { calls, failure, usesWorld, finding } = found;
  const [only] = calls;
  if (usesWorld || only === undefined || calls.length > 1 || finding.exitMode !== undefined) {
    return undefined;
  }
  const call = callCode(only);
  if (call === undefined) return undefined;
  const shown = oneLine(callText(only));
  // What is thrown and is no error has no message of its own to compare.
  if (failure.kind === "thrown" && failure.stack !== "") {
    return { call, title: `${shown} does not throw ${oneLine(errorText(found))}` };
  }
  const isReturn = failure.property?.endsWith(returnsDeclared) === true;
  if (failure.kind !== "property" || !isReturn) return undefined;
  const check = shapeCheck(only.returns, "result");
  // Jest has classes of its own, so `instanceof` says no to what Node made.
  if (check === undefined || (runner === "jest" && check.includes("instanceof"))) return undefined;
  return { call, title: `${shown} returns what it declares`, check };
}

function errorText({ failure }: ScanFinding): string {
  return failure.message === "" ? failure.error : `${failure.error}: ${failure.message}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, " ").trim();
  return line.length <= titleLengthMax ? line : `${line.slice(0, titleLengthMax - 1)}…`;
}

function fileEnding(module: string, style: TestStyle, how: RegressionCode["how"]): string {
  const { runner, isModule } = style;
  const isTypeScript = /\.[cm]?tsx?$/u.test(module);
  if (isTypeScript) return runner !== "node:test" || isModule ? ".ts" : ".mts";
  if (runner === "jest") return ".js"; // by default it looks for nothing else
  const isEsm = module.endsWith(".mjs") || (isModule && !module.endsWith(".cjs"));
  if (runner === "vitest" || isEsm || how === "trace") return isModule ? ".js" : ".mjs";
  return ".cjs";
}

function headLines({ found }: TestFile): readonly string[] {
  const { id } = found.finding;
  return [
    `// Written by \`gauntlet scan --save\` for the finding ${id}. Commit it with manifest.json;`,
    `// \`npx gauntlet verify ${id}\` says whether the finding is still there.`,
  ];
}

function traceText(file: TestFile): string {
  const adapter = `gauntlet/${file.style.runner === "node:test" ? "node-test" : file.style.runner}`;
  const isFileName = file.isCommonJs || (file.style.runner === "jest" && !file.style.isModule);
  const own = isFileName ? "__filename" : "import.meta.url";
  const door = file.isCommonJs
    ? `const { regression } = require("${adapter}");`
    : `import { regression } from "${adapter}";`;
  return [...headLines(file), door, "", `regression(${own});`, ""].join("\n");
}

function codeText(file: TestFile, plain: PlainCall): string {
  const { style, isCommonJs } = file;
  const isTyped = !isCommonJs && /\.[cm]?tsx?$/u.test(file.found.target.module);
  const up = path.posix.relative(regressionsFolder, ".");
  const door = isCommonJs ? "require" : "import";
  const specifier = (module: string): string => `${up}/${withEnding(module, style)}`;
  return [
    ...headLines(file),
    ...runnerLines(style, door, plain.check !== undefined),
    ...importLines(plain.call.imports, specifier, door),
    "",
    `test(${textCode(plain.title)}, async () => {`,
    ...bodyLines(file, plain, isTyped),
    "});",
    "",
    ...(plain.check === undefined ? isRefusalLines(file.found, isTyped) : []),
  ].join("\n");
}

function bodyLines(file: TestFile, plain: PlainCall, isTyped: boolean): readonly string[] {
  const { expression } = plain.call;
  if (plain.check !== undefined) {
    const typed = isTyped ? ": any" : "";
    return [`  const result${typed} = await ${expression};`, `  ${holds(file.style, plain.check)}`];
  }
  return [
    "  try {",
    `    await ${expression};`,
    "  } catch (error) {",
    "    if (!isRefusal(error)) throw error;",
    "  }",
  ];
}

function holds({ runner }: TestStyle, check: string): string {
  return runner === "node:test" ? `assert.ok(${check});` : `expect(${check}).toBe(true);`;
}

function runnerLines(
  { runner }: TestStyle,
  door: "import" | "require",
  hasCheck: boolean,
): readonly string[] {
  if (runner === "jest") return []; // its names are there without asking
  if (runner === "vitest") return [`import { ${hasCheck ? "expect, " : ""}test } from "vitest";`];
  const lines =
    door === "import"
      ? ['import assert from "node:assert/strict";', 'import { test } from "node:test";']
      : ['const assert = require("node:assert/strict");', 'const { test } = require("node:test");'];
  return hasCheck ? lines : lines.slice(1);
}

function importLines(
  imports: readonly ImportCode[],
  specifier: (module: string) => string,
  door: "import" | "require",
): readonly string[] {
  return imports.map(({ module, name, as }) => {
    const from = textCode(specifier(module));
    if (door === "require") {
      if (name === "default") return `const ${as} = require(${from});`;
      return `const { ${name === as ? name : `${name}: ${as}`} } = require(${from});`;
    }
    if (name === "default") return `import ${as} from ${from};`;
    const exported = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : textCode(name);
    return `import { ${exported === as ? as : `${exported} as ${as}`} } from ${from};`;
  });
}

function withEnding(module: string, { ending }: TestStyle): string {
  if (!/(?<!\.d)\.tsx?$/u.test(module)) return module;
  return ending === ".ts" ? module : module.replace(/\.tsx?$/u, ending);
}

/** Red means the bug, another slip, or a target that is gone; only a refusal may be thrown. */
function isRefusalLines({ failure }: ScanFinding, isTyped: boolean): readonly string[] {
  const [given, back, as] = isTyped
    ? ["error: unknown", ": boolean", " as { name?: unknown; message?: unknown }"]
    : ["error", "", ""];
  const { error: errors, message: messages } = slipPatterns();
  return [
    "/** Mended code may refuse these values, with an error that is not the engine's. */",
    `function isRefusal(${given})${back} {`,
    `  const { name, message } = Object(error)${as};`,
    `  if (message === ${textCode(failure.message)}) return false;`,
    `  const isOfEngine = ${errors}.test(String(name));`,
    "  const isSlip =",
    `    ${messages};`,
    "  return !(isOfEngine && isSlip.test(String(message)));",
    "}",
    "",
  ];
}
