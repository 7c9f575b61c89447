import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { settingsOf } from "../../src/cli/settings.ts";
import { explore } from "../../src/engines/explore/index.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { defaultConfig } from "../../src/config/index.ts";
import { oddServer, startServer } from "./host-world.ts";
import { TempProject } from "./temp-project.ts";

// A whole campaign in its own process, strict as ever: code that starts a command and asks a server
// of the host, with a bug in what it makes of the answers.
test("a failure with the host is found and made small, and replays where it is gone", async () => {
  const { origin, stop } = await startServer(oddServer);
  const project = new TempProject({
    "tool.sh": "#!/bin/sh\nsleep 0.3\necho 41\n",
    "src/total.ts": total,
    "total.chaos.ts": chaos(origin),
  });
  const target = { projectRoot: project.root, file: "total.chaos.ts", exportName: "default" };
  const settings = settingsOf(defaultConfig(project.root));
  const host = { proc: true, http: true };
  const result = await explore({
    target,
    settings: {
      ...settings,
      run: { ...settings.run, host, timeoutMs: 10_000 },
      // A run that waits for its host is not taken for one that hangs.
      limits: { ...settings.limits, runTimeoutMs: 150 },
    },
    runsMax: 3,
    timeMsMax: 60_000,
  });
  expect(result.notes).toEqual([]);
  expect(result.findings.map(({ message }) => message)).toEqual(["the total is that of the tool"]);
  const trace = result.findings[0]?.trace ?? "";
  const { header } = await readTrace(project.path(trace));
  expect(header.settings).toMatchObject({ host, timeoutMs: 10_000 });
  expect(header.tiers).toMatchObject({ processes: "recorded", network: "recorded" });
  expect(header.uncontrolled).toBeUndefined();
  await stop();
  rmSync(project.path("tool.sh"));
  const replayed = await project.told("replay", trace);
  expect(replayed.code).toBe(1);
  expect(replayed.findings.map(({ identity }) => identity)).toEqual(
    result.findings.map(({ identity }) => identity),
  );
});

// --- inside ---

const total = `
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The number that the tool says, and what the server makes of it. */
export async function total(origin: string): Promise<number> {
  const { stdout } = await promisify(execFile)("sh", ["tool.sh"]);
  const answer = await fetch(origin + "/echo", { method: "POST", body: stdout.trim() });
  return Number((await answer.text()).split(" ").at(-1)) + 1;
}
`;

function chaos(origin: string): string {
  return `
import { chaosTest } from "gauntlet";
import { total } from "./src/total.ts";

export default chaosTest({
  name: "total",
  setup: () => ({ seen: 41 }),
  rules: {
    ask: {
      run: async (state) => {
        state.seen = await total(${JSON.stringify(origin)});
      },
    },
  },
  invariants: { "the total is that of the tool": ({ seen }) => seen === 41 },
});
`;
}
