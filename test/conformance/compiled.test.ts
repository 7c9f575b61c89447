import { readdirSync, readFileSync, writeFileSync, mkdirSync, cpSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, test } from "vitest";
import ts from "typescript6";
import { createLoader, type LoaderOptions } from "../../src/subject/loader/index.ts";
import { type CompiledProject, compiledProjects } from "./compiled-projects.ts";
import { createProject, type TemporaryProject } from "./temporary-project.ts";

describe("a project that is compiled to CommonJS behaves as its own build", () => {
  test.each(compiledProjects)("$name", async (project) => {
    using folder = open(project);
    const expected = observedByNode(folder, project);
    expect(expected).toBeDefined();
    expect(await observedByUs(folder, {})).toEqual(expected);
  });

  test.each(compiledProjects)("$name, with everything fresh", async (project) => {
    using folder = open(project);
    const graph = await prepare(folder, {});
    const namespace = (await graph.instantiate({ everythingFresh: true })) as Observing;
    expect(encoded(namespace.observed)).toEqual(observedByNode(folder, project));
  });
});

describe("what a project is compiled to", () => {
  const namespace = compiledProjects[0] as CompiledProject;
  const asWritten = { kind: "as an ES module", sees: "undefined" };
  const asCompiled = { kind: "as CommonJS", sees: "function" };
  const files = { type: "module" };
  const cases: readonly (readonly [string, Sample, typeof asWritten])[] = [
    ["type module", { package: files }, asWritten],
    ["node16 without a type", { options: { module: "node16" } }, asCompiled],
    ["node16 in a module", { package: files, options: { module: "node16" } }, asWritten],
    ["esnext", { options: { module: "esnext" } }, asWritten],
    ["esnext run by jest", { options: { module: "esnext" }, ...using("jest") }, asCompiled],
    ["esnext in vitest", { options: { module: "esnext" }, ...using("jest", "vite") }, asWritten],
    ["no tsconfig", { options: undefined }, asWritten],
    ["the setting says commonjs", { options: undefined, module: "commonjs" }, asCompiled],
    ["the setting says esm", { module: "esm" }, asWritten],
  ];

  test.each(cases)("%s", async (_name, sample, { sees }) => {
    const { options = {} } = sample;
    using folder = open({ ...namespace, options }, sample);
    const [type] = (await observedByUs(folder, { module: sample.module })) as string[];
    expect(type).toBe(sees);
  });
});

// --- inside ---

interface Observing {
  readonly observed: unknown;
}

interface Sample {
  readonly package?: object;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly module?: LoaderOptions["module"];
}

function using(...names: string[]): Sample {
  return { package: { devDependencies: Object.fromEntries(names.map((name) => [name, "1"])) } };
}

function open(project: CompiledProject, sample: Sample = {}): TemporaryProject {
  const isConfigured = !("options" in sample) || sample.options !== undefined;
  const compilerOptions = { module: "commonjs", esModuleInterop: true, ...project.options };
  return createProject({
    "package.json": JSON.stringify(sample.package ?? {}),
    ...(isConfigured ? { "tsconfig.json": JSON.stringify({ compilerOptions }) } : {}),
    ...project.files,
  });
}

async function prepare(
  folder: TemporaryProject,
  options: Partial<LoaderOptions>,
): ReturnType<ReturnType<typeof createLoader>["prepare"]> {
  const loader = createLoader({ projectRoot: folder.root, ...options });
  return await loader.prepare(folder.path("entry.ts"));
}

async function observedByUs(
  folder: TemporaryProject,
  options: Partial<LoaderOptions>,
): Promise<unknown> {
  const graph = await prepare(folder, options);
  return encoded(((await graph.instantiate()) as Observing).observed);
}

/** Compiles as `tsc` does, with types, and has Node require it. */
function observedByNode(folder: TemporaryProject, project: CompiledProject): unknown {
  const out = folder.path("out");
  const roots = readdirSync(folder.root).filter((name) => name.endsWith(".ts"));
  const program = ts.createProgram(
    roots.map((name) => folder.path(name)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Node10,
      ignoreDeprecations: "6.0",
      outDir: out,
      rootDir: folder.root,
      esModuleInterop: true,
      types: [],
      noLib: true,
      ...project.options,
    },
  );
  mkdirSync(out);
  program.emit();
  for (const name of readdirSync(folder.root)) {
    if (name.endsWith(".json") && !name.startsWith("tsconfig")) {
      writeFileSync(path.join(out, name), readFileSync(folder.path(name)));
    }
  }
  if (readdirSync(folder.root).includes("node_modules")) {
    cpSync(folder.path("node_modules"), path.join(out, "node_modules"), { recursive: true });
  }
  const { observed } = createRequire(folder.path("out/entry.js"))("./entry.js") as Observing;
  return encoded(observed);
}

function encoded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}
