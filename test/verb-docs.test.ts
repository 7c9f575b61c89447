import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "../src/config/index.ts";
import { flagsOf } from "../src/cli/verb-flags.ts";
import { isVerb } from "../src/cli/verb-spec.ts";
import { commandTable } from "../src/cli/verb-table.ts";
import { verbList, verbTables } from "./docs/verb-docs.ts";
import { repository } from "./e2e/command-line.ts";

// `npm run docs:tables` writes what these tests demand.
const isUpdate = process.env["DOCS_UPDATE"] === "1";
const reference = path.join(repository, "docs/reference/cli.md");

test("the tables of the command line's reference are those of the table of verbs", () => {
  const before = readFileSync(reference, "utf8");
  const after = verbTables(before, commandTable);
  if (isUpdate) return writeFileSync(reference, after);
  expect(before === after ? "" : "stale: run `npm run docs:tables`").toBe("");
});

test("a table that is stale is noticed, and written anew as it was", () => {
  const text = readFileSync(reference, "utf8");
  const stale = text.replace("| `--bail` |", "| `--bale` |");
  expect(stale).not.toBe(text);
  expect(verbTables(stale, commandTable)).toBe(verbTables(text, commandTable));
});

test("every verb has its flags in the reference", () => {
  const text = readFileSync(reference, "utf8");
  const marks = text.matchAll(/^<!-- flags: ([^;\n]*?)(?:; .*)? -->$/gmu);
  const named = new Set([...marks].map(([, one]) => one));
  const isNamed = (name: string): boolean =>
    named.has(name) || named.has(`${name.split(" ").slice(0, -1).join(" ")} *`);
  const missing = Object.entries(commandTable.verbs).filter(
    ([name, spec]) => isVerb(spec) && spec.flags.length > 0 && !isNamed(name),
  );
  expect(missing.map(([name]) => name).toSorted()).toEqual(sameAsOthers);
});

test("the README lists every verb, and no other", () => {
  const text = readFileSync(path.join(repository, "README.md"), "utf8");
  const [, section = ""] = text.split("\n## Verbs\n");
  const [, rows = ""] =
    /\| verb \| what it does \|\n\|---\|---\|\n((?:\|.*\n)+)/u.exec(section) ?? [];
  const cells = [...rows.matchAll(/^\| ([^|]*) \|/gmu)].map(([, cell = ""]) => cell);
  const named = cells
    .flatMap((cell) => [...cell.matchAll(/`([^`]*)`/gu)])
    .map(([, one = ""]) => one);
  expect(named.toSorted()).toEqual(verbList(commandTable).toSorted());
});

test("every config key that a flag names is one of the config", () => {
  const keys = Object.values(commandTable.verbs).flatMap((spec) =>
    isVerb(spec) ? flagsOf(spec, commandTable).flatMap(({ key }) => key ?? []) : [],
  );
  expect(keys.length).toBeGreaterThan(5);
  expect([...new Set(keys)].filter((key) => key !== "" && !isKey(key))).toEqual([]);
  expect(isKey("world.no_such_key")).toBe(false);
});

// --- inside ---

/** Their flags are those that every verb which asks an agent has, told once for all. */
const sameAsOthers = [
  "agent certificate issue",
  "agent contract run",
  "agent contract score",
  "validate",
];

function isKey(key: string): boolean {
  let schema: unknown = configSchema();
  for (const name of key.split(".")) {
    schema = (schema as { properties?: Record<string, unknown> } | undefined)?.properties?.[name];
  }
  return schema !== undefined;
}
