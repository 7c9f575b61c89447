import path from "node:path";

/** What of a request the config is made from. */
export interface ConfigRequest {
  readonly configFile: string;
  readonly folder: string;
  readonly hasTests?: boolean | undefined;
  readonly scanned?: { readonly module: string; readonly maxExamples: number } | undefined;
  readonly workflow?: string | undefined;
  readonly hasSkill: boolean;
}

/** The config that `init` writes, in the syntax that the ending of its file says. */
export function configText(request: ConfigRequest): string {
  const { configFile, folder, scanned, hasTests } = request;
  const at = (target: string): string =>
    path.posix.relative(path.posix.dirname(configFile), target);
  const schema = at("node_modules/gauntlet/schema/gauntlet.schema.json");
  const data: ConfigData = {
    tests: [{ class: hasTests === true ? at("**/*.chaos.ts") : `${at(folder)}/**/*.chaos.ts` }],
    ...(scanned === undefined
      ? {}
      : { scan: [{ module: at(scanned.module), max_examples: scanned.maxExamples }] }),
    ...initTable(request, at),
  };
  const $schema = schema.startsWith(".") ? schema : `./${schema}`;
  if (configFile.endsWith(".toml")) return tomlText($schema, data);
  return `${JSON.stringify({ $schema, ...data }, undefined, 2)}\n`;
}

// --- inside ---

type Table = Readonly<Record<string, string | number | boolean>>;

interface ConfigData {
  readonly tests: readonly Table[];
  readonly scan?: readonly Table[];
  readonly init?: Table;
}

/** What was asked for by flags is kept, so that another `init` does the same. */
function initTable(
  { folder, workflow, hasSkill }: ConfigRequest,
  at: (target: string) => string,
): { readonly init?: Table } {
  const init: Table = {
    ...(at(folder) === "tests" ? {} : { output_dir: at(folder) }),
    ...(workflow === undefined ? {} : { ci: true }),
    ...(workflow === undefined || workflow === "gauntlet" ? {} : { ci_name: workflow }),
    ...(hasSkill ? { install_skill: true } : {}),
  };
  return Object.keys(init).length === 0 ? {} : { init };
}

function tomlText(schema: string, { tests, scan = [], init }: ConfigData): string {
  const blocks = [
    ...tests.map((table) => ["# What `gauntlet explore` runs.", "[[tests]]", ...lines(table)]),
    ...scan.map((table) => ["# What `gauntlet scan` calls.", "[[scan]]", ...lines(table)]),
    ...(init === undefined ? [] : [["# What `gauntlet init` writes.", "[init]", ...lines(init)]]),
  ];
  const head = [
    `#:schema ${schema}`,
    "",
    "# Every key with its default: node_modules/gauntlet/gauntlet.toml.example",
  ];
  return `${[head, ...blocks].map((block) => block.join("\n")).join("\n\n")}\n`;
}

function lines(table: Table): readonly string[] {
  return Object.entries(table).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
}
