import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { type MutationType, mutationWeights } from "../../../kernel/agent/index.ts";
import { exampleCell, samplePrompt } from "./fixtures/samples.ts";
import { mutators } from "./mutators.ts";

test("the reference has every type with its meaning and what it makes first", async () => {
  const page = await readFile(
    new URL("../../../../docs/reference/agent-mutations.md", import.meta.url),
    "utf8",
  );
  expect(page).toContain(`\n> ${samplePrompt}\n`);
  const rows = page.split("\n").flatMap((line) => /^\| `(\w+)` \| (.*) \|$/.exec(line) ?? []);
  const types = Object.keys(mutationWeights) as MutationType[];
  const told = rows.filter((_, index) => index % 3 === 1);
  expect(told).toEqual(types);
  for (const [index, type] of types.entries()) {
    const cells = `| ${meaningCell(type)} | ${await exampleCell(type)}`;
    expect(rows[index * 3 + 2]).toContain(cells);
  }
});

// --- inside ---

function meaningCell(type: MutationType): string {
  const { meaning, variants } = mutators[type];
  const others = variants.map((variant) => variant.meaning ?? meaning);
  const some = [...new Set(others)].filter((other) => other !== meaning).toSorted();
  return some.length === 0 ? meaning : `${meaning} (some: ${some.join(", ")})`;
}
