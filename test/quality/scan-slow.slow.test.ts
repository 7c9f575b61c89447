import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { documentOf, gauntlet } from "../e2e/command-line.ts";
import { temporaryFolder } from "./scan/temporary-folder.ts";

test("what is slow and ends is no finding, what never ends is one", async () => {
  const root = temporaryFolder();
  mkdirSync(path.join(root, "src"));
  writeFileSync(path.join(root, "package.json"), `{ "type": "module" }`);
  writeFileSync(
    path.join(root, "src/work.ts"),
    `const cell = new Int32Array(new SharedArrayBuffer(4));
     export function slow(text: string): number {
       Atomics.wait(cell, 0, 0, 2_500);
       return text.length;
     }
     export function endless(text: string): number { for (;;) if (text.length < 0) return 1; }
    `,
  );
  const told = async (name: string, runs: string): Promise<readonly string[]> => {
    const flags = ["--seed", "1", "--runs", runs, "--json", "--quiet"];
    const ended = await gauntlet(root, "scan", `src/work.ts:${name}`, ...flags);
    const { findings, scan } = documentOf(ended);
    expect(scan?.targets.map((target) => target.name)).toEqual([name]);
    return findings.map(({ evidence, kind }) => `${evidence?.target} ${kind}`);
  };
  expect(await told("slow", "3")).toEqual([]);
  expect(await told("endless", "30")).toEqual(["src/work.ts:endless property"]);
});
