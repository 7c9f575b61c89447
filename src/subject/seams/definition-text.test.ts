import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { definitionText } from "./definition-text.ts";

const source = `
export function parsePrice(text: string): number {
  return Number(text);
}
export const half = (n: number): number => n / 2;
export class Cart {
  #sum = 0;
  add(n: number): void { this.#sum += n; }
  static of(): Cart { return new Cart(); }
}
export default function main(): void {}
export { half as divide };
`;

function textOf(name: string, text: string = source): string | undefined {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-definition-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(path.join(root, "a.ts"), text);
  return definitionText(path.join(root, "a.ts"), name);
}

test.each([
  ["parsePrice", "function parsePrice(text: string): number {\n  return Number(text);\n}"],
  ["half", "(n: number): number => n / 2"],
  ["divide", "(n: number): number => n / 2"],
  ["Cart.add", "add(n: number): void { this.#sum += n; }"],
  ["Cart.of", "static of(): Cart { return new Cart(); }"],
  ["default", "function main(): void {}"],
  ["gone", undefined],
])("the text of %s is its definition", (name, text) => {
  expect(textOf(name)).toBe(text);
});

test("the text of a class is all of it, and line ends do not matter", () => {
  expect(textOf("Cart")).toMatch(/^class Cart \{[^]*\}$/u);
  expect(textOf("Cart", source.replaceAll("\n", "\r\n"))).toBe(textOf("Cart"));
});

test("a file that is not there has no definitions", () => {
  expect(definitionText("/nowhere/a.ts", "f")).toBeUndefined();
});
