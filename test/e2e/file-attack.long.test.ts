import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { repository } from "./temp-project.ts";

// A few mutants of `npm run attack:files`, which has a hundred thousand.

test("no kind of file that is read ends a command by being damaged", async () => {
  const attack = path.join(repository, "test", "attack", "mutants.mjs");
  const child = spawn(process.execPath, [attack, "--smoke", "--seed", "3"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number];
  const all = expect.stringMatching(/^all +403 +0 *$/mu) as unknown;
  expect({ code, out }).toEqual({ code: 0, out: all });
}, 240_000);
