import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { configSchema } from "../config-schema.ts";

// examples/research-agent is where a newcomer sees what `[agent]` may have, so it has all of it.

interface SchemaNode {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  /** What the tables of an open table are; nothing is said where it may hold anything. */
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
}

const { agent = {} } = (configSchema() as SchemaNode).properties ?? {};

test.for(["research-agent", "research-agent/fixed"])(
  "examples/%s has every table that `[agent]` may have",
  (example) => {
    expect(absentTables(agent, [configOf(example)["agent"]], "agent")).toEqual([]);
  },
);

test("a table that the schema gains is missed, wherever it stands", () => {
  const table: SchemaNode = { type: "object", properties: { key: { type: "string" } } };
  const list: SchemaNode = { type: "array", items: table };
  const open: SchemaNode = { type: "object", additionalProperties: table };
  const { mcp = {}, chaos = {} } = agent.properties ?? {};
  const items = { ...mcp.items, properties: { ...mcp.items?.properties, list } };
  const gained = {
    mcp: { ...mcp, items },
    chaos: { ...chaos, properties: { ...chaos.properties, open } },
    table,
  };
  const later = { ...agent, properties: { ...agent.properties, ...gained } };
  const absent = absentTables(later, [configOf("research-agent")["agent"]], "agent");
  expect(absent.toSorted()).toEqual([
    "agent.chaos.open",
    "agent.chaos.open.*",
    "agent.mcp.list",
    "agent.table",
  ]);
});

test("every table is asked for", () => {
  expect(absentTables(agent, [], "agent")).toEqual(
    expect.arrayContaining([
      "agent.env",
      "agent.tools",
      "agent.peers",
      "agent.chaos.profiles.*.llm_faults",
      "agent.contract.chaos_matrix.context_attacks",
      "agent.replays.sources.filter",
      "agent.certificate",
    ]),
  );
});

// --- inside ---

function configOf(example: string): Readonly<Record<string, unknown>> {
  const url = new URL(`../../../examples/${example}/gauntlet.toml`, import.meta.url);
  return parse(readFileSync(url, "utf8"));
}

/** The tables of a schema that stand nowhere in what was written; `*` is a name of the user's. */
function absentTables(node: SchemaNode, written: readonly unknown[], path: string): string[] {
  const entry = node.items ?? node;
  const { properties = {}, additionalProperties: named } = entry;
  const tables = written.flat().filter(isTable);
  const below = Object.entries(properties).flatMap(([key, child]) =>
    absentTables(child, [tables.flatMap((table) => table[key] ?? [])].flat(), `${path}.${key}`),
  );
  const values = tables.flatMap((table) => Object.values(table));
  const ofUser = typeof named === "object" ? absentTables(named, values, `${path}.*`) : [];
  // What may hold anything is not a table of ours but data: the JSON Schema of a rule.
  const isOurs = entry.type === "object" && !isEmpty(named);
  return [...(isOurs && tables.length === 0 ? [path] : []), ...below, ...ofUser];
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return isTable(value) && Object.keys(value).length === 0;
}
