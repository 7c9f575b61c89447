import { createHash } from "node:crypto";
import { readFileSync, realpathSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";
import type { RunManifest } from "../../src/store/runs/index.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

const chaos = `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "counter",
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += 1; } } },
  invariants: { "never two": (state) => state.sum < 2 },
});
`;

interface Document {
  readonly run?: string;
  readonly file?: string;
  readonly files?: readonly { readonly path: string; readonly kind: string }[];
}

/** What a verb took a word for: the trace that it read, or the run that it showed. */
const verbs: Readonly<Record<string, (project: TempProject, document: Document) => unknown>> = {
  "trace verify": (_project, { file }) => file,
  "report show": (_project, { run }) => run,
  "artifacts ls": (_project, { run, files = [] }) => [
    run,
    files.filter(({ kind }) => kind === "trace").map((file) => file.path),
  ],
  // These leave runs of their own, which stand for the trace that they were given.
  replay: (project, { run }) => sourceOf(project, run),
  shrink: (project, { run }) => sourceOf(project, run),
  ci: (project, { run }) => sourceOf(project, run),
};

test("AC-9: every verb takes every way to name it for the same run and trace", async () => {
  const project = new TempProject({ "a.chaos.ts": chaos, "src/empty.ts": "" });
  const words = ["explore", "a.chaos.ts", "--runs", "5", "--json"];
  const found = JSON.parse((await project.cli(...words)).out) as {
    readonly run: string;
    readonly findings: readonly { readonly id: string }[];
  };
  const trace = `.gauntlet/findings/${found.findings[0]?.id}/trace.jsonl.gz`;
  symlinkSync(project.path(trace), project.path("link.jsonl.gz"));
  const expected: Readonly<Record<keyof typeof verbs, unknown>> = {
    "trace verify": trace,
    replay: trace,
    shrink: trace,
    ci: trace,
    "report show": found.run,
    "artifacts ls": [found.run, [trace]],
  };
  const names: readonly (readonly [string, string, string])[] = [
    ["absolute", ".", project.path(trace)],
    ["bare", path.dirname(trace), "trace.jsonl.gz"],
    ["./", ".", `./${trace}`],
    ["../", "src", `../${trace}`],
    ["symlink", ".", "link.jsonl.gz"],
    ["run id", "src", found.run],
    ["alias", ".", "last-fail"],
    ["alias", "src", "latest"],
  ];
  for (const [verb, identityOf] of Object.entries(verbs)) {
    for (const [kind, folder, name] of names) {
      const flags = ["--json", "--cwd", folder];
      const { out } = await project.cli(...verb.split(" "), name, ...flags);
      const identity = identityOf(project, JSON.parse(out) as Document);
      expect([verb, kind, identity]).toEqual([verb, kind, expected[verb]]);
    }
  }
});

/** Verbs that leave a run, after what has to be there for them. */
const keeping: readonly string[] = [
  "run a.scenario.yaml --record x.jsonl.gz",
  "test a.scenario.yaml b.scenario.yaml --record y.jsonl.gz",
  "replay x.jsonl.gz",
  "shrink x.jsonl.gz --out small.jsonl.gz",
  "explore a.scenario.yaml --runs 3 --record z.jsonl.gz",
];

test("AC-9: report, manifest and traces of a run agree with each other", async () => {
  const drawn = "{ type: draw, name: n, schema: { type: integer, minimum: 0, maximum: 99 } }";
  const steps = `steps:\n  - ${drawn}\n  - { type: fail, message: no }\n`;
  const project = new TempProject({
    "a.scenario.yaml": `version: 1\nname: a\n${steps}`,
    "b.scenario.yaml": `version: 1\nname: b\n${steps}`,
  });
  for (const line of keeping) {
    const { out } = await project.cli(...line.split(" "), "--json");
    const { run = "" } = JSON.parse(out) as Document;
    const folder = `.gauntlet/runs/${run}`;
    expect([line, project.read(`${folder}/report.json`)]).toEqual([line, out]);
    const report = JSON.parse(out) as ResultDocument;
    const manifest = JSON.parse(project.read(`${folder}/manifest.json`)) as RunManifest;
    const { command, subject, verdict, findings, summary } = report;
    const keys = findings.map(({ identity }) => identity.key).toSorted();
    expect(manifest).toMatchObject({
      runId: run,
      command,
      subject,
      verdict,
      seed: summary.seed,
      identities: [...new Set(keys)],
      findings: findings.map(({ id }) => id),
    });
    await tracesAgree(project, manifest);
  }
});

// --- inside ---

/** The traces of a run are the files that it knew, and fail in a way that it tells. */
async function tracesAgree(project: TempProject, manifest: RunManifest): Promise<void> {
  const { command, traces, source, digests, identities } = manifest;
  const named = [...traces, ...(source === undefined ? [] : [source])];
  expect([command, named.length > 0]).toEqual([command, true]);
  for (const name of named) {
    const bytes = readFileSync(project.path(name));
    expect([name, createHash("sha256").update(bytes).digest("hex")]).toEqual([name, digests[name]]);
    const { verdict, header } = await readTrace(project.path(name));
    expect([name, verdict.kind === "broken" && identities.includes(verdict.identity.key)]).toEqual([
      name,
      true,
    ]);
    const real = realpathSync(project.path(name));
    expect(header.path ?? real).toBe(real); // those of findings do not say where they lie
  }
}

function sourceOf(project: TempProject, run: string | undefined): string | undefined {
  const text = readFileSync(project.path(`.gauntlet/runs/${run}/manifest.json`), "utf8");
  return (JSON.parse(text) as RunManifest).source;
}
