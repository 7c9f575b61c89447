import { cpSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

/** Examples, and what the tests that `init` writes for them find. */
const examples = [
  { folder: "wal", broken: ["what append acknowledged is in entries"] },
  { folder: "wallet", broken: ["what withdraw acknowledged adds up in balanceOf"] },
  {
    folder: "checkout",
    broken: ["no call has the same work done twice", "nothing is in gateway.charges twice"],
  },
];

test.each(examples)(
  "the starters for $folder find its bug, and nothing where it is fixed",
  async ({ folder, broken }) => {
    expect(await brokenBy(folder)).toEqual({ code: 1, properties: broken });
    expect(await brokenBy(`${folder}/fixed`)).toEqual({ code: 0, properties: [] });
  },
  600_000,
);

/** What breaks when the tests are explored that `init` writes for a copy of an example. */
async function brokenBy(
  folder: string,
): Promise<{ code: number | null; properties: readonly string[] }> {
  const project = new TempProject();
  cpSync(path.join(repository, "examples", folder, "src"), project.path("src"), {
    recursive: true,
  });
  const { code: initCode, err } = await project.gauntlet("init");
  expect([initCode, err]).toEqual([0, ""]);
  const { code, findings } = await project.told("explore", "--runs", "40", "--quiet");
  const told = findings.map(({ identity }) => identity.property);
  return { code, properties: [...new Set(told)].toSorted() };
}
