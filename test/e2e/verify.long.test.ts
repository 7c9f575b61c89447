import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { cli, money, saveFinding } from "./saved-finding.ts";
import { TempProject } from "./temp-project.ts";

const folder = "test/gauntlet-regressions";

test("a saved finding is broken until it is mended, then bound to that source", async () => {
  const project = new TempProject();
  const { id, artifacts } = await saveFinding(project);
  expect(artifacts.map((file) => file.replaceAll(id, "<id>"))).toMatchInlineSnapshot(`
    [
      ".gauntlet/findings/<id>/trace.jsonl.gz",
      ".gauntlet/findings/<id>/finding.json",
      ".gauntlet/findings/<id>/bundle.json",
      ".gauntlet/findings/<id>/reproduction.ts",
      "test/gauntlet-regressions/<id>.test.js",
      "test/gauntlet-regressions/<id>.jsonl",
      "test/gauntlet-regressions/<id>.subject.jsx",
      "test/gauntlet-regressions/manifest.json",
    ]
  `);
  const before = await cli(project, "verify");
  expect(before.out.replaceAll(id, "<id>").replaceAll(/ {3}[\d.]+ m?s/gu, ""))
    .toMatchInlineSnapshot(`
    "verify   1 regression

    ✗ <id>   still broken
        src/money.js:parsePrice
        TypeError: Cannot read properties of null (reading '0')

    next     npx gauntlet replay test/gauntlet-regressions/<id>.jsonl
    "
  `);
  expect(before.code).toBe(1);

  project.write("src/money.js", money.mended);
  const manifest = project.read(`${folder}/manifest.json`);
  expect(await cli(project, "verify", "--ci")).toMatchObject({
    code: 2,
    out: expect.stringContaining("target changed") as unknown,
  });
  expect(await cli(project, "verify", id, "--dry-run")).toMatchObject({ code: 0 });
  expect(project.read(`${folder}/manifest.json`)).toBe(manifest);
  const fixed = await cli(project, "verify", id, "--json");
  expect([fixed.code, JSON.parse(fixed.out)]).toMatchObject([
    0,
    {
      command: "verify",
      verdict: "held",
      regressions: [{ id, target: "src/money.js:parsePrice", status: "fixed", how: "code" }],
      artifacts: [`${folder}/manifest.json`],
    },
  ]);
  expect(await cli(project, "verify", "--ci")).toMatchObject({ code: 0 });

  project.write("src/money.js", money.broken);
  expect(await cli(project, "verify", "--ci")).toMatchObject({ code: 1 });
});

test("a regression or a target that is not what it was is told, and nothing is run", async () => {
  const project = new TempProject();
  const { id } = await saveFinding(project);
  const testFile = `${folder}/${id}.test.js`;
  const text = project.read(testFile);
  project.write(testFile, text.replace("throw error", "return"));
  const changed = await cli(project, "verify");
  expect([changed.code, changed.out]).toEqual([
    2,
    expect.stringContaining(`regression changed\n    src/money.js:parsePrice\n    ${testFile}`),
  ]);
  project.write(testFile, text.replaceAll("\n", "\r\n"));
  expect(await cli(project, "verify")).toMatchObject({ code: 1 });
  project.write("src/money.js", "export const other = 1;\n");
  const gone = await cli(project, "verify", "--ci");
  expect([gone.code, gone.out]).toEqual([
    2,
    expect.stringContaining("there is no parsePrice in src/money.js any more"),
  ]);
  rmSync(project.path(`${folder}/${id}.jsonl`));
  expect(await cli(project, "verify")).toMatchObject({ code: 2 });
});

test("what was changed by hand is not written over", async () => {
  const project = new TempProject();
  const { id } = await saveFinding(project);
  const testFile = `${folder}/${id}.test.js`;
  project.write(testFile, "// mine\n");
  const { notes } = await saveFinding(project);
  expect(notes).toEqual([`${id}.test.js was changed by hand and stays as it is`]);
  expect(project.read(testFile)).toBe("// mine\n");
});
