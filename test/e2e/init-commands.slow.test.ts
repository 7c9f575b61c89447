import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const places = [
  { name: "an empty folder", files: {}, flags: [] },
  {
    name: "a project with sources",
    files: { "src/a.ts": "export const a = (n: number): number => n;\n" },
    flags: [],
  },
  { name: "a config elsewhere", files: {}, flags: ["--config", "ci/own.yaml", "--output", "ci/c"] },
  { name: "a config that was there", files: { "gauntlet.toml": "# mine\n" }, flags: [] },
];

test.each(places)("in $name, every command that init prints ends with 0", async (place) => {
  const project = new TempProject(place.files);
  if (Object.keys(place.files).length === 0) rmSync(project.path("package.json"));
  const words = ["init", ...place.flags, "--ci", "--install-skill", "--json"];
  const { code, out, err } = await project.gauntlet(...words);
  expect([code, err]).toEqual([0, ""]);
  const { artifacts, next } = JSON.parse(out) as { artifacts: string[]; next: string[] };
  const texts = [...artifacts.map((file) => project.read(file)), ...next];
  const commands = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/npx gauntlet ([^`\n]+)/gu)].map(([, command = ""]) => command.trim()),
    ),
  );
  expect(commands.size).toBeGreaterThanOrEqual(3);
  const codes: Record<string, number | null> = {};
  for (const command of commands) {
    const given = [...command.matchAll(/'([^']*)'|(\S+)/gu)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );
    codes[command] = (await project.gauntlet(...given.map(String))).code;
  }
  expect(codes).toEqual(Object.fromEntries([...commands].map((command) => [command, 0])));
});

test("a starter of seams runs, and its faults strike", async () => {
  const project = new TempProject({
    "src/out.ts": `
import { writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
export const save = (text: string) => writeFile("a.txt", text);
export const ask = async (id: number) => (await fetch(\`https://a.example/\${id}\`)).text();
export const push = () => promisify(execFile)("git", ["push"]);
`,
  });
  expect(await project.gauntlet("init")).toMatchObject({ code: 0 });
  const { code, out } = await project.gauntlet("explore", "--runs", "200", "--json");
  const { evidence, findings } = JSON.parse(out) as {
    evidence: { cells: readonly { fault: string }[] };
    findings: readonly unknown[];
  };
  expect([code, findings]).toEqual([0, []]);
  const struck = new Set(evidence.cells.map(({ fault }) => fault));
  expect([...struck]).toEqual(
    expect.arrayContaining(["diskFull", "http 503 https://a.example/*"]) as unknown,
  );
});
