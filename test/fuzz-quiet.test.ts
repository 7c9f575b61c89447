import { expect, test } from "vitest";
import { repository, TempProject } from "./e2e/temp-project.ts";

// The search for false alarms, with a little of its work.

const program = `${repository}/test/fuzz-quiet.mjs`;
const msMax = 60_000;

test(
  "code that is right is quiet",
  async () => {
    const { code, out } = await new TempProject({}).node(program, "--smoke", "--only", "json");
    expect([code, out]).toEqual([0, expect.stringContaining("1 targets, 0 not quiet")]);
    expect(out).toMatch(/✓ json: [\d,]+ inputs/u);
  },
  msMax,
);

test(
  "a finding is told, and fails",
  async () => {
    const here = new TempProject({
      "targets/loud.fuzz.mjs": `
import { fuzz } from "gauntlet";
export default fuzz("loud", (data) => { if (data.length > 2) throw new Error("too loud"); });`,
    });
    const { code, out } = await here.node(program, "--smoke", "--fixtures", here.path("targets"));
    expect([code, out]).toEqual([1, expect.stringContaining("1 targets, 1 not quiet")]);
    expect(out).toContain("too loud");
  },
  msMax,
);
