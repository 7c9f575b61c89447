import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "oxc-transform";
import { repository } from "../e2e/command-line.ts";

/** Makes a copy of this project in which the lines that add what test/house/fixtures has stand. */
export function makeChangedCopy(root: string): void {
  for (const name of ["build", "docs/reference", "schema", "tsconfig.json", "package.json"]) {
    cpSync(path.join(repository, name), path.join(root, name), { recursive: true });
  }
  cpSync(path.join(repository, "gauntlet.toml.example"), path.join(root, "gauntlet.toml.example"));
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
  const sources = { recursive: true, filter: (name: string) => !name.endsWith(".test.ts") };
  cpSync(path.join(repository, "src"), path.join(root, "src"), sources);
  cpSync(path.join(repository, fixtures), path.join(root, fixtures), sources);
  for (const [file, edits] of Object.entries(addedLines)) edit(path.join(root, file), edits);
  // `npm run generate`
  execFileSync(process.execPath, [path.join(root, "build/config-files.mjs")], { stdio: "pipe" });
  compile(root);
}

// --- inside ---

const fixtures = "test/house/fixtures/verb";

/** What is looked for, and what stands there then. */
type Edits = readonly (readonly [before: RegExp, after: string])[];

/** All that is edited by hand, as CONTRIBUTING.md has it. */
const addedLines: Readonly<Record<string, Edits>> = {
  "src/cli/verb-table.ts": [
    [/^/u, importOf("greetVerbs", "greet-verb.ts")],
    [/type AllVerbs = /u, "$&typeof greetVerbs & "],
    [/const verbTable: AllVerbs = \{/u, "$&\n  ...greetVerbs,"],
  ],
  "src/cli/flag-table.ts": [
    [/^/u, importOf("greetFlags", "greet-verb.ts")],
    [/type AllFlags = /u, "$&typeof greetFlags & "],
    [/const flagTable: AllFlags = \{/u, "$&\n  ...greetFlags,"],
  ],
  "src/config/explorer-shape.ts": [
    [/^/u, importOf("greetKeys", "greet-keys.ts")],
    [/\n {4}max_runs: /u, "\n    ...greetKeys(zod),$&"],
  ],
  "src/report/sections/registry.ts": [
    [/^/u, importOf("greetingSection", "greeting.ts", "../../../")],
    [
      /\n {2}readonly replayed: .*/u,
      "$&\n  /** How people were greeted. */\n  readonly greeting: typeof greetingSection;",
    ],
    [/\n {2}replayed: .*/u, "$&\n  greeting: greetingSection,"],
  ],
};

function importOf(name: string, file: string, up = "../../"): string {
  return `import { ${name} } from "${up}${fixtures}/${file}";\n`;
}

function edit(file: string, edits: Edits): void {
  let text = readFileSync(file, "utf8");
  for (const [before, after] of edits) {
    if (!before.test(text)) throw new Error(`${file} has nothing like ${before}`);
    text = text.replace(before, after);
  }
  writeFileSync(file, text);
}

/** What is as it was is taken from compiled/; the rest loses its types here. */
function compile(root: string): void {
  const compiled = path.join(repository, "compiled");
  cpSync(compiled, path.join(root, "src"), {
    recursive: true,
    filter: (name) => !name.endsWith(".map") && path.basename(name) !== ".types",
  });
  symlinkSync(path.join(repository, "dist/vendor"), path.join(root, "src/vendor"));
  const changed = [
    ...Object.keys(addedLines),
    "src/config/file-config.ts",
    ...readdirSync(path.join(root, fixtures)).map((name) => `${fixtures}/${name}`),
  ];
  for (const file of changed) {
    const source = path.join(root, file);
    const { code } = transformSync(source, readFileSync(source, "utf8"));
    writeFileSync(source.replace(/\.ts$/u, ".js"), code.replaceAll(/\.ts(?=")/gu, ".js"));
  }
}
