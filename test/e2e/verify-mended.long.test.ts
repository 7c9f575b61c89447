import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { money, saveFinding } from "./saved-finding.ts";
import { TempProject } from "./temp-project.ts";

const folder = "test/gauntlet-regressions";

test("mended code that refuses the input is fixed, and the new error is told", async () => {
  const project = new TempProject();
  await saveFinding(project);
  project.write("src/money.js", money.refusing);
  const { code, out } = await project.cli("verify");
  expect(code).toBe(0);
  expect(out).toMatch(/fixed {3}src\/money\.js:parsePrice {3}it now ends with RangeError: empty/);
});

test("code that chokes on the input in another way is still broken, and that is told", async () => {
  const project = new TempProject();
  await saveFinding(project);
  project.write("src/money.js", money.broken.replace("text.match", "text.find"));
  const { code, out } = await project.cli("verify");
  expect([code, out]).toEqual([
    1,
    expect.stringContaining("it now ends with TypeError: text.find is not a function"),
  ]);
});

test("no regressions are no failure; wrong words, ids and manifests are refused", async () => {
  const project = new TempProject();
  expect(await project.cli("verify", "--ci")).toMatchObject({
    code: 0,
    out: expect.stringContaining("no regressions are saved") as unknown,
  });
  expect(existsSync(project.path("test"))).toBe(false);
  // `--ci` and `--dry-run` promise to write nothing; `verify` itself leaves its run.
  await project.cli("verify", "--dry-run");
  expect(existsSync(project.path(".gauntlet"))).toBe(false);
  await project.cli("verify");
  const { out } = await project.cli("report", "show", "latest", "--json");
  expect(JSON.parse(out)).toMatchObject({ command: "verify", verdict: "held", regressions: [] });
  const refused = async (...words: string[]) => {
    const { code, err } = await project.cli("verify", ...words);
    return [code, /error\[(\w+)\]/.exec(err)?.[1]];
  };
  expect(await refused("parsePrice-1")).toEqual([2, "V002"]);
  expect(await refused("parsePrice-1", "--ci")).toEqual([2, "U009"]);
  for (const text of [
    "{",
    "[]",
    '{"format":"gauntlet-regressions","version":1,"regressions":[{}]}',
  ]) {
    project.write(`${folder}/manifest.json`, text);
    expect(await refused()).toEqual([2, "V001"]);
  }
});
