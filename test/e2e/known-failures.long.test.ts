import { expect, test } from "vitest";
import { counter } from "./counter-text.ts";
import { TempProject } from "./temp-project.ts";

test("a failure that is known appears again at once, whatever the seed", async () => {
  const project = new TempProject({ "counter.chaos.ts": counter });
  const first = await project.told("explore", "counter.chaos.ts", "--runs", "300");
  const second = await project.told("explore", "counter.chaos.ts", "--runs", "1", "--seed", "no");
  expect(second.findings.map(({ id }) => id)).toEqual(first.findings.map(({ id }) => id));
  expect(second.findings[0]?.shrunk.to).toBe(first.findings[0]?.shrunk.to);
  project.write(`.gauntlet/corpus/counter.chaos.ts#default/bad.jsonl.gz`, "damaged");
  const third = await project.told("explore", "counter.chaos.ts", "--runs", "1");
  expect(third.notes).toEqual(["the corpus entry bad.jsonl.gz cannot be read and was left out"]);
  expect(third.findings).toHaveLength(1);
});
