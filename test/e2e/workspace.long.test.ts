import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// A workspace whose packages import each other: code of the one beside is the user's own as well.

const lib = `
export class Stock {
  count = 5;
  async take(wanted: number): Promise<boolean> {
    const before = this.count;
    if (before < wanted) return false;
    await pause();
    this.count = before - wanted;
    return true;
  }
  recount(): void {
    if (this.count < 3) throw new RangeError("too few");
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
}
`;

const app = `
import { Stock } from "@ws/lib";
import { chaosTest } from "gauntlet";

const setup = () => ({ stock: new Stock(), taken: 0 });
const take = {
  run: async (state: ReturnType<typeof setup>) => {
    if (await state.stock.take(2)) state.taken += 2;
  },
};
const isCounted = ({ stock, taken }: ReturnType<typeof setup>) => taken <= 5 - stock.count;

export default chaosTest({
  name: "stock",
  setup,
  rules: { take },
  invariants: { "what was taken is counted": isCounted },
});
export const recount = chaosTest({
  name: "recount",
  setup,
  rules: { take, recount: { run: ({ stock }) => stock.recount() } },
});
`;

test("a story and an error name the functions and lines of a package beside", async () => {
  const project = new TempProject({
    "package.json": `{ "name": "ws", "private": true, "workspaces": ["packages/*"] }`,
    "packages/lib/package.json": `{ "name": "@ws/lib", "type": "module", "exports": "./index.ts" }`,
    "packages/lib/index.ts": lib,
    "packages/app/package.json": `{ "name": "@ws/app", "type": "module" }`,
    "packages/app/stock.chaos.ts": app,
  });
  project.write("node_modules/@ws/.keep", "");
  symlinkSync("../../packages/lib", project.path("node_modules/@ws/lib"));
  const explore = (subject: string) =>
    project.gauntlet("explore", subject, "--cwd", "packages/app", "--runs", "200");

  const raced = await explore("stock.chaos.ts");
  expect([raced.code, raced.out]).toEqual([1, expect.stringContaining("pause resumes")]);
  expect(raced.out).toMatch(/pause resumes +at \d+ ms +\.\.\/lib\/index\.ts:17/);

  const thrown = await explore("stock.chaos.ts#recount");
  expect([thrown.code, thrown.out]).toEqual([1, expect.stringContaining("../lib/index.ts:12")]);
  expect(thrown.out).toContain(`throw new RangeError("too few")`);
  expect(thrown.out).not.toContain(project.root);
});
