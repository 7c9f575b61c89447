import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, module: "nodenext", target: "es2023" },
});

function project(source: string): TempProject {
  return new TempProject({ "src/a.ts": source, "tsconfig.json": tsconfig });
}

test("check --contract says which contract a function is held to", async () => {
  const shell = project(`import { execSync } from "node:child_process";
    export function list(folder: string): string { return execSync("ls " + folder).toString(); }`);
  const unsafe = await shell.told("check", "src/a.ts:list", "--contract", "shell_injection");
  expect([unsafe.code, unsafe.findings.length]).toEqual([1, 1]);
  const plain = await shell.told("check", "src/a.ts:list", "--contract", "json_roundtrip");
  expect(plain.code).not.toBe(1);
});

test("mine --time ends before every function was called", async () => {
  const names = Array.from({ length: 6 }, (_, index) => `f${index}`);
  const sources = names.map((name) => `export const ${name} = (n: number): number => n + 1;`);
  const many = project(sources.join("\n"));
  const whole = await many.told("mine", "src/a.ts", "--runs", "20", "--workers", "1");
  expect(whole.code).toBe(0);
  const flags = ["--runs", "20", "--workers", "1", "--time", "0.001"];
  const cut = await many.told("mine", "src/a.ts", ...flags);
  expect([cut.code, cut.because]).toEqual([3, "the time was over before all was called"]);
});

test("scan --deepen calls functions while something goes wrong around them", async () => {
  const rates = project(`export async function rate(code: string): Promise<number> {
      const answer = await fetch("https://rates.example/" + encodeURIComponent(code));
      return answer.ok ? 1 : 0;
    }`);
  const flags = ["scan", "src/a.ts", "--runs", "10", "--time", "20"];
  const plain = await rates.told(...flags);
  const deep = await rates.told(...flags, "--deepen");
  const tried = ({ scan }: typeof plain): number =>
    scan?.reliability.filter(({ status }) => status !== "NOT EXERCISED").length ?? 0;
  expect([tried(plain), tried(deep) > 0]).toEqual([0, true]);
});
