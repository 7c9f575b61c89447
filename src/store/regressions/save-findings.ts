import path from "node:path";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { refuseLinksBelow } from "../../config/files/store-links.ts";
import { withFileLock } from "../file-lock.ts";
import { storeFinding, writeReportFile, writeWhole } from "../finding-store.ts";
import { writeTrace } from "../trace-file.ts";
import { makeFolder, unwritten } from "../unwritten.ts";
import { UnwrittenFiles } from "../unwritten-files.ts";
import { writeBundle } from "./bundle.ts";
import {
  fileDigest,
  manifestFile,
  readManifest,
  type RegressionRecord,
  targetDigest,
  textDigest,
  writeManifest,
} from "./manifest.ts";
import { regressionCode, regressionsFolder } from "./regression-code.ts";
import type { ScanFinding } from "./scan-finding.ts";
import { testStyle } from "./test-runner.ts";

/** What saving findings takes besides them. */
export interface SaveOptions {
  readonly projectRoot: string;
  /** Whether the evidence is kept beside each trace: `proof_bundles`. */
  readonly hasBundles: boolean;
  /** The version of this tool. */
  readonly version: string;
}

/** What was written, relative to the project root, and what is worth knowing about it. */
export interface SaveOutcome {
  readonly artifacts: readonly string[];
  readonly notes: readonly string[];
  readonly unwritten: readonly UnwrittenFile[];
}

/**
 * Keeps the findings of a scan: each under `.gauntlet/findings/`, and as a regression in the test
 * runner of the project, bound to the source of its target by the manifest beside it.
 */
export async function saveScanFindings(
  found: readonly ScanFinding[],
  options: SaveOptions,
): Promise<SaveOutcome> {
  if (found.length === 0) return { artifacts: [], notes: [], unwritten: [] };
  const { projectRoot, hasBundles } = options;
  const artifacts: string[] = [];
  const lost: UnwrittenFile[] = [];
  const refused = new UnwrittenFiles(projectRoot);
  for (const each of found) {
    const { finding, trace } = each;
    const stored = await storeFinding(projectRoot, { finding, trace });
    artifacts.push(...stored.artifacts);
    lost.push(...stored.unwritten);
    if (!hasBundles) continue;
    artifacts.push(...((await refused.attempt(() => writeBundle(projectRoot, each))) ?? []));
  }
  const kept = await refused.attempt(() => saveRegressions(found, options, refused));
  return {
    artifacts: [...artifacts, ...(kept?.artifacts ?? [])],
    notes: kept?.notes ?? [],
    unwritten: [...lost, ...refused.list],
  };
}

// --- inside ---

async function saveRegressions(
  found: readonly ScanFinding[],
  options: SaveOptions,
  refused: UnwrittenFiles,
): Promise<Omit<SaveOutcome, "unwritten">> {
  const { projectRoot } = options;
  const manifest = manifestFile(projectRoot);
  refuseLinksBelow(projectRoot, manifest);
  await makeFolder(path.dirname(manifest)).catch((thrown: unknown) => {
    throw unwritten(thrown, manifest);
  });
  return withFileLock(manifest, async () => {
    const records = new Map(readManifest(projectRoot).map((record) => [record.id, record]));
    const artifacts: string[] = [];
    const notes: string[] = [];
    for (const each of found) {
      const before = records.get(each.finding.id);
      if (before !== undefined && isEdited(projectRoot, before)) {
        notes.push(`${before.files.test} was changed by hand and stays as it is`);
        continue;
      }
      const record = await refused.attempt(() => writeRegression(each, options));
      if (record === undefined) continue;
      records.set(record.id, record);
      artifacts.push(...Object.values(record.files));
    }
    await writeManifest(projectRoot, [...records.values()]);
    const names = [...artifacts, "manifest.json"];
    return { artifacts: names.map((name) => path.join(regressionsFolder, name)), notes };
  });
}

function isEdited(projectRoot: string, { files, digests }: RegressionRecord): boolean {
  const digest = fileDigest(projectRoot, files.test);
  return digest !== undefined && digest !== digests.test;
}

async function writeRegression(
  found: ScanFinding,
  { projectRoot, version }: SaveOptions,
): Promise<RegressionRecord> {
  const { id } = found.finding;
  const folder = path.join(projectRoot, regressionsFolder);
  const code = regressionCode(found, testStyle(projectRoot));
  // No test runner takes a `.jsx` of this name for a test; Node would run any `.js` below `test`.
  const files = { test: code.name, trace: `${id}.jsonl`, subject: `${id}.subject.jsx` };
  const subject = movedModule(found.subject, `${regressionsFolder}/${files.subject}`);
  await writeWhole(path.join(folder, files.subject), subject);
  const trace = movedTrace(found.trace, `${regressionsFolder}/${files.subject}`);
  await writeTrace({ path: path.join(folder, files.trace), trace, collision: "overwrite" });
  await writeReportFile(path.join(folder, files.test), code.text);
  const { module, name, definedIn = module } = found.target;
  return {
    id,
    module,
    definedIn,
    name,
    key: found.finding.identity.key,
    failure: `${found.failure.error}: ${found.failure.message}`.slice(0, failureLengthMax),
    how: code.how,
    files,
    digests: {
      target: targetDigest(projectRoot, { definedIn, name }) ?? "",
      test: textDigest(code.text),
      trace: fileDigest(projectRoot, files.trace) ?? "",
      subject: textDigest(subject),
    },
    gauntlet: version,
  };
}

const failureLengthMax = 200;

/** The same module at another place: what it imports by a relative path is where it was. */
function movedModule({ text, file }: ScanFinding["subject"], target: string): string {
  const [from, to] = [path.posix.dirname(file), path.posix.dirname(target)];
  return text.replaceAll(
    /(?<before>^\s*(?:import|export)\b[^"'\n]*["'])(?<specifier>\.{1,2}\/[^"'\n]+)/gmu,
    (_, before: string, specifier: string) => {
      const moved = path.posix.relative(to, path.posix.join(from, specifier));
      return `${before}${moved.startsWith(".") ? moved : `./${moved}`}`;
    },
  );
}

function movedTrace(trace: Trace, file: string): Trace {
  // The digest is of modules at the old place; the manifest has one of what matters.
  const subject = { ...trace.header.subject, file, digest: "" };
  return { ...trace, header: { ...trace.header, subject } };
}
