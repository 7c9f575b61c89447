import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writePlan } from "./write-plan.ts";

test("where a file cannot be written, what was added to another is taken back", async () => {
  const projectRoot = mkdtempSync(path.join(tmpdir(), "gauntlet-init-"));
  onTestFinished(() => rmSync(projectRoot, { recursive: true, force: true }));
  const ignore = path.join(projectRoot, ".gitignore");
  writeFileSync(ignore, "dist");
  writeFileSync(path.join(projectRoot, "tests"), "a file, and no folder");
  const added = { path: ".gitignore", text: ".gauntlet/\n", isAdded: true } as const;
  const options = { projectRoot, isForced: false, isDry: false };
  const failed = writePlan([added, { path: "tests/a.md", text: "" }], options);
  await expect(failed).rejects.toMatchObject({ code: "I002" });
  expect(readFileSync(ignore, "utf8")).toBe("dist");
  expect(await writePlan([added], options)).toEqual([{ path: ".gitignore", action: "extended" }]);
  expect(readFileSync(ignore, "utf8")).toBe("dist\n.gauntlet/\n");
});
