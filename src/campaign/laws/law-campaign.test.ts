import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { loadConfig, scanSettings } from "../../config/index.ts";
import { planOf } from "../../subject/contracts/fixtures/probed-call.ts";
import { intendedLaws } from "./law-campaign.ts";

const plan = (name: string): CallPlan => ({
  ...planOf(name, ["text"]),
  returns: { kind: "string" },
});
const [encode, decode] = [plan("encode"), plan("decode")];

/** The relations that are looked for under a policy, by function. */
async function relations(keys: string): Promise<readonly (readonly string[])[]> {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-laws-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(path.join(root, "package.json"), "{}");
  writeFileSync(path.join(root, "gauntlet.toml"), `[[scan]]\nmodule = "src/**"\n${keys}\n`);
  const policy = scanSettings(await loadConfig({ cwd: root })).entryFor("src/a.ts");
  const namesOf = (call: CallPlan, other: CallPlan): readonly string[] =>
    intendedLaws(call, [other], policy)
      .filter((law) => law.isRelation)
      .map(({ name }) => name);
  return [namesOf(encode, decode), namesOf(decode, encode)];
}

test("relations that are ignored, for all functions or for one, are not looked for", async () => {
  const through = [["round trip through decode"], ["round trip through encode"]];
  expect(await relations("")).toEqual(through);
  expect(await relations('ignore_relations = ["round trip"]')).toEqual([[], []]);
  expect(await relations('relation_overrides = { encode = ["roundtrip"] }')).toEqual([
    [],
    through[1],
  ]);
});
