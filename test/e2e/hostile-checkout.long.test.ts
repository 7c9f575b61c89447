import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { chaosChecks } from "../../src/cli/adapters/chaos-checks.ts";
import { agentToml, lineAgent } from "./agents/agent-project.ts";
import { escape, executed, HostileCheckout, secret } from "./hostile-checkout.ts";

// Somebody clones a repository, or CI checks a pull request out, and runs the verbs that only look
// at what is there. Its traces, regressions, corpus, manifests, sessions and links were written by
// somebody hostile: nothing outside of the project is executed, written, removed or read into
// anything, and nothing that is printed drives the terminal.

/** Runs a command and checks what must hold after any command. */
async function run(
  checkout: HostileCheckout,
  ...words: readonly string[]
): Promise<{ readonly code: number | null; readonly said: string }> {
  const before = checkout.seen();
  const { code, out, err } = await checkout.project.cli(...words);
  const said = out + err;
  const raw = ["\u001B", "\u202E", "\u009B"];
  const leaked = [secret, executed, ...raw].filter((text) => said.includes(text));
  // The words are in it so that a failure says which command it was.
  expect([words, checkout.seen()]).toEqual([words, before]);
  expect([words, leaked]).toEqual([words, []]);
  if (code === 70) throw new Error(said);
  return { code, said };
}

test("traces and regressions run nothing outside, and nothing on the machine", async () => {
  const checkout = new HostileCheckout();
  const { project } = checkout;
  checkout.link("linked.chaos.ts", "evil.chaos.ts");
  checkout.link("folder", ".");
  const beside = "../".repeat(8) + checkout.at("evil.chaos.ts").slice(1);
  const linked = ["linked.chaos.ts", "folder/evil.chaos.ts"];
  const subjects = [beside, checkout.at("evil.chaos.ts"), ...linked];
  for (const [at, file] of subjects.entries()) {
    checkout.trace(`writes.regressions/outside-${at}.jsonl`, file);
  }
  const host = { proc: true, http: true, fs: true };
  checkout.trace("writes.regressions/host.jsonl", "writes.chaos.ts", { isHostAllowed: true });
  await run(checkout, "run", "starts.scenario.yaml", "--record", "starts.jsonl");
  await checkout.edit("starts.jsonl", "starts.regressions/proc.jsonl", { host });
  for (const verb of ["replay", "shrink", "ci"]) {
    const outside = await run(checkout, verb, "writes.regressions/outside-0.jsonl");
    expect(outside).toMatchObject({ code: 2, said: expect.stringContaining("error[T032]") });
    const machine = await run(checkout, verb, "writes.regressions/host.jsonl");
    expect(machine).toMatchObject({ code: 2, said: expect.stringContaining("--allow-host") });
  }
  for (const at of [1, 2, 3]) {
    const { code } = await run(checkout, "replay", `writes.regressions/outside-${at}.jsonl`);
    expect(code).toBe(2);
  }
  const step = await run(checkout, "replay", "starts.regressions/proc.jsonl", "--regression");
  expect(step).toMatchObject({ code: 3, said: expect.stringContaining("`--allow-host` lets it") });
  const verified = await run(checkout, "verify");
  expect(verified.code).toBe(3);
  expect(verified.said).not.toContain("fixed");
  const checks = chaosChecks(project.path("writes.chaos.ts"), {}, undefined);
  const refused = checks.filter(({ name }) => /host|outside/u.test(name));
  expect(refused).toHaveLength(5);
  for (const check of refused) await expect(check.run()).rejects.toThrow(/this project|machine/u);
  expect(checkout.seen()).not.toHaveProperty([checkout.at("touched-by-run")]);
  // A name that the trace brings leads to no file of that name.
  checkout.trace("key.jsonl", "writes.chaos.ts");
  await run(checkout, "replay", "key.jsonl", "--save");
  expect(project.read("writes.regressions/escaped.jsonl")).toContain("gauntlet-trace");
  for (const words of ["verify", "show"]) await run(checkout, "trace", words, "key.jsonl");
}, 120_000);

test("manifests and links carry nothing away, and prune nothing elsewhere", async () => {
  const checkout = new HostileCheckout();
  const { project } = checkout;
  const id = "20260101-000000000-abcdef";
  checkout.link(".gauntlet/findings/linked/trace.jsonl.gz", "secret.txt");
  checkout.link("link.txt", "secret.txt");
  const outside = path.relative(project.root, checkout.at("secret.txt"));
  const traces = [outside, checkout.at("secret.txt"), "link.txt", ".gauntlet/findings/linked/x"];
  const manifest = {
    schema: 1,
    runId: id,
    command: "explore",
    subject: escape,
    verdict: "broken",
    startedAt: "",
    finishedAt: "",
    identities: [],
    findings: [],
    digests: {},
    traces,
  };
  project.write(`.gauntlet/runs/${id}/manifest.json`, JSON.stringify(manifest));
  project.write(`.gauntlet/runs/${id}/report.json`, `{ "tool": "gauntlet", "x": "\u202E" }`);
  project.write(`.gauntlet/runs/${id}/report.txt`, `${escape}\n`);
  for (const verb of ["export", "pack", "bundle"]) {
    await run(checkout, "artifacts", verb, id, "--out", `out/${verb}`);
    await run(checkout, "artifacts", verb, "linked", "--out", `out/linked-${verb}`);
  }
  expect(checkout.written()).not.toContain(secret);
  const listed = await run(checkout, "artifacts", "ls", id);
  expect(listed.said).toContain("outside");
  for (const words of [
    ["report", "show", id],
    ["report", "show", id, "--json"],
    ["shrink", id],
  ]) {
    await run(checkout, ...words);
  }
}, 60_000);

test("links in the store are not followed, by verbs that read or write", async () => {
  const checkout = new HostileCheckout();
  for (let number = 100; number < 320; number += 1) {
    mkdirSync(checkout.at(`runs/20200101-000000${number}-abcdef`), { recursive: true });
  }
  for (const name of ["runs", "findings", "corpus"]) {
    mkdirSync(checkout.at(name), { recursive: true });
    checkout.link(`.gauntlet/${name}`, name);
  }
  checkout.project.write(
    "breaks.chaos.ts",
    `import { simulation } from "gauntlet";
     export default simulation({ name: "breaks", run: () => { throw new Error("b"); } });`,
  );
  checkout.trace("key.jsonl", "breaks.chaos.ts");
  await run(checkout, "replay", "key.jsonl");
  await run(checkout, "explore", "breaks.chaos.ts", "--runs", "5");
  await run(checkout, "corpus", "add", "key.jsonl");
  await run(checkout, "corpus", "list");
  const other = new HostileCheckout();
  other.link(".gauntlet", ".");
  other.trace("key.jsonl", "writes.chaos.ts");
  const { said } = await run(other, "replay", "key.jsonl");
  expect(said).toContain("not marked as a store");
}, 60_000);

test("sessions of agents read nothing outside of the project", async () => {
  const checkout = new HostileCheckout();
  const { project } = checkout;
  project.write("gauntlet.toml", agentToml());
  project.write("agent.mjs", lineAgent);
  project.write("model.yaml", "rules:\n  - say: hello\n");
  checkout.link("linked.toml", "contract.toml");
  const outside = path.relative(project.root, checkout.at("contract.toml"));
  const lines = [`contract: ${outside}`, "contract: ./linked.toml", `cassette: ${outside}`];
  for (const [at, line] of lines.entries()) {
    project.write(`session-${at}.yaml`, `id: s${at}\ninput: Say hello.\n${line}\n`);
    const { code, said } = await run(checkout, "agent", "replay", "run", `session-${at}.yaml`);
    expect({ code, said }).toMatchObject({
      code: 2,
      said: expect.stringContaining("project root"),
    });
  }
  project.write("session.yaml", "id: s\ninput: Say hello.\n");
  const held = await run(checkout, "agent", "replay", "run", "session.yaml");
  expect(held).toMatchObject({ code: 0 });
}, 60_000);
