import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ValidateDocument } from "../../src/report/index.ts";
import { fewSteps } from "../scenarios/mutated-data.ts";
import { TempProject } from "./temp-project.ts";

const pay = `export const pay = () => ({ a: 1 });
export const charge = () => 1;
export const isFine = () => true;
`;
const app = "export const app = () => new Response('{}');\n";

test("validate says yes exactly when test does not fail with an error of validation", async () => {
  const scenarios = fc.sample(fewSteps, { numRuns: 24, seed: 6 });
  const files = Object.fromEntries(
    scenarios.map((data, index) => [`tests/${index + 10}.scenario.json`, JSON.stringify(data)]),
  );
  const project = new TempProject({ "src/pay.ts": pay, "src/app.ts": app, ...files });
  const { out } = await project.gauntlet("validate", "--json");
  const { files: judged } = JSON.parse(out) as ValidateDocument;
  expect(judged).toHaveLength(scenarios.length);
  const said = judged.map(({ file, ok }) => ({ file, ok }));
  expect(new Set(said.map(({ ok }) => ok)).size).toBe(2); // some are fine, and some are not
  const seen = [];
  for (const { file } of said) {
    const { code } = await project.gauntlet("test", file, "--quiet");
    expect([0, 1, 2, 3]).toContain(code);
    seen.push({ file, ok: code !== 2 });
  }
  expect(said).toEqual(seen);
});
