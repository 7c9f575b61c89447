import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import {
  type AgentFault,
  contextAttackTypes,
  driftTypes,
  faultName,
  llmFaultModes,
  retryAfterForms,
  toolFaultModes,
  triggerPresets,
} from "../../kernel/agent/index.ts";
import { builtInProfiles } from "./profiles.ts";

const page = await readFile(
  new URL("../../../docs/reference/agent-faults.md", import.meta.url),
  "utf8",
);

test.each([
  ["Tools", toolFaultModes],
  ["Models", llmFaultModes],
  ["What is read", contextAttackTypes],
] as const)("the reference has every fault of the kind: %s", (heading, modes) => {
  expect(firstCells(heading)).toEqual(modes);
});

test("the reference has every preset, form and drift", () => {
  for (const [name, { times }] of triggerPresets) {
    const same = times === undefined ? "nothing" : `\`times = ${times}\``;
    expect(page).toContain(`| \`${name}\` | ${same} |`);
  }
  for (const word of [...driftTypes, ...retryAfterForms]) expect(page).toContain(`\`${word}\``);
});

test("the reference says of every profile what it does", () => {
  const rows = [...builtInProfiles].map(([name, faults]) => profileRow(name, faults));
  expect(
    sectionOf("Profiles")
      .split("\n")
      .filter((line) => line.startsWith("| `")),
  ).toEqual(rows);
});

// --- inside ---

function sectionOf(heading: string): string {
  return page.split("\n## ").find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

function firstCells(heading: string): readonly string[] {
  return [...sectionOf(heading).matchAll(/^\| `([\w-]+)` \|/gmu)].map(([, name = ""]) => name);
}

function profileRow(name: string, faults: readonly AgentFault[]): string {
  return `| \`${name}\` | ${faults.map(faultCell).join("; ")} |`;
}

/** `llm truncated_response` (`maxTokens` 20, `probability` 0.3). */
function faultCell(fault: AgentFault): string {
  const { id: _id, layer: _layer, trigger, ...rest } = fault;
  const named = new Set(["mode", "type", "tool"]);
  const options = Object.entries({ ...rest, ...trigger })
    .filter(([key]) => !named.has(key))
    .map(([key, value]) => `\`${snake(key)}\` ${shown(value)}`);
  const detail = options.length === 0 ? "" : ` (${options.join(", ")})`;
  return `\`${faultName(fault)}\`${detail}`;
}

function snake(key: string): string {
  return key.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(" or ");
  return typeof value === "string" ? `\`${value}\`` : String(value);
}
