import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const chaosFile = `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "count",
  setup: () => ({ count: 0 }),
  rules: { add: { run: (state) => void (state.count += 1) } },
  invariants: { "it grows": ({ count }) => count >= 0 },
});
`;

test("without files, doctor says what is here and what to do next: exit 0", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const { code, out } = await project.cli("doctor");
  const shown = out
    .replace(/(Node +)\d+\.\d+\.\d+/u, "$1<version>")
    .replace(/(fast-check +)\d+\.\d+\.\d+/u, "$1<version>")
    .replace(/\d+ [GM]B/u, "<space>");
  expect([code, shown]).toMatchInlineSnapshot(`
    [
      0,
      "doctor   13 checks   no problems found

    ✓ Node                <version>, supported: ^20.19.0 || >=22.12.0
    ✓ package manager     npm (no lock file)
    ✓ packages            package.json names none
    ✓ modules             ES modules ("type": "module")
    ✓ tsconfig.json       none; types are read all the same
    ✓ test runner         none; \`npx gauntlet explore\` needs none
    ✓ fast-check          <version>
    ✓ optional packages   none; not here, and only needed to test them: @electric-sql/pglite,
                          @openai/agents-core, ai, langchain, vitest
    ✓ config              none; the defaults hold
    ✓ chaos tests         1 in a.chaos.ts
    ✓ regressions         none saved
    ✓ .gauntlet           not there yet, writable, <space> free
    ✓ signing key         none yet; the first certificate makes .gauntlet-keys/certificate-key.pem

    next     npx gauntlet explore
    ",
    ]
  `);
});

test("what is in the way makes exit 2, and one document with --json", async () => {
  const project = new TempProject({ "gauntlet.toml": "[explorer]\nsede = 1\n" });
  const text = await project.cli("doctor");
  expect([text.code, text.out]).toEqual([
    2,
    expect.stringMatching(/^✗ config .*`sede`.*\n +help: .*`seed`/mu),
  ]);
  const { code, out } = await project.cli("doctor", "--json");
  expect([code, JSON.parse(out)]).toMatchObject([
    2,
    {
      tool: "gauntlet",
      command: "doctor",
      verdict: "unknown",
      checks: expect.arrayContaining([expect.objectContaining({ name: "config" })]),
      next: ["npx gauntlet doctor"],
    },
  ]);
});

test("with a flag about runs, doctor still runs every test", async () => {
  const project = new TempProject({ "a.chaos.ts": chaosFile });
  const { code, out } = await project.cli("doctor", "--runs", "2");
  expect([code, out]).toEqual([0, expect.stringContaining("came out the same")]);
});

const whyNot = mountProblem();

test("a full disk is told before anything is found", async ({ skip }) => {
  skip(whyNot !== "", whyNot);
  const project = new TempProject();
  mount(project, "size=64k");
  const { code, out } = await project.cli("doctor");
  expect([code, out]).toEqual([
    2,
    expect.stringMatching(
      /^✗ \.gauntlet +nothing that is found can be kept: .*ENOSPC.*\n +help: free some space: /mu,
    ),
  ]);
});

test("a read-only disk is told, and one that is not is fine", async ({ skip }) => {
  skip(whyNot !== "", whyNot);
  const project = new TempProject();
  mount(project, "ro");
  const { code, out } = await project.cli("doctor");
  expect([code, out]).toEqual([
    2,
    expect.stringMatching(/^✗ \.gauntlet +nothing that is found can be kept: .*EROFS/mu),
  ]);
  const twin = new TempProject();
  mount(twin, "size=400m");
  expect(await twin.cli("doctor")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^✓ \.gauntlet +writable, \d+ MB free$/mu) as string,
  });
});

// --- inside ---

function mount(project: TempProject, options: string): void {
  const folder = project.path(".gauntlet");
  mkdirSync(folder);
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", [folder]));
}

/** Why no disk can be mounted here; "" where one can. */
function mountProblem(): string {
  const problem = process.getuid?.() === 0 ? "" : "only root can mount a small disk";
  if (problem !== "") process.stderr.write(`skipped: ${problem}\n`);
  return problem;
}
