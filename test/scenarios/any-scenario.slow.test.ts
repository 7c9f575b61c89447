import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { errorText } from "../../src/kernel/errors/gauntlet-error.ts";
import { fewSteps, mutatedData, sampleScenario } from "./mutated-data.ts";
import { problemsIn } from "./read-text.ts";

// Whatever a file holds, it is a scenario or it has problems with codes: never another error, and
// never one that does not end.

const texts = { yaml: stringify(sampleScenario), json: JSON.stringify(sampleScenario, null, 1) };

const pieces = [
  // A blank separates the pieces; `·` stands for a blank inside one, `↵` for the end of a line.
  "[ ] { } = : :· -· ↵ · ' , # & * ! | > ? % @ ` << // ${ ${} ${a $${ }",
  '" \\ \\u0000 /* \t \r↵ \0 \u2028 \u001b[31m é 😀 \ud800 \uFEFF \u202E',
  "__proto__ constructor type steps branches name 1 -0 1e999 .inf .nan true null ~ 9e15",
  "&a· *a· *a ---↵ ...↵ !!set· !!binary· [[[[[[[[[[[[[[[[[[[[ 99999999999999999999",
].flatMap((line) =>
  line.split(" ").map((piece) => piece.replaceAll("·", " ").replaceAll("↵", "\n")),
);

function mutatedText(text: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(text.length),
    cut: fc.nat(12),
    put: fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 4 })),
  });
  return fc
    .array(edit, { minLength: 1, maxLength: 6 })
    .map((edits) =>
      edits.reduce((now, { at, cut, put }) => now.slice(0, at) + put + now.slice(at + cut), text),
    );
}

function mutatedBytes(text: string): fc.Arbitrary<Uint8Array> {
  const bytes = Buffer.from(text);
  const edit = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => {
    const copy = Uint8Array.from(bytes);
    for (const { at, byte } of edits) copy[at] = byte;
    return copy;
  });
}

/** What is told of a file must be fit for a screen, and name its family. */
async function expectTold(content: string | Uint8Array, ending: string): Promise<void> {
  const problems = await problemsIn(content, ending);
  for (const problem of problems) {
    const text = errorText(problem);
    expect(text).toMatch(/^error\[N00[1-9]\]: /u);
    expect(text.replaceAll("\n", "")).not.toMatch(/undefined|\[object |Invalid|\p{Cc}|\u202E/u);
  }
}

describe("any file is a scenario or has problems", () => {
  const limits = { numRuns: 250, interruptAfterTimeLimit: 15_000 };

  test.each(["yaml", "json"] as const)("text of %s", async (ending) => {
    const content = fc.oneof(
      { weight: 4, arbitrary: mutatedText(texts[ending]) },
      { weight: 1, arbitrary: mutatedBytes(texts[ending]) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    );
    await fc.assert(
      fc.asyncProperty(content, (made) => expectTold(made, ending)),
      limits,
    );
  });

  test("data", async () => {
    const property = fc.asyncProperty(mutatedData, (data) =>
      expectTold(JSON.stringify(data), "json"),
    );
    await fc.assert(property, { ...limits, numRuns: 1_000 });
  });

  test("the same is told of JSON and of YAML, which JSON is as well", async () => {
    const property = fc.asyncProperty(fewSteps, async (data) => {
      const text = JSON.stringify(data);
      const [asJson, asYaml] = [await problemsIn(text, "json"), await problemsIn(text, "yaml")];
      const told = (problems: typeof asJson) =>
        problems.map(({ code, pointer = "" }) => `${code} ${pointer}`);
      expect(told(asYaml)).toEqual(told(asJson));
    });
    await fc.assert(property, limits);
  });
});
