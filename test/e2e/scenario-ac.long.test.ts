import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// What running scenario files promises, through the command line; what takes longer is in
// scenario-*.long.test.ts, record.long.test.ts and flags.slow.test.ts.

const good = `
version: 1
name: a good one
steps:
  - { type: assert_ok, value: true }
`;
const distributed = JSON.stringify({
  version: 1,
  name: "two tills",
  distributed: {
    node_count: 2,
    steps: [{ type: "client_put", node: "n0", key: "a", value: "b" }],
    invariants: [{ type: "kv_all_equal", key: "a" }],
  },
});

describe("AC-2: what is named and not there", () => {
  test("AC-2a, AC-2b: is an error that lists all of it, and nothing is run", async () => {
    const project = new TempProject({ "good.scenario.yaml": good });
    for (const found of ["good.scenario.yaml", "*.scenario.yaml", "."]) {
      const words = ["test", found, "one.scenario.yaml", "sub/two.scenario.yaml"];
      const { code, out, err } = await project.cli(...words);
      expect([found, code, out]).toEqual([found, 2, ""]);
      expect(err).toMatch(/there is no `one\.scenario\.yaml`, `sub\/two\.scenario\.yaml`/);
      expect(err).toContain("nothing was run");
    }
    expect(existsSync(project.path(".gauntlet"))).toBe(false);
  });

  test("AC-2b: is fine for one pattern of several, and not for all of them", async () => {
    const project = new TempProject({ "good.scenario.yaml": good });
    const both = await told(project, "test", "*.scenario.yaml", "no-such-*.yaml");
    expect(both).toMatchObject({ code: 0, verdict: "held", summary: { scenarios: 1, held: 1 } });
    const none = await told(project, "test", "no-such-*.yaml", "none/**");
    expect(none).toMatchObject({ code: 3, verdict: "unknown" });
  });

  test("AC-2c: nothing executed is no success, unless that is asked for", async () => {
    const project = new TempProject({ "good.scenario.yaml": good });
    const filtered = ["test", "--filter", "another name"];
    expect(await told(project, ...filtered)).toMatchObject({
      code: 3,
      verdict: "unknown",
      because: "the filter left none of 1 scenarios",
      summary: { scenarios: 0, filteredOut: 1 },
    });
    expect(await told(project, ...filtered, "--pass-with-no-tests")).toMatchObject({ code: 0 });
    const empty = new TempProject();
    expect(await told(empty, "test")).toMatchObject({ code: 3, verdict: "unknown" });
    const noSteps = "version: 1\nname: nothing\nsteps: []\n";
    const vacuous = new TempProject({ "a.scenario.yaml": noSteps });
    expect(await told(vacuous, "test")).toMatchObject({ code: 2, error: {} });
  });
});

test("AC-4a: a scenario that cannot be loaded takes nothing from the others", async () => {
  const lost = good.replace("{ type: assert_ok, value: true }", "{ type: call, fn: pay.js#pay }");
  const files = { "good.scenario.yaml": good, "lost.scenario.yaml": lost };
  const project = new TempProject(files);
  expect(await told(project, "test", "--jobs", "1", "--record", "x.jsonl.gz")).toMatchObject({
    code: 3,
    summary: { held: 1, unknown: 1 },
    cases: [
      { file: "good.scenario.yaml", verdict: "held", trace: "x.1.jsonl.gz" },
      {
        file: "lost.scenario.yaml",
        verdict: "unknown",
        because: expect.stringMatching(
          /^lost\.scenario\.yaml:5:23: .*`pay\.js` \(N012\)$/u,
        ) as string,
      },
    ],
    next: ["npx gauntlet validate lost.scenario.yaml"],
  });
  // Where there is nothing else, it is an error like that of a file that is not valid.
  const alone = { code: 2, error: { code: "N012" } };
  expect(await told(project, "run", "lost.scenario.yaml")).toMatchObject(alone);
});

test("AC-4a: a distributed scenario is listed as not executed, which is no success", async () => {
  const files = { "good.scenario.yaml": good, "tills.scenario.json": distributed };
  const project = new TempProject(files);
  const { code, verdict, cases } = await told(project, "test");
  expect([code, verdict]).toEqual([3, "unknown"]);
  expect(cases).toMatchObject([
    { file: "good.scenario.yaml", verdict: "held" },
    {
      file: "tills.scenario.json",
      verdict: "not executed",
      because: expect.stringContaining("distributed") as string,
    },
  ]);
  for (const verb of ["explore", "doctor"]) {
    const listed = await told(
      project,
      verb,
      "tills.scenario.json",
      "good.scenario.yaml",
      "--runs",
      "1",
    );
    expect([verb, listed]).toMatchObject([
      verb,
      { code: 3, verdict: "unknown", cases: [{ verdict: "not executed" }, { verdict: "held" }] },
    ]);
  }
});

test("AC-23: an assertion that polls comes to its end, be it with --det or without", async () => {
  const never = (poll: string): string => `
version: 1
name: what never comes
steps:
  - { type: assert_eventually_kv, key: a, equals: b, within: 10s, poll: ${poll} }
`;
  const project = new TempProject({ "a.scenario.yaml": never("1ms") });
  for (const flags of [[], ["--det"]]) {
    const { code, findings } = await told(project, "run", "a.scenario.yaml", ...flags);
    const error = "assert_eventually_kv";
    expect([code, findings]).toMatchObject([1, [{ identity: { error } }]]);
  }
  project.write("a.scenario.yaml", never("0ms"));
  const refused = await project.cli("run", "a.scenario.yaml");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("poll") as string]);
});

// --- inside ---

interface Told {
  readonly code: number | null;
  readonly verdict?: string;
  readonly cases?: readonly object[];
  readonly findings?: readonly object[];
}

async function told(project: TempProject, ...words: string[]): Promise<Told> {
  const { code, out } = await project.cli(...words, "--json");
  return { ...(JSON.parse(out) as object), code };
}
