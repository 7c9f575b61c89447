import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { camelKey } from "./camel-keys.ts";
import { configSchema } from "./config-schema.ts";
import { configSections, withKeys } from "./config-sections.ts";
import { configDocuments, pagePath } from "./documents/config-documents.ts";
import { tablesOnPage } from "./documents/reference-page.ts";
import { tablesOf } from "./documents/schema-tables.ts";
import { loadConfig } from "./load-config.ts";
import { readConfig } from "./read-config.ts";
import { scanSettings } from "./scan/scan-settings.ts";
import { describedSchema } from "./schema-of-sections.ts";
import { sectionTitle, unbuiltKeys } from "./unbuilt-keys.ts";

interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

const schema = configSchema() as SchemaNode;
const sections = [
  "explorer",
  "world",
  "loader",
  "tests",
  "report",
  "fixtures",
  "scan",
  "objects",
  "contracts",
  "init",
] as const;

function ofRepository(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
}

function keysOf(section: (typeof sections)[number]): Readonly<Record<string, SchemaNode>> {
  const node = schema.properties?.[section];
  return node?.properties ?? node?.items?.properties ?? {};
}

describe("the JSON Schema", () => {
  test("every section and key has a description", () => {
    for (const section of sections) {
      expect(schema.properties?.[section]?.description).toMatch(/\.$/u);
      for (const [key, node] of Object.entries(keysOf(section))) {
        expect(node.description, `${section}.${key}`).toMatch(/\.$/u);
      }
    }
  });

  test("numbers have the bounds that the loader has, and none that zod adds", () => {
    expect(keysOf("explorer")).toMatchObject({
      max_time: { type: "number", exclusiveMinimum: 0, maximum: 86_400 },
      max_runs: { type: "integer", minimum: 1, maximum: 1_000_000_000 },
      memory_mb: { type: "integer", minimum: 64, maximum: 65_536 },
    });
  });
});

describe("the example", () => {
  const example = ofRepository("gauntlet.toml.example");
  const uncommented = example.replaceAll(/^#(?=\w+ = |\[)/gmu, "");
  let root = "";

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "gauntlet-example-"));
    writeFileSync(join(root, "package.json"), "{}");
  });

  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  test("it begins with the address of the schema and shows every key", () => {
    expect(example).toMatch(
      /^#:schema \.\/node_modules\/gauntlet\/schema\/gauntlet\.schema\.json\n/u,
    );
    for (const section of sections) {
      const from = uncommented.slice(uncommented.indexOf(`\n${sectionTitle(section)}\n`) + 1);
      const text = from.slice(
        0,
        from.search(/(?<=\n)\[/u) === -1 ? from.length : from.indexOf("\n["),
      );
      for (const key of Object.keys(keysOf(section))) {
        expect(text).toMatch(new RegExp(`^${key} = `, "mu"));
      }
    }
  });

  test("it loads as it is, and its commented values are the defaults", async () => {
    const defaults = await loadConfig({ cwd: root });
    writeFileSync(join(root, "gauntlet.toml"), example);
    const asIs = await loadConfig({ cwd: root });
    expect(asIs.explorer).toEqual(defaults.explorer);
    expect(asIs.report).toEqual(defaults.report);
    expect(asIs).toMatchObject({ scan: [], objects: [], contracts: [], init: defaults.init });
    mkdirSync(join(root, "test"), { recursive: true });
    writeFileSync(join(root, "test/factories.ts"), "");
    writeFileSync(join(root, "gauntlet.toml"), uncommented);
    const full = await loadConfig({ cwd: root });
    const budgets = { maxRuns: 1000, patience: 100_000, tupleRuns: 1000, tupleTime: 10 };
    expect(full.explorer).toEqual({ ...defaults.explorer, ...budgets });
    expect(full.report).toEqual(defaults.report);
    expect(full.tests).toHaveLength(1);
    expect(full.init).toEqual({ ...defaults.init, target: "src/**" });
    const { resolve: _, ...scan } = scanSettings(defaults).entryFor("src/a.ts");
    expect(full.scan).toEqual([{ ...scan, resolve: expect.any(Function) as unknown }]);
    const [object] = full.objects;
    const scenarios = [{ kind: "library", name: "subprocess" }];
    expect(object).toMatchObject({ harness: "fresh", scenarios, methods: [] });
    expect(full.agent).toMatchObject({ trials: 1, contract: { name: "support" } });
    expect(full.contracts).toMatchObject([{ checks: [], args: {}, fault: "cancel_setup" }]);
  });
});

describe("what is written from the shapes", () => {
  const page = ofRepository(pagePath);

  test.each([...configDocuments(page)])("%s is as it is written now", (path, text) => {
    // `npm run generate` writes it.
    expect(ofRepository(path)).toBe(text);
  });

  test("a key that a section gains is in each of them, and is loaded", async () => {
    const more = withKeys(configSections, "explorer", (zod) => ({
      my_budget: zod
        .int("must be a whole number")
        .gte(1, "must be above 0")
        .default(7)
        .describe("How much it may cost."),
    }));
    const documents = configDocuments(page, more);
    expect(documents.get("schema/gauntlet.schema.json")).toContain(`"my_budget": {`);
    expect(documents.get(pagePath)).toContain(
      "| `my_budget` | whole number, 1 to 2^53 - 1 | `7` | How much it may cost. |",
    );
    expect(documents.get("gauntlet.toml.example")).toContain("\n#my_budget = 7\n");
    const types = documents.get("src/config/file-config.ts");
    expect(types).toContain("  readonly my_budget: number;");
    expect(types).toContain("    my_budget: 7,");
    const root = mkdtempSync(join(tmpdir(), "gauntlet-key-"));
    writeFileSync(join(root, "package.json"), "{}");
    writeFileSync(join(root, "gauntlet.toml"), "[explorer]\nmy_budget = 9\n");
    const { explorer } = await readConfig({ cwd: root }, more);
    expect(explorer).toMatchObject({ myBudget: 9 });
    await expect(loadConfig({ cwd: root })).rejects.toThrow("unknown key `my_budget`");
    rmSync(root, { recursive: true, force: true });
  });

  test("the page has a table of keys for each table", () => {
    const names = tablesOf(describedSchema("input")).map(({ name }) => name);
    // The top of the file, and tables that have the keys of another one, which the page says.
    const others = /^$|^objects\.|profiles|contract\.invariants|chaos_matrix\./u;
    expect(tablesOnPage(page)).toEqual(names.filter((name) => !others.test(name)));
  });

  test("every key that is not built yet is named", () => {
    const names = [...unbuiltKeys].flatMap(([section, keys]) =>
      [...keys].map((key) => (section === "" ? sectionTitle(key) : key)),
    );
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });
});

test("something reads every key", () => {
  const folder = fileURLToPath(new URL("../", import.meta.url));
  const readers = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/test\.ts$|shapes?\.ts$|file-config/u.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const words = new Set(readers.match(/\w+/gu));
  const unread = tablesOf(describedSchema("input")).flatMap(({ name: table, keys }) =>
    keys
      .map((key) => key.name)
      .filter((key) => key !== "$schema" && !words.has(key) && !words.has(camelKey(key)))
      .map((key) => `${table}.${key}`),
  );
  expect(unread).toEqual([]);
});
