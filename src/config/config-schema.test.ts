import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { configSchema } from "./config-schema.ts";
import { loadConfig } from "./load-config.ts";
import { scanSettings } from "./scan/scan-settings.ts";
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
  test("the committed file is the one that is generated", () => {
    const text = `${JSON.stringify(configSchema(), undefined, 2)}\n`;
    expect(ofRepository("schema/gauntlet.schema.json")).toBe(text);
  });

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
    const budgets = { maxRuns: 1000, patienceRuns: 100_000, tupleRunsMax: 1000, tupleSeconds: 10 };
    expect(full.explorer).toEqual({ ...defaults.explorer, ...budgets });
    expect(full.report).toEqual(defaults.report);
    expect(full.tests).toHaveLength(1);
    expect(full.init).toEqual({ ...defaults.init, target: "src/**" });
    const { resolve: _, ...scan } = scanSettings(defaults).entryFor("src/a.ts");
    expect(full.scan).toEqual([{ ...scan, resolve: expect.any(Function) as unknown }]);
    const [object] = full.objects;
    expect(object).toMatchObject({ harness: "fresh", scenarios: [], methods: [] });
    expect(full.agent).toMatchObject({ trials: 1, contract: { name: "support" } });
    expect(full.contracts).toMatchObject([{ checks: [], args: {}, fault: "cancel_setup" }]);
  });
});

describe("the reference page", () => {
  const page = ofRepository("docs/reference/config.md");

  test.each(sections)("every key of %s has a row in its table", (section) => {
    const from = page.slice(page.indexOf(`\n## \`${sectionTitle(section)}\`\n`) + 1);
    const chapter = from.slice(0, from.indexOf("\n## "));
    const rows = [...chapter.matchAll(/^\| `(\w+)` \|/gmu)].map((row) => row[1]);
    expect(rows).toEqual(Object.keys(keysOf(section)));
  });

  test("every key that is not built yet is named", () => {
    const names = [...unbuiltKeys].flatMap(([section, keys]) =>
      [...keys].map((key) => (section === "" ? sectionTitle(key) : key)),
    );
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });
});
