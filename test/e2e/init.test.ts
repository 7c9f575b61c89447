import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

test("init writes the config, a chaos test and a guide, and says so", async () => {
  const project = new TempProject({ "src/money.ts": "export const a = 1;\n" });
  const { code, out } = await project.cli("init");
  expect([code, out]).toEqual([0, expect.stringMatching(/^wrote {4}tests\/basket\.chaos\.ts$/mu)]);
  expect(filesOf(project)).toEqual([
    "gauntlet.toml",
    "package.json",
    "src/money.ts",
    "tests/basket.chaos.ts",
    "tests/gauntlet.md",
    "tests/notes.scenario.yaml",
  ]);
  expect(project.read("gauntlet.toml")).toContain('module = "src/**"\nmax_examples = 500\n');
});

test("the scenario calls a function that only reckons, and holds", async () => {
  const project = new TempProject({
    "src/a-loud.ts": "export const n = (a: number): number => a;\nconsole.log('loaded');\n",
    "src/b-throws.ts": "export function half(a: number): number { return JSON.parse(`${a}`); }\n",
    "src/c-money.ts": `const rate = 0.19;
export function fail(): never { throw new Error("no"); }
export function withTax(cents: number, isExport: boolean): number {
  const tax = isExport ? 0 : Math.round(cents * rate);
  return cents + tax;
}
`,
  });
  expect(await project.cli("init")).toMatchObject({ code: 0 });
  expect(project.read("tests/with-tax.scenario.yaml")).toContain('fn: "src/c-money.ts#withTax"');
  expect(await project.cli("test", "tests")).toMatchObject({ code: 0 });
});

test("a config at another path is written there and nowhere else", async () => {
  const project = new TempProject();
  expect(await project.cli("init", "--config", "ci/own.json")).toMatchObject({ code: 0 });
  expect(JSON.parse(project.read("ci/own.json"))).toMatchObject({
    tests: [{ class: "../tests/**/*.chaos.ts" }],
  });
  expect(existsSync(project.path("gauntlet.toml"))).toBe(false);
});

test("what is there stays byte for byte, unless it is forced", async () => {
  const mine = "# mine\n[init]\noutput_dir = 'checks'\nci_name = 'own'\nci = true\n";
  const project = new TempProject({ "gauntlet.toml": mine, "checks/gauntlet.md": "mine" });
  const kept = await project.cli("init", "--json");
  expect([kept.code, JSON.parse(kept.out)]).toMatchObject([
    0,
    {
      files: [
        { path: "checks/basket.chaos.ts", action: "written" },
        { path: "checks/notes.scenario.yaml", action: "written" },
        { path: "checks/gauntlet.md", action: "kept" },
        { path: ".github/workflows/own.yml", action: "written" },
        { path: "gauntlet.toml", action: "kept" },
      ],
      artifacts: [
        "checks/basket.chaos.ts",
        "checks/notes.scenario.yaml",
        ".github/workflows/own.yml",
      ],
    },
  ]);
  expect([project.read("gauntlet.toml"), project.read("checks/gauntlet.md")]).toEqual([
    mine,
    "mine",
  ]);
  expect(await project.cli("init", "--force")).toMatchObject({ code: 0 });
  expect(project.read("gauntlet.toml")).toContain('output_dir = "checks"\nci = true\n');
  expect(project.read("checks/gauntlet.md")).toMatch(/^# Gauntlet/u);
});

test("a broken config is refused, and replaced when that is forced", async () => {
  const project = new TempProject({ "gauntlet.yaml": "explorer: 1\n" });
  expect(await project.cli("init")).toMatchObject({ code: 2 });
  expect(filesOf(project)).toEqual(["gauntlet.yaml", "package.json"]);
  expect(await project.cli("init", "--force")).toMatchObject({ code: 0 });
  expect(JSON.parse(project.read("gauntlet.yaml"))).toHaveProperty("tests");
  expect(existsSync(project.path("gauntlet.toml"))).toBe(false);
});

test("a dry run says what it would write, imports nothing and writes nothing", async () => {
  const project = new TempProject({ "src/a.ts": "throw new Error('imported');\n" });
  const words = ["init", "src/a.ts", "--dry-run", "--ci", "--install-skill"];
  const { code, out } = await project.cli(...words);
  expect(code).toBe(0);
  expect(out).toContain("would write     tests/basket.chaos.ts\n");
  expect(out).toContain("                .claude/skills/gauntlet/SKILL.md\n");
  expect(filesOf(project)).toEqual(["package.json", "src/a.ts"]);
});

test("paths that lead out of the project, also by links, are refused", async () => {
  const project = new TempProject();
  symlinkSync(tmpdir(), project.path("out"));
  symlinkSync(tmpdir(), project.path(".github"));
  const refused = async (...words: string[]) => {
    const { code, err } = await project.cli("init", ...words);
    return [code, /error\[(\w+)\]/u.exec(err)?.[1]];
  };
  expect(await refused("--output", "../elsewhere")).toEqual([2, "I001"]);
  expect(await refused("--output", "out/deep")).toEqual([2, "I001"]);
  expect(await refused("--config", "../gauntlet.toml")).toEqual([2, "I001"]);
  expect(await refused("--config", "gauntlet.ini")).toEqual([2, "C001"]);
  expect(await refused("--ci")).toEqual([2, "I001"]);
  expect(await refused("--ci", "--ci-name", "../x")).toEqual([2, "U003"]);
  expect(await refused("src/nothing.ts")).toEqual([2, "C012"]);
  rmSync(project.path("out"));
  rmSync(project.path(".github"));
  expect(filesOf(project)).toEqual(["package.json"]);
});

test("in a repository of Git, what runs leave is ignored, and that is said once", async () => {
  const project = new TempProject({ ".git/HEAD": "", "app/package.json": "{}" });
  const at = async (folder: string) => {
    const { code, out } = await project.cli("init", "--cwd", project.path(folder), "--json");
    const { files } = JSON.parse(out) as { files: { path: string; action: string }[] };
    return [code, files.find(({ path }) => path === ".gitignore")?.action];
  };
  expect(await at(".")).toEqual([0, "written"]);
  expect(await at("app")).toEqual([0, undefined]);
  expect(project.read(".gitignore")).toBe(".gauntlet/\n");
  project.write(".gitignore", "node_modules");
  const { out } = await project.cli("init", "--force");
  expect(out).toMatch(/^added to \.gitignore$/mu);
  expect(await at(".")).toEqual([0, undefined]);
  expect(project.read(".gitignore")).toBe("node_modules\n.gauntlet/\n");
});

test("where a file cannot be written, none that is new is left behind", async () => {
  const project = new TempProject();
  // A folder lies where the guide goes, so it is there, and cannot be replaced.
  mkdirSync(project.path("tests/gauntlet.md"), { recursive: true });
  const { code, err } = await project.cli("init", "--force");
  expect([code, err]).toEqual([2, expect.stringContaining("error[I002]")]);
  expect(filesOf(project)).toEqual(["package.json"]);
});

test("two configs in one folder are never made", async () => {
  const project = new TempProject({ "gauntlet.toml": "" });
  const { code, err } = await project.cli("init", "--config", "gauntlet.json");
  expect([code, err]).toEqual([2, expect.stringContaining("error[C002]")]);
});

/** The files of a project, without its packages and what runs leave. */
function filesOf(project: TempProject): readonly string[] {
  return readdirSync(project.root, { recursive: true, encoding: "utf8" })
    .filter((name) => !/^(?:node_modules|\.gauntlet)/u.test(name))
    .filter((name) => statSync(project.path(name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .toSorted();
}

test("in a package of a workspace, the workflow goes to the top of the repository", async () => {
  const project = new TempProject({
    ".git/HEAD": "ref: refs/heads/main\n",
    "pnpm-workspace.yaml": "packages: [packages/*]\n",
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    "packages/app/package.json": `{ "name": "app", "type": "module" }`,
    "packages/app/src/money.ts": "export const half = (cents: number) => cents / 2;\n",
  });
  const { code, err } = await project.gauntlet("init", "--ci", "--cwd", "packages/app");
  expect([code, err]).toEqual([0, ""]);
  const workflow = project.read(".github/workflows/gauntlet.yml");
  expect(workflow).toContain("run: corepack enable && pnpm install --frozen-lockfile\n");
  expect(workflow).toMatch(/run: npx gauntlet test .*\n +working-directory: packages\/app\n/);
  expect(workflow).toContain("path: packages/app/.gauntlet/findings");
  expect(existsSync(project.path("packages/app/gauntlet.toml"))).toBe(true);
  expect(existsSync(project.path("packages/app/.github"))).toBe(false);
});
