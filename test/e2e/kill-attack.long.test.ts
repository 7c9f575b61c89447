import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, test } from "vitest";
import { repository } from "./temp-project.ts";

// A few kills of `npm run attack:kill`, which has two hundred.

test("commands that are killed leave no process, no half file and nothing lost", async ({
  skip,
}) => {
  skip(process.platform !== "linux", "what is left is looked for in /proc");
  const attack = path.join(repository, "test", "attack", "kill.mjs");
  const child = spawn(process.execPath, [attack, "--smoke", "--seed", "5"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number];
  const end = expect.stringMatching(/\nnothing was left\s*$/u) as unknown;
  expect({ code, out }).toEqual({ code: 0, out: end });
});
