import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { plainSteps } from "../../src/subject/scenarios/shapes/scenario-shape.ts";
import { docParts } from "../docs/doc-blocks.ts";
import { resultOf, runAndReplay, runSteps, type StepData } from "../fixtures/scenario-run.ts";
import { stepCases } from "./step-cases.ts";

const reference = fileURLToPath(new URL("../../docs/reference/scenario-steps.md", import.meta.url));
const text = readFileSync(reference, "utf8");

describe("the reference of steps", () => {
  for (const part of docParts(text)) {
    if (!("language" in part)) continue;
    test(`shows at line ${part.start} steps that hold, and so does their replay`, async () => {
      expect(part.language).toBe("yaml");
      const steps = parse(part.lines.join("\n")) as readonly StepData[];
      const { first, again } = await runAndReplay((options) => runSteps(steps, options));
      expect([first.outcome.failure, resultOf(first)]).toEqual([undefined, "held"]);
      expect(resultOf(again)).toBe("held");
    });
  }

  const shapes: Readonly<Record<string, object>> = plainSteps(z);
  test.each(Object.keys(stepCases))("has %s with all of its fields", (type) => {
    const row = rowOf(type);
    expect(row).toBeDefined();
    const missing = Object.keys(shapes[type] ?? {}).filter((field) => !isNamed(row ?? "", field));
    expect(missing).toEqual([]);
  });
});

/** The row of a table that a step is the subject of. */
function rowOf(type: string): string | undefined {
  return text.split("\n").find((line) => {
    const [, first = ""] = line.split("|");
    return line.startsWith("|") && first.includes(`\`${type}\``);
  });
}

function isNamed(row: string, field: string): boolean {
  return row.includes(`\`${field}\``) || row.includes(`\`${field}?\``);
}
