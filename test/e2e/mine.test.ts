import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const text = `
export function slug(title: string): string {
  return title.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
export function encode(values: number[]): string {
  return values.join(",");
}
export function decode(text: string): number[] {
  return text.split(",").map(Number);
}
`;

const compilerOptions = { strict: true, module: "nodenext", target: "es2023" };
const config = JSON.stringify({ compilerOptions });

test("a law that breaks is a finding with the smallest values, and can be replayed", async () => {
  const project = new TempProject({ "src/text.ts": text, "tsconfig.json": config });
  const words = ["check", "src/text.ts:encode", "--property", "round trip", "--runs", "100"];
  const { code, findings, properties } = await project.told(...words);
  expect(code).toBe(1);
  expect(findings.map(({ story }) => story)).toEqual([
    [
      "encode([])",
      'encode([]) gave "", decode of that gave [0]',
      "broken: law encode: round trip through decode",
    ],
  ]);
  expect(properties.map(({ name }) => name)).toEqual(["law encode: round trip through decode"]);
  const replayed = await project.told("replay", findings[0]?.trace ?? "");
  expect([replayed.code, replayed.findings[0]?.identity.key]).toEqual([
    1,
    findings[0]?.identity.key,
  ]);
}, 60_000);
