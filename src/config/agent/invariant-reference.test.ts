import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { ruleKeys } from "./agent-invariant-shape.ts";
import { loadConfig } from "../load-config.ts";

const page = readFileSync(
  new URL("../../../docs/reference/agent-invariants.md", import.meta.url),
  "utf8",
);

/** The text below the heading of each type. */
const sections = new Map(
  page
    .split(/^### /mu)
    .slice(1)
    .map((part): [string, string] => [
      /^`(\w+)`/u.exec(part)?.[1] ?? "",
      part.split(/^## /mu)[0] ?? "",
    ]),
);

describe("the reference of invariants", () => {
  test("has every type", () => {
    expect([...sections.keys()].toSorted()).toEqual(Object.keys(ruleKeys).toSorted());
  });

  test.each(Object.entries(ruleKeys))("says which keys %s needs and may have", (type, keys) => {
    const { needed = {}, allowed = [] } = keys;
    const named = (words: readonly string[]): string => words.map((key) => `\`${key}\``).join(", ");
    const parts = [
      ...(Object.keys(needed).length === 0 ? [] : [`needs ${named(Object.keys(needed))}`]),
      ...(allowed.length === 0 ? [] : [`may have ${named(allowed)}`]),
    ];
    const told = parts.length === 0 ? "It has no keys of its own." : `It ${parts.join("; ")}.`;
    expect(sections.get(type)).toContain(told);
  });

  test("has an example of each type that the config takes", async () => {
    const examples = [...sections.values()].map(
      (text) => /```toml\n(.*?)```/su.exec(text)?.[1] ?? "",
    );
    const root = mkdtempSync(path.join(tmpdir(), "gauntlet-invariants-"));
    const head = '[agent]\nendpoint = "http://127.0.0.1:1/"\nprompts = ["hello"]\n';
    writeFileSync(path.join(root, "package.json"), "{}");
    writeFileSync(path.join(root, "rules.mjs"), "export const isPolite = () => true;\n");
    writeFileSync(path.join(root, "gauntlet.toml"), `${head}${examples.join("\n")}`);
    const { agent } = await loadConfig({ cwd: root });
    rmSync(root, { recursive: true, force: true });
    expect(agent?.invariants.map(({ rule }) => rule.type)).toEqual([...sections.keys()]);
  });
});
