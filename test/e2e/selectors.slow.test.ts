import { readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { RunManifest } from "../../src/runner/runs/index.ts";
import { cli } from "./saved-finding.ts";
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
  const found = JSON.parse((await cli(project, ...words)).out) as {
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
      const { out } = await cli(project, ...verb.split(" "), name, ...flags);
      const identity = identityOf(project, JSON.parse(out) as Document);
      expect([verb, kind, identity]).toEqual([verb, kind, expected[verb]]);
    }
  }
});

// --- inside ---

function sourceOf(project: TempProject, run: string | undefined): string | undefined {
  const text = readFileSync(project.path(`.gauntlet/runs/${run}/manifest.json`), "utf8");
  return (JSON.parse(text) as RunManifest).source;
}
