import { cpSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { FindingDocument } from "../../src/report/finding-document.ts";
import type { ResultDocument } from "../../src/report/json.ts";
import { documentOf, gauntlet, type Outcome } from "../e2e/command-line.ts";
import { repository } from "../e2e/example.ts";
import { temporaryFolder } from "./scan/temporary-folder.ts";
import { bugs, correct, type PlantedBug } from "./scan/expected.ts";

/**
 * Whether a scan can be trusted: of code of which it is known what is wrong with it, how much is
 * found, and whether anything is said against what is right.
 */
describe("a scan of known code", () => {
  const corpus = path.join(repository, "test/quality/scan/corpus");
  let ended: Outcome;
  let found: ResultDocument;

  beforeAll(async () => {
    const root = temporaryFolder();
    cpSync(corpus, root, { recursive: true });
    symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
    ended = await gauntlet(
      root,
      "scan",
      "src",
      "--seed",
      "1",
      "--runs",
      "300",
      "--json",
      "--quiet",
    );
    found = documentOf(ended);
  }, 1_800_000);

  test("ends as a scan that found something does", () => {
    expect(ended.err).toBe("");
    expect(ended.code).toBe(1);
    expect(found.verdict).toBe("broken");
    expect(found.summary).toMatchObject({ left: 0 });
  });

  test("calls all that is known, and nothing else", () => {
    const known = [...Object.keys(bugs), ...correct].toSorted();
    expect(new Set(known).size).toBe(known.length);
    expect([...new Set(scanned(found))].toSorted()).toEqual(known);
  });

  test("is stopped by nothing in what has a bug", () => {
    const blocked = found.scan?.targets.filter((target) => target.blocked !== undefined) ?? [];
    expect(blocked.map(nameOf).filter((name) => name in bugs)).toEqual([]);
  });

  test("finds nine of ten bugs, and supports seven of ten of these", () => {
    const seen = Object.entries(bugs).map(([name, bug]) => {
      const fitting = findingsOf(found, name).filter((finding) => isAt(bug, finding));
      const isSupported = fitting.some(({ evidence }) => evidence?.level === "supported");
      return { name, kind: bug.kind, isFound: fitting.length > 0, isSupported };
    });
    const misses = seen.filter(({ isFound }) => !isFound);
    const hits = seen.filter(({ isFound }) => isFound);
    const supported = hits.filter(({ isSupported }) => isSupported);
    const said = [
      `found ${hits.length} of ${seen.length} bugs, ${supported.length} of these supported`,
      ...misses.map(({ name, kind }) => `missed ${name}: ${kind}`),
    ].join("\n");
    process.stdout.write(`${said}\n`);
    expect(hits.length / seen.length).toBeGreaterThanOrEqual(0.9);
    expect(supported.length / hits.length).toBeGreaterThanOrEqual(0.7);
  });

  test("supports nothing against what is right", () => {
    const alarms = correct.flatMap((name) =>
      findingsOf(found, name).filter(({ evidence }) => evidence?.level === "supported"),
    );
    expect(alarms.map((finding) => `${finding.evidence?.target}: ${told(finding)}`)).toEqual([]);
  });

  test("supports nothing but the bug of what has one", () => {
    const others = Object.entries(bugs).flatMap(([name, bug]) =>
      findingsOf(found, name).filter(
        (finding) => finding.evidence?.level === "supported" && !isAt(bug, finding),
      ),
    );
    expect(others.map((finding) => `${finding.evidence?.target}: ${told(finding)}`)).toEqual([]);
  });
});

test("what is scanned says nothing about its bugs, and has no errors of types", async () => {
  for (const name of new Set(Object.keys(bugs).map((known) => known.split(":")[0] ?? ""))) {
    const file = path.join(repository, "test/quality/scan/corpus/src", name);
    expect(readFileSync(file, "utf8")).not.toMatch(/\b(bugs?|wrong|broken|fails on)\b.*\bhere\b/i);
  }
  const root = temporaryFolder();
  cpSync(path.join(repository, "test/quality/scan/corpus"), root, { recursive: true });
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
  const { default: ts } = await import("typescript6");
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
      },
    },
  );
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {});
  const problems = ts.getPreEmitDiagnostics(program);
  expect(
    problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")),
  ).toEqual([]);
  expect(config?.fileNames.length).toBeGreaterThan(20);
});

// --- inside ---

function nameOf({ module, name }: { readonly module: string; readonly name: string }): string {
  // A method or constructor that is called on its own belongs to its class.
  const [owner = name] = name.replace(/^new /, "").split(".");
  return `${module.replace(/^src\//, "")}:${owner}`;
}

function scanned({ scan }: ResultDocument): readonly string[] {
  return (scan?.targets ?? []).map(nameOf);
}

function findingsOf({ findings }: ResultDocument, wanted: string): readonly FindingDocument[] {
  return findings.filter(({ evidence }) => {
    const [module = "", name = ""] = (evidence?.target ?? "").split(":");
    return nameOf({ module, name }) === wanted;
  });
}

function isAt({ where, identity }: PlantedBug, finding: FindingDocument): boolean {
  const isThere = where === undefined || where.test(finding.place?.text ?? "");
  return isThere && identity.test(told(finding));
}

function told({ kind, identity, message }: FindingDocument): string {
  return [kind, identity.error, message, identity.property].join(" ");
}
