import { mkdtempSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript6";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flagTable } from "../src/cli/flag-table.ts";

// The types that ship, as the compilers of strangers see them: each entry, every file checked.

const repository = fileURLToPath(new URL("..", import.meta.url));
const root = mkdtempSync(path.join(tmpdir(), "gauntlet-types-"));
const file = path.join(root, "uses.mts");

const uses = `
import { chaosTest } from "gauntlet";
import { chaos as inVitest } from "gauntlet/vitest";
import { chaos as inJest } from "gauntlet/jest";
import { chaos as inNode } from "gauntlet/node-test";
import * as sdk from "gauntlet/sdk";
import * as agents from "gauntlet/agents";

const made: { readonly kind: "chaosTest" } = chaosTest({ name: "a", setup: () => 1, rules: {} });
inVitest("a.chaos.ts", { runs: 1 });
inJest(new URL("file:///a.chaos.ts"));
inNode("a.chaos.ts", { seed: 1 });
export const all: readonly object[] = [made, sdk, agents];
`;

beforeAll(() => {
  mkdirSync(path.join(root, "node_modules/@types"), { recursive: true });
  symlinkSync(repository, path.join(root, "node_modules/gauntlet"));
  for (const name of ["@types/node", "undici-types"]) {
    const place = path.join("node_modules", name);
    symlinkSync(path.join(repository, place), path.join(root, place));
  }
  writeFileSync(path.join(root, "package.json"), `{ "type": "module" }`);
  writeFileSync(file, uses);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const { ModuleKind, ModuleResolutionKind } = ts;

test.each<[string, ts.CompilerOptions]>([
  [
    "node10",
    { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Node10, types: [] },
  ],
  ["nodenext", { module: ModuleKind.NodeNext, types: [] }],
  ["types of Node in place of the web's", nodeAlone()],
])("%s finds and accepts the types of every entry", (_, options) => {
  expect(problemsWith(options)).toEqual([]);
});

test("what is wrong is said", () => {
  writeFileSync(file, uses.replace("runs: 1", `runs: "many"`));
  expect(problemsWith({ ...nodeAlone(), skipLibCheck: true })).toEqual([
    "uses.mts: Type 'string' is not assignable to type 'number'.",
  ]);
});

test("an option of the SDK is explained where it is written, by the help of its flag", () => {
  const call = `gauntlet().explore("a.chaos.ts", { runs: 1, guidance: false })`;
  writeFileSync(
    file,
    `import { gauntlet, type FlagValues } from "gauntlet/sdk";
export const told = ${call};
declare const all: FlagValues;
`,
  );
  const hints = hintsWith(nodeAlone());
  expect(hints.at("runs: 1")).toBe("Stop after this many runs of each subject.");
  expect(hints.at("guidance: false")).toMatch(/^`false`: \S/u);
  expect(hints.ofType("all")).toHaveLength(Object.keys(flagTable).length);
  expect(hints.ofType("all").filter(({ text }) => !/\S\.$/u.test(text))).toEqual([]);
});

// --- inside ---

/** What an editor shows of the file. */
function hintsWith(options: ts.CompilerOptions): {
  /** For the name at which this text begins. */
  readonly at: (text: string) => string;
  /** For each property of the type of a constant. */
  readonly ofType: (name: string) => readonly { readonly name: string; readonly text: string }[];
} {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => wholeOf(options),
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  };
  const service = ts.createLanguageService(host);
  const program = service.getProgram();
  const source = program?.getSourceFile(file);
  if (program === undefined || source === undefined) throw new Error(`there is no ${file}`);
  const checker = program.getTypeChecker();
  return {
    at: (text) => {
      const info = service.getQuickInfoAtPosition(file, source.text.indexOf(text));
      return ts.displayPartsToString(info?.documentation);
    },
    ofType: (name) => {
      const symbols = checker.getSymbolsInScope(source, ts.SymbolFlags.BlockScopedVariable);
      const found = symbols.find((symbol) => symbol.name === name);
      if (found === undefined) throw new Error(`there is no ${name}`);
      return checker.getPropertiesOfType(checker.getTypeOfSymbol(found)).map((property) => ({
        name: property.name,
        text: ts.displayPartsToString(property.getDocumentationComment(checker)),
      }));
    },
  };
}

function nodeAlone(): ts.CompilerOptions {
  return { module: ts.ModuleKind.NodeNext, lib: ["lib.es2022.d.ts"], types: ["node"] };
}

/** Read once: they are most of what there is to read. */
const libraries = new Map<string, ts.SourceFile>();

function problemsWith(options: ts.CompilerOptions): readonly string[] {
  const whole = wholeOf(options);
  const host = ts.createCompilerHost(whole);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) => {
    const library = libraries.get(name) ?? read(name, ...how);
    if (/[\\/]lib\.[\w.]+$/u.test(name) && library !== undefined) libraries.set(name, library);
    return library;
  };
  const program = ts.createProgram([file], whole, host);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, messageText }) => {
    const place = source === undefined ? "" : path.relative(root, source.fileName);
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

function wholeOf(options: ts.CompilerOptions): ts.CompilerOptions {
  return {
    skipLibCheck: false,
    ...options,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    noEmit: true,
    skipDefaultLibCheck: true,
    // A copy in node_modules has no path of ours to the packages that we develop with.
    preserveSymlinks: true,
    typeRoots: [path.join(root, "node_modules/@types")],
    ignoreDeprecations: "6.0",
  };
}
