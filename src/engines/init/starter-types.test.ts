import { cpSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript6";
import { expect, test } from "vitest";
import { type TypedProject, typedProject } from "../../subject/plans/fixtures/typed-project.ts";
import { findStarters } from "./find-starters.ts";
import { importEndings } from "./import-endings.ts";
import { planInit } from "./init-plan.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

const shop = {
  "src/cache.ts": `export class Cache<V> {
  readonly #entries = new Map<string, V>();
  get(key: string): V | undefined { return this.#entries.get(key); }
  set(key: string, value: V) { this.#entries.set(key, value); }
  has(key: string) { return this.#entries.has(key); }
  async load(key: string, load: (key: string) => Promise<V>): Promise<V> {
    const value = this.get(key) ?? (await load(key));
    this.set(key, value);
    return value;
  }
}`,
  "src/client.ts": `export async function getJson(url: string, tries = 3): Promise<unknown> {
  return (await fetch(url, { signal: AbortSignal.timeout(tries) })).json();
}`,
  "src/prices.ts": `export const ping = async () => (await fetch("https://a.example/")).status;`,
  "src/queue.ts": `export type Job = () => Promise<void>;
export class Queue {
  readonly #jobs: Job[] = [];
  add(job: Job): void { this.#jobs.push(job); }
  get waiting(): number { return this.#jobs.length; }
}`,
};

// One project for all: most of the time goes into reading the types of Node.
test("what init writes compiles in the strictest project, and its faults fit", async () => {
  using project = typedProject(shop);
  for (const folder of ["wal", "wallet"]) {
    const from = path.join(repository, "examples", folder, "src");
    cpSync(from, path.join(project.root, "src", folder), { recursive: true });
  }
  const texts = await written(project);
  expect([...texts.keys()]).toEqual(
    ["cache", "client", "prices", "queue", "wal", "wallet", "rows"].map(
      (name) => `tests/${name}.chaos.ts`,
    ),
  );
  expect(problemsOf(project, [...texts.keys()])).toEqual([]);
  const lines = texts.get("tests/cache.chaos.ts")?.split("\n") ?? [];
  const errors = lines.filter((line) => line.includes("fault.errorOnCall"));
  expect(errors.map((line) => line.trim())).toEqual([
    'fault.errorOnCall("src/cache.ts#Cache.get", { sync: true }),',
    'fault.errorOnCall("src/cache.ts#Cache.set", { sync: true }),',
    'fault.errorOnCall("src/cache.ts#Cache.has", { sync: true }),',
    'fault.errorOnCall("src/cache.ts#Cache.load"),',
  ]);
});

test("and in a CommonJS project as NestJS makes it: no `.ts` in an import", async () => {
  const { "src/cache.ts": cache, "src/client.ts": client } = shop;
  using project = typedProject({ "src/cache.ts": cache, "src/client.ts": client });
  const nest = { module: "commonjs", moduleResolution: "node", target: "ES2023", strict: false };
  project.write({
    "tsconfig.json": `{ "compilerOptions": ${JSON.stringify(nest)} } // as nest new has it`,
    "package.json": `{ "name": "nest", "private": true }`,
  });
  const texts = await written(project);
  expect(texts.get("tests/cache.chaos.ts")).toContain(`from "../src/cache";`);
  const problems = problemsOf(project, [...texts.keys()], {
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: "6.0",
    esModuleInterop: true,
    allowImportingTsExtensions: false,
    verbatimModuleSyntax: false,
    noEmit: false,
  });
  expect(problems).toEqual([]);
});

/** Writes the starters of a project; gives their texts by their paths. */
async function written(project: TypedProject): Promise<ReadonlyMap<string, string>> {
  const sources = readdirSync(path.join(project.root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `src/${file.replaceAll(path.sep, "/")}`);
  const { files } = planInit({
    configFile: "gauntlet.toml",
    keepsConfig: false,
    folder: "tests",
    endings: importEndings(project.root),
    subjects: await findStarters(project.root, sources.toSorted()),
    hasSkill: false,
    install: { command: "npm ci", folder: "" },
  });
  const tests = files.filter((file) => file.path.endsWith(".ts"));
  const texts = tests.map((file) => [file.path, file.text] as const);
  project.write(Object.fromEntries(texts));
  return new Map(texts);
}

/** What a strict compiler says against files. */
function problemsOf(
  { root }: TypedProject,
  files: readonly string[],
  changed: ts.CompilerOptions = {},
): readonly string[] {
  for (const name of ["fast-check", "pure-rand"]) {
    const installed = path.join(repository, "node_modules", name);
    symlinkSync(installed, path.join(root, "node_modules", name), "junction");
  }
  symlinkSync(repository, path.join(root, "node_modules/gauntlet"), "junction");
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    {
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2023.d.ts"],
      module: ts.ModuleKind.NodeNext,
      types: ["node"],
      typeRoots: [path.join(root, "node_modules/@types")],
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      ...changed,
    },
  );
  const own = files.map((file) => path.join(root, file));
  return own
    .flatMap((file) => {
      const source = program.getSourceFile(file);
      return [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
    })
    .map(({ file, start = 0, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line ?? 0;
      const text = ts.flattenDiagnosticMessageText(messageText, " ");
      return `${path.relative(root, file?.fileName ?? "")}:${line + 1} ${text}`;
    });
}
