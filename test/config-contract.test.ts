import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../src/index.ts";
import { repository, TempProject } from "./e2e/temp-project.ts";

// AC-11: a configuration is absent, and then the defaults hold, or it is right, or it is an error.

test("AC-11: without a file the defaults hold", async () => {
  const project = new TempProject();
  const { file, explorer } = await loadConfig({ cwd: project.root });
  expect([file, explorer.seed]).toEqual([undefined, 42]);
});

test.each([
  ["is no TOML", "[explorer\n", "C004", "gauntlet.toml:1:"],
  ["has a key that is none", "[explorer]\nsede = 7\n", "C006", "gauntlet.toml:2:1"],
  ["has a section that is none", "\n[explore]\nseed = 7\n", "C006", "gauntlet.toml:2:2"],
  ["has a value of another kind", "[explorer]\nmax_runs = true\n", "C008", "gauntlet.toml:2:12"],
  ["has a scenario key that is none", "[scenarios]\nprocbackend = 1\n", "C006", ":2:1"],
])("AC-11: a file that %s is an error with its line, for all who read it", async (...row) => {
  const [, text, code, where] = row;
  const project = new TempProject({ "gauntlet.toml": text });
  const error = await loadConfig({ cwd: project.root }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  const { code: exitCode, out, err } = await project.cli("test");
  expect([exitCode, out]).toEqual([2, ""]);
  expect(err).toContain(`error[${code}]`);
  expect(err).toContain(where);
});

test("AC-11: a file that cannot be read is an error, be it named or found", async () => {
  const project = new TempProject();
  mkdirSync(project.path("gauntlet.toml"));
  const found = await project.cli("env");
  expect([found.code, found.out]).toEqual([2, ""]);
  writeFileSync(project.path("other.toml"), new Uint8Array([0xff, 0xfe, 0x00]));
  for (const name of ["none.toml", "other.toml"]) {
    const named = await project.cli("env", "--config", name);
    expect([name, named.code, named.out]).toEqual([name, 2, ""]);
    expect(named.err).toContain(name);
  }
});

test("AC-11: nobody who loads a configuration goes on without it", () => {
  const sources = readdirSync(path.join(repository, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => ({ name, text: readFileSync(path.join(repository, "src", name), "utf8") }));
  const told = sources.filter(
    ({ name, text }) =>
      name.startsWith(`config${path.sep}`) &&
      /console\.|process\.stderr|emitWarning|\bio\.err\(/u.test(text),
  );
  expect(told.map(({ name }) => name)).toEqual([]);
  const callers = sources.filter(({ text }) => /\bloadConfig\(/u.test(text));
  expect(callers.length).toBeGreaterThan(2);
  const swallowing = callers.filter(({ text }) =>
    /loadConfig\([^;]*\)\s*\.(?:catch|then\([^)]*,)|try \{[^}]*\bloadConfig\(/u.test(text),
  );
  // `init --force` replaces a file, so a broken one must not stop it; `doctor` tells of it among
  // all else that is in the way.
  const telling = [
    path.join("cli", "init-context.ts"),
    path.join("engines", "checkup", "file-checks.ts"),
  ];
  expect(swallowing.map(({ name }) => name).toSorted()).toEqual(telling);
  // One reader for all: no other place opens the file by its name.
  const readers = sources.filter(({ text }) =>
    /readFile(?:Sync)?\([^)]*gauntlet\.toml/u.test(text),
  );
  expect(readers.map(({ name }) => name)).toEqual([]);
});
