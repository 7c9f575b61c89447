import { renameSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { money, saveFinding } from "./saved-finding.ts";
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
  const before = await project.cli("verify");
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
  expect(await project.cli("verify", "--ci")).toMatchObject({
    code: 2,
    out: expect.stringContaining("target changed") as unknown,
  });
  expect(await project.cli("verify", id, "--dry-run")).toMatchObject({ code: 0 });
  expect(project.read(`${folder}/manifest.json`)).toBe(manifest);
  const fixed = await project.cli("verify", id, "--json");
  expect([fixed.code, JSON.parse(fixed.out)]).toMatchObject([
    0,
    {
      command: "verify",
      verdict: "held",
      regressions: [{ id, target: "src/money.js:parsePrice", status: "fixed", how: "code" }],
      artifacts: [`${folder}/manifest.json`],
    },
  ]);
  expect(await project.cli("verify", "--ci")).toMatchObject({ code: 0 });

  project.write("src/money.js", money.broken);
  expect(await project.cli("verify", "--ci")).toMatchObject({ code: 1 });
});

test("a regression or a target that is not what it was is told, and nothing is run", async () => {
  const project = new TempProject();
  const { id } = await saveFinding(project);
  const testFile = `${folder}/${id}.test.js`;
  const text = project.read(testFile);
  project.write(testFile, text.replace("throw error", "return"));
  const changed = await project.cli("verify");
  expect([changed.code, changed.out]).toEqual([
    2,
    expect.stringContaining(`regression changed\n    src/money.js:parsePrice\n    ${testFile}`),
  ]);
  project.write(testFile, text.replaceAll("\n", "\r\n"));
  expect(await project.cli("verify")).toMatchObject({ code: 1 });
  project.write("src/money.js", "export const other = 1;\n");
  const gone = await project.cli("verify", "--ci");
  expect([gone.code, gone.out]).toEqual([
    2,
    expect.stringContaining("there is no parsePrice in src/money.js any more"),
  ]);
  rmSync(project.path(`${folder}/${id}.jsonl`));
  expect(await project.cli("verify")).toMatchObject({ code: 2 });
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

const shop = {
  "shop.chaos.js": `
    import { chaosTest } from "gauntlet";
    import { price } from "./price.js";
    export default chaosTest({
      name: "shop",
      setup: () => ({ sum: 0 }),
      rules: { buy: { run: (state) => { state.sum += price(); } } },
      invariants: { "nothing is for free": ({ sum }) => sum >= 0 },
    });
  `,
  "price.js": "export const price = () => -1;\n",
};

test("what `replay --save` kept is verified too, with its story, by `full` as well", async () => {
  const project = new TempProject(shop);
  await project.cli("explore", "shop.chaos.js", "--runs", "5", "--no-corpus");
  expect(await project.cli("replay", "latest", "--save")).toMatchObject({ code: 1 });
  const broken = await project.cli("verify", "--ci");
  const told = broken.out.replaceAll(/[\da-f]{12}/gu, "<key>").replaceAll(/-[\da-f]{8}/gu, "-<id>");
  expect(told.replaceAll(/ {3}[\d.]+ m?s/gu, "")).toMatchInlineSnapshot(`
    "verify   1 regression

    ✗ shop-<id>   still broken
        shop.chaos.js
        nothing is for free
        1  buy   ← broken here

    next     npx gauntlet replay shop.regressions/<key>.jsonl --regression
    "
  `);
  expect(broken.code).toBe(1);
  const { regressions } = JSON.parse((await project.cli("verify", "--ci", "--json")).out) as {
    regressions: { id: string; trace: string; finding: { story: string[] } }[];
  };
  expect(regressions[0]?.finding.story).toEqual(["buy", "broken: nothing is for free"]);
  const { id = "", trace = "" } = regressions[0] ?? {};
  const others = "validate,doctor,test,verify,replay,ci,explore-scenarios,explore-tests";
  const full = await project.cli("full", "--skip-steps", others, "--json");
  expect([full.code, JSON.parse(full.out)]).toMatchObject([1, { findings: [{ id }] }]);

  project.write("price.js", "export const price = () => 1;\n");
  expect(await project.cli("verify", id)).toMatchObject({ code: 0 });
  expect(await project.cli("verify", trace)).toMatchObject({ code: 0 });
  expect((await project.cli("verify", id.slice(0, -1))).err).toContain(`did you mean \`${id}\``);

  renameSync(project.path("shop.chaos.js"), project.path("other.chaos.js"));
  const gone = await project.cli("verify", "--ci");
  expect([gone.code, gone.out]).toEqual([
    2,
    expect.stringContaining("there is no shop.chaos.js any more"),
  ]);
  project.write(trace, project.read(trace).replace("buy", "sell"));
  expect(await project.cli("verify", "--ci")).toMatchObject({
    code: 2,
    out: expect.stringContaining("regression changed") as unknown,
  });
});

test("a failure of a scenario is kept beside it; that of a file not kept is refused", async () => {
  const steps = `version: 1
name: adding
steps: [{ type: call, fn: "src/sum.js#add", args: [1, 1], expect: { equals: 3 } }]
`;
  const sum = "export const add = (a, b) => a + b;\n";
  const project = new TempProject({ "sum.scenario.yaml": steps, "src/sum.js": sum });
  await project.cli("run", "sum.scenario.yaml", "--record", "sum.jsonl");
  const { out } = await project.cli("replay", "sum.jsonl", "--save");
  expect(out).toContain("wrote    sum.scenario.regressions/");
  expect(await project.cli("verify", "--ci")).toMatchObject({ code: 1 });

  project.write(".gauntlet/sum.scenario.yaml", steps.replace("src/", "../src/"));
  await project.cli("run", ".gauntlet/sum.scenario.yaml", "--record", "small.jsonl");
  const refused = await project.cli("replay", "small.jsonl", "--save");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("error[U015]")]);
});
