import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { hostFiles } from "../../src/world/host/index.ts";
import { hostWorld } from "./host-world.ts";
import { TempProject } from "./temp-project.ts";

// Another process puts a link that leads out in the place of a folder, and takes it away again, all
// the time.
test("nothing outside of the project is read or made while a folder is swapped", async () => {
  const outside = new TempProject({ secret: "secret" });
  const project = new TempProject({ "data/secret": "own" });
  const before = fs.readdirSync(outside.root);
  const swapping = ["--eval", swapper, project.path("data"), outside.root];
  const attacker = spawn(process.execPath, swapping, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void attacker.kill("SIGKILL"));
  await once(createInterface({ input: attacker.stdout }), "line");
  const seen = { read: 0, refused: 0 };
  const attempt = (body: () => void): void => {
    try {
      body();
    } catch (thrown) {
      if (/leads out|swapped/.test((thrown as Error).message)) seen.refused += 1;
    }
  };
  for (let round = 0; round < roundsMax && (seen.read < 3 || seen.refused < 100); round++) {
    const files = hostFiles(hostWorld().world, project.root);
    attempt(() => {
      const text = files.read("data/secret");
      expect(text).not.toBe("secret");
      if (text === "own") seen.read += 1;
    });
    attempt(() => files.write("data/secret", "own"));
    attempt(() => files.write(`data/new/${round % 3}`, "own"));
    attempt(() => files.remove("data/secret"));
    attempt(() => files.write("data/secret", "own"));
  }
  attacker.kill("SIGKILL");
  await once(attacker, "exit");
  expect(seen.refused).toBeGreaterThan(0);
  expect(fs.readdirSync(outside.root)).toEqual(before);
  expect(outside.read("secret")).toBe("secret");
});

// --- inside ---

/** A machine that is busy may let the two meet seldom. */
const roundsMax = 500;

const swapper = `
const fs = require("node:fs");
const [, folder, outside] = process.argv;
const attempt = (body) => { try { body(); } catch {} };
console.log("on");
for (let count = 0; ; count++) {
  attempt(() => fs.renameSync(folder, folder + count));
  attempt(() => fs.symlinkSync(outside, folder));
  attempt(() => fs.unlinkSync(folder));
  attempt(() => fs.renameSync(folder + count, folder));
}
`;
