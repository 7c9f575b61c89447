import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { exportedSubjects, findChaosSubjects } from "./chaos-files.ts";

test.each([
  ["a default", `export default chaosTest({ name: "a" });`, ["default"]],
  ["constants that are made to be run", "export const one = chaosTest({});", ["one"]],
  ["both", "export const s = simulation({}); export default chaosTest({});", ["s", "default"]],
  ["helpers besides", "export const limit = 3; export default simulation({});", ["default"]],
  ["a name as default", "const a = chaosTest({}); export { a as default };", ["default"]],
  ["nothing, which loading it tells", "export const limit = 3;", ["default"]],
  ["what does not parse, which loading it tells", "export default {{{", ["default"]],
])("a chaos file may export %s", (_what, text, names) => {
  expect(exportedSubjects("a.chaos.ts", text)).toEqual(names);
});

test("chaos files are found below a folder, not in dependencies, output, hidden ones", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "gauntlet-chaos-files-"));
  try {
    const text = "export default chaosTest({});";
    const wanted = ["b.chaos.ts", "tests/a.chaos.mts"];
    const others = ["node_modules/p/x.chaos.ts", "dist/b.chaos.js", ".next/c.chaos.ts", "b.ts"];
    for (const file of [...wanted, ...others]) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
    const found = await findChaosSubjects(root);
    expect(found.map(({ file }) => path.relative(root, file))).toEqual(wanted);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
