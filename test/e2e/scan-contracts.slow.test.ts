import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Every key about contracts changes what a scan says of the same two functions.

const source = `
import { execFileSync, execSync } from "node:child_process";
export function pack(name: string): string { return execSync("tar cf out.tar " + name).toString(); }
export function packSafely(name: string): string { return execFileSync("tar", ["cf", "out.tar", name]).toString(); }
export function envOf(env: Record<string, string>, extra: Record<string, string>): Record<string, string> { return { ...env, ...extra }; }
`;

interface Told {
  readonly findings: readonly (readonly [target: string, level: string, property: string])[];
  readonly sinks: readonly string[];
}

async function told(config: string): Promise<Told> {
  const project = new TempProject({ "src/pack.ts": source, "gauntlet.toml": config });
  const { findings, scan } = await project.told("scan", "--runs", "10", "--quiet");
  return {
    findings: findings
      .filter(({ identity }) => identity.property.includes(": "))
      .map(({ evidence, identity }) => [
        evidence?.target ?? "",
        evidence?.level ?? "",
        identity.property,
      ]),
    sinks: scan?.sinks.map(({ target, kind }) => `${target} ${kind}`) ?? [],
  };
}

const entry = `[[scan]]\nmodule = "src/pack.ts"\n`;
const injected = "pack: no argument runs a command of its own";

test("nothing is asked where nothing says so", async () => {
  expect(await told(entry)).toEqual({ findings: [], sinks: [] });
});

test("shell_injection_check and security_focus read the source and try it", async () => {
  for (const key of ["shell_injection_check", "security_focus"]) {
    const { findings, sinks } = await told(`${entry}${key} = true\n`);
    expect(sinks).toContain("src/pack.ts:pack shell");
    expect(findings).toContainEqual(["src/pack.ts:pack", "exploratory", injected]);
    expect(findings.filter(([target]) => target.endsWith("packSafely"))).toEqual([]);
  }
});

test("auto_contracts asks every function, two other keys take it back", async () => {
  const auto = `${entry}auto_contracts = ["shell_injection"]\n`;
  const found = ["src/pack.ts:pack", "exploratory", injected];
  expect((await told(auto)).findings).toEqual([found]);
  expect((await told(`${auto}ignore_contracts = ["shell_injection"]\n`)).findings).toEqual([]);
  const override = `${auto}contract_overrides = { pack = ["shell_injection"] }\n`;
  expect((await told(override)).findings).toEqual([]);
});

test("a contract that is configured is supported, and its keys have effects", async () => {
  const shell = `[[contracts]]\ntarget = "src/pack.ts:pack"\nchecks = ["shell_injection"]\n`;
  const tracked = `${shell}tracked_params = ["name"]\nkwargs = { name = "a" }\n`;
  expect((await told(entry + tracked)).findings).toEqual([
    ["src/pack.ts:pack", "supported", injected],
  ]);
  const env = `[[contracts]]\ntarget = "src/pack.ts:envOf"\nchecks = ["protected_env_vars"]\n`;
  const keys = `env_param = "env"\nprotected_keys = ["PATH"]\n`;
  const kwargs = `kwargs = { env = { PATH = "/bin" }, extra = { PATH = "/evil" } }\n`;
  const [broken] = (await told(entry + env + keys + kwargs)).findings;
  expect(broken).toEqual([
    "src/pack.ts:envOf",
    "supported",
    "envOf: protected variables keep their value",
  ]);
  const other = `kwargs = { env = { PATH = "/bin" }, extra = { HOME = "/x" } }\n`;
  expect((await told(entry + env + keys + other)).findings).toEqual([]);
});
