import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunManifest, StoredRun } from "../../store/runs/index.ts";
import { exportedFiles } from "./export-run.ts";
import { runFiles } from "./run-files.ts";

function storedRun(traces: readonly string[]): {
  readonly run: StoredRun;
  readonly projectRoot: string;
} {
  const base = mkdtempSync(path.join(tmpdir(), "gauntlet-files-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const projectRoot = path.join(base, "app");
  const folder = path.join(projectRoot, ".gauntlet/runs/r");
  mkdirSync(folder, { recursive: true });
  mkdirSync(path.join(base, "other/findings/f"), { recursive: true });
  writeFileSync(path.join(base, "other/findings/f/secret"), "secret");
  writeFileSync(path.join(projectRoot, "own.jsonl"), "own");
  writeFileSync(path.join(folder, "report.json"), "{}");
  symlinkSync("../other/findings/f/secret", path.join(projectRoot, "link"));
  symlinkSync("../other", path.join(projectRoot, "folder"));
  const manifest: RunManifest = {
    schema: 1,
    runId: "r",
    command: "explore",
    subject: "s",
    verdict: "held",
    startedAt: "",
    finishedAt: "",
    identities: [],
    findings: [],
    digests: {},
    traces,
  };
  return { run: { folder, manifest }, projectRoot };
}

test("what a manifest names outside of the project is not read, by name or by link", async () => {
  const { run, projectRoot } = storedRun([
    "../other/findings/f/secret",
    "link",
    "folder/findings/f/secret",
    "own.jsonl",
    "gone.jsonl",
  ]);
  const files = await runFiles(run, projectRoot);
  expect(files.map((file) => [file.path, file.state])).toEqual([
    [".gauntlet/runs/r/report.json", "kept"],
    ["../other/findings/f/secret", "outside"],
    ["link", "outside"],
    ["folder/findings/f/secret", "outside"],
    ["own.jsonl", "kept"],
    ["gone.jsonl", "gone"],
  ]);
  const carried = await exportedFiles({ run, projectRoot });
  expect(carried.map(({ name }) => name)).toEqual(["report.json", "files/own.jsonl"]);
});

test("an absolute path is not read either", async () => {
  const { run, projectRoot } = storedRun(["/etc/hostname"]);
  const [, found] = await runFiles(run, projectRoot);
  expect(found).toMatchObject({ path: "/etc/hostname", state: "outside", sha256: "" });
});
