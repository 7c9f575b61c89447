import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Expression, parseSync } from "oxc-parser";
import type { TransformOptions } from "oxc-transform";
import { isTooDeep, tooDeepText } from "../../kernel/failure/too-deep.ts";
import { LoadError } from "./load-error.ts";

/**
 * Finds the transform options that the nearest tsconfig.json asks for, remembering what it has
 * seen.
 */
export function createTsconfigs(): (file: string) => TransformOptions {
  const seen = new Map<string, TransformOptions>();
  const find = (directory: string): TransformOptions => {
    const known = seen.get(directory);
    if (known !== undefined) return known;
    const file = path.join(directory, "tsconfig.json");
    const parent = path.dirname(directory);
    const options = existsSync(file)
      ? transformOptions(readCompilerOptions(file, []))
      : parent === directory
        ? transformOptions({})
        : find(parent);
    seen.set(directory, options);
    return options;
  };
  return (file) => find(path.dirname(file));
}

/** What the nearest tsconfig.json of a folder says as written; undefined where there is none. */
export function compilerOptionsOf(directory: string): CompilerOptions | undefined {
  const file = path.join(directory, "tsconfig.json");
  if (existsSync(file)) return readCompilerOptions(file, []);
  const parent = path.dirname(directory);
  return parent === directory ? undefined : compilerOptionsOf(parent);
}

/** The options of a compiler by name, as they are written. */
export type CompilerOptions = Readonly<Record<string, unknown>>;

// --- inside ---

function transformOptions(options: CompilerOptions): TransformOptions {
  const usesDefine = options["useDefineForClassFields"] ?? targetsEs2022(options["target"]);
  return {
    // Node 20 runs everything up to here; only `using` and newer regular expressions are lowered.
    target: "es2022",
    typescript: {
      onlyRemoveTypeImports: options["verbatimModuleSyntax"] === true,
      removeClassFieldsWithoutInitializer: usesDefine === false,
    },
    decorator: {
      legacy: options["experimentalDecorators"] === true,
      emitDecoratorMetadata: options["emitDecoratorMetadata"] === true,
    },
    jsx: {
      runtime: options["jsx"] === "react" ? "classic" : "automatic",
      development: options["jsx"] === "react-jsxdev",
      ...text("importSource", options["jsxImportSource"]),
      ...text("pragma", options["jsxFactory"]),
      ...text("pragmaFrag", options["jsxFragmentFactory"]),
    },
  };
}

function text(name: string, value: unknown): Record<string, string> {
  return typeof value === "string" ? { [name]: value } : {};
}

function targetsEs2022(target: unknown): boolean {
  if (typeof target !== "string") return true;
  const year = /^es(\d{4})$/i.exec(target)?.[1];
  return year === undefined ? !/^es[356]$/i.test(target) : Number(year) >= 2022;
}

const extendsDepthMax = 20; // a chain this long is a cycle in all but name

function readCompilerOptions(file: string, trail: readonly string[]): CompilerOptions {
  if (trail.includes(file) || trail.length > extendsDepthMax) {
    throw new LoadError({
      code: "TSCONFIG",
      what: "`extends` of a tsconfig leads back to itself",
      file,
    });
  }
  const config = readJsonWithComments(file);
  const bases = [config["extends"] ?? []].flat();
  const inherited = bases.map((base) =>
    typeof base === "string" ? readCompilerOptions(resolveBase(file, base), [...trail, file]) : {},
  );
  const own = config["compilerOptions"];
  return Object.assign({}, ...inherited, isRecord(own) ? own : {}) as CompilerOptions;
}

function resolveBase(file: string, base: string): string {
  const candidates = /^\.{0,2}\//.test(base)
    ? [path.resolve(path.dirname(file), base)]
    : packageCandidates(file, base);
  for (const candidate of candidates) {
    for (const suffix of ["", ".json", "/tsconfig.json"]) {
      if ((candidate + suffix).endsWith(".json") && existsSync(candidate + suffix)) {
        return candidate + suffix;
      }
    }
  }
  throw new LoadError({
    code: "TSCONFIG",
    what: `cannot find \`${base}\`, which this tsconfig extends`,
    file,
    help: "install the package or correct `extends`",
  });
}

function packageCandidates(file: string, base: string): string[] {
  const require = createRequire(file);
  const found: string[] = [];
  for (const request of [base, `${base}.json`, `${base}/tsconfig.json`]) {
    try {
      found.push(require.resolve(request));
    } catch {
      // The next spelling may exist; the caller reports when none does.
    }
  }
  return found;
}

function readJsonWithComments(file: string): Record<string, unknown> {
  // JSON with comments and trailing commas is an expression of JavaScript, so the parser we have
  // reads it.
  const source = readConfig(file);
  const { program, errors } = parseSync("tsconfig.js", `(${source}\n)`, { preserveParens: false });
  const error = errors[0];
  const statement = program.body[0];
  if (error !== undefined || statement?.type !== "ExpressionStatement") {
    const offset = Math.max(0, (error?.labels[0]?.start ?? 1) - 1);
    throw new LoadError({
      code: "TSCONFIG",
      what: "cannot read this tsconfig",
      file,
      at: { source, offset },
    });
  }
  const value = literalValue(statement.expression);
  return isRecord(value) ? value : {};
}

function readConfig(file: string): string {
  let source: string;
  try {
    source = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    const what = `cannot read this tsconfig: ${cause instanceof Error ? cause.message : ""}`;
    throw new LoadError({ code: "TSCONFIG", what, file, cause });
  }
  if (!isTooDeep(source)) return source;
  throw new LoadError({ code: "TSCONFIG", what: tooDeepText, file });
}

function literalValue(node: Expression): unknown {
  if (node.type === "Literal") return node.value;
  if (node.type === "ArrayExpression") {
    return node.elements.map((item) =>
      item === null || item.type === "SpreadElement" ? null : literalValue(item),
    );
  }
  if (node.type !== "ObjectExpression") return undefined;
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (property.type !== "Property" || property.key.type !== "Literal") continue;
    entries.push([String(property.key.value), literalValue(property.value)]);
  }
  return Object.fromEntries(entries);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
