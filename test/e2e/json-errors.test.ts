import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const cases: readonly (readonly [string, string, string])[] = [
  ["explor a.chaos.ts --json", "", "U001"],
  ["explore --rnus 3 --json", "explore", "U002"],
  ["explore a.chaos.ts --runs 1e3x --json", "explore", "U003"],
  ["explore --json a.chaos.ts --report pdf", "explore", "U006"],
  ["explore a.chaos.ts --config no.toml --json", "explore", "C001"],
  ["explore --json", "explore", "U007"],
  ["replay --json", "replay", "U005"],
  ["replay nothing --json", "replay", "T030"],
  ["replay a.chaos.ts --token x --save --json", "replay", "U015"],
  ["shrink nothing --json", "shrink", "T030"],
  ["trace --json", "trace", "U001"],
  ["report --json", "report", "U001"],
  ["report --json show", "report", "U001"],
  ["report show --jsno --json", "report", "U002"],
  ["artifacts --json", "artifacts", "U001"],
  ["corpus --json", "corpus", "U001"],
  ["agent --json", "agent", "U001"],
  ["trace verify package.json --json", "trace", "T001"],
  ["corpus export x.gz --json", "corpus", "K007"],
  ["verify no-such-id --json", "verify", "V002"],
  ["check src/none.ts --json", "check", "U010"],
  ["init --ci --ci-name a/b --json", "init", "U003"],
  ["report show --json", "report", "R001"],
  ["report query nothing --path .a --json", "report", "R001"],
  ["report flaky a b --flake-budget 2 --json", "report", "U003"],
  ["artifacts ls nothing --json", "artifacts", "R001"],
  ["artifacts diff a --json", "artifacts", "U005"],
  ["artifacts bundle --json", "artifacts", "U005"],
  ["corpus add nothing --json", "corpus", "T030"],
  ["env --config no.toml --json", "env", "C001"],
  ["doctor --cwd nowhere --json", "doctor", "U013"],
  ["init --cwd nowhere --json", "init", "U013"],
  ["report show --cwd package.json --json", "report", "U013"],
  ["agent import a.yaml --cwd nowhere --json", "agent", "U013"],
  ["gate nowhere --json", "gate", "U013"],
  ["agent rnu --json", "agent", "U001"],
  ["agent contract --json", "agent", "U001"],
  ["agent contract rnu --json", "agent", "U001"],
  ["agent run --json", "agent", "A015"],
  ["agent run --chaos-profile api_outage --json", "agent", "U003"],
  ["agent chaos --trials 0 --json", "agent", "U003"],
  ["agent ci --min-score 2 --json", "agent", "U003"],
  ["agent contract run --json", "agent", "A015"],
  ["agent contract validate --json", "agent", "A015"],
  ["agent contract score --json", "agent", "A015"],
  ["agent replay run --run --json", "agent", "U003"],
  ["agent replay run a.yaml --from-langsmith x --json", "agent", "U003"],
  ["agent replay run --from-langsmith x --json", "agent", "A067"],
  ["agent replay export --json", "agent", "U005"],
  ["agent replay export --from-report nothing --json", "agent", "R001"],
  ["agent replay export --from-report package.json --json", "agent", "A064"],
  ["agent certificate --json", "agent", "A015"],
  ["agent certificate verify nothing.json --json", "agent", "A079"],
  ["agent import nothing.yaml --json", "agent", "A069"],
];

test("AC-17: with --json an error is one document too, and the exit code stays", async () => {
  const project = new TempProject();
  for (const [words, command, code] of cases) {
    const { code: exitCode, out, err } = await project.cli(...words.split(" "));
    const document = JSON.parse(out) as { readonly error: { readonly what: string } };
    expect([words, exitCode, document]).toEqual([
      words,
      2,
      {
        tool: "gauntlet",
        schema: 1,
        command,
        verdict: "unknown",
        error: expect.objectContaining({ code }) as object,
      },
    ]);
    expect(err).toContain(`error[${code}]: ${document.error.what}`);
  }
});

test("without --json, and for what comes after --, an error leaves stdout empty", async () => {
  const project = new TempProject();
  for (const words of [
    ["replay", "nothing"],
    ["replay", "--", "--json"],
    ["explore", "-x"],
  ]) {
    expect(await project.cli(...words)).toMatchObject({ code: 2, out: "" });
  }
});

test("a report that cannot be written does not add a second document", async () => {
  const healthy = `
import { always, simulation } from "gauntlet";
export default simulation({ name: "healthy", run: () => always(true, "it is well") });
`;
  const project = new TempProject({ "a.chaos.ts": healthy, taken: "a file, not a folder" });
  const words = ["explore", "a.chaos.ts", "--runs", "3", "--json"];
  const { code, out, err } = await project.cli(...words, "--report", "json:taken/report.json");
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ verdict: "held" })]);
  expect(out).toContain("taken/report.json");
  expect(err).not.toContain("bug in gauntlet");
});
