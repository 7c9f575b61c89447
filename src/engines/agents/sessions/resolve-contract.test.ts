import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentContract } from "../../../config/agent/agent-config.ts";
import { readContractFile } from "../../../config/agent/contract-file.ts";
import { resolveContract } from "./resolve-contract.ts";

const contract: AgentContract = {
  name: "Support contract",
  description: "",
  invariants: [],
  scenarios: [],
};

const strictToml = 'name = "Strict"\n[[invariants]]\ntype = "valid_json"\n';

test("a contract is found by its name, by default, or by the path of its file", async () => {
  const directory = await mkdtemp(join(tmpdir(), "gauntlet-contract-"));
  try {
    await writeFile(join(directory, "strict.toml"), strictToml);
    const config = { contract, directory };
    const known = { config, projectRoot: directory, session: "s", load: readContractFile };
    expect(await resolveContract("default", known)).toBe(contract);
    expect(await resolveContract("Support contract", known)).toBe(contract);
    expect(await resolveContract("./strict.toml", known)).toMatchObject({ name: "Strict" });
    await writeFile(join(directory, "other.toml"), "name = 3\n");
    await expect(resolveContract("other.toml", known)).rejects.toThrow("other.toml");
    await expect(resolveContract("missing/one.toml", known)).rejects.toMatchObject({
      code: "A063",
      what: "the contract file `missing/one.toml` does not exist",
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("a contract that nobody has is an error with the names that there are", async () => {
  const config = { contract, directory: "/none" };
  const known = { config, projectRoot: "/none", session: "s", load: readContractFile };
  await expect(resolveContract("suport contract", known)).rejects.toMatchObject({
    code: "A063",
    what: "no contract is called `suport contract`",
    where: "session `s`",
    note: "known are `default` and `Support contract`, and paths of files",
    help: "did you mean `Support contract`?",
  });
});

test("without a configured contract `default` is an error, never a pass", async () => {
  const config = { contract: undefined, directory: "/none" };
  await expect(
    resolveContract("default", {
      config,
      projectRoot: "/none",
      session: "s",
      load: readContractFile,
    }),
  ).rejects.toMatchObject({
    code: "A063",
    note: "the config has no `[agent.contract]`",
  });
});
