import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentContract } from "../../../subject/config/agent-config.ts";
import { resolveContract } from "./resolve-contract.ts";

const contract: AgentContract = {
  name: "Support contract",
  description: "",
  invariants: [],
  scenarios: [],
};

test("a contract is found by its name, by default, or by the path of its file", async () => {
  const directory = await mkdtemp(join(tmpdir(), "gauntlet-contract-"));
  try {
    await writeFile(join(directory, "strict.toml"), "");
    const strict = { ...contract, name: "Strict" };
    const known = {
      config: { contract, directory },
      session: "s",
      load: ({ file }: { readonly file: string }) =>
        Promise.resolve(file === join(directory, "strict.toml") ? strict : undefined),
    };
    expect(await resolveContract("default", known)).toBe(contract);
    expect(await resolveContract("Support contract", known)).toBe(contract);
    expect(await resolveContract("./strict.toml", known)).toBe(strict);
    await writeFile(join(directory, "other.toml"), "");
    await expect(resolveContract("other.toml", known)).rejects.toThrow(
      "the file `other.toml` has no contract",
    );
    await expect(resolveContract("missing/one.toml", known)).rejects.toMatchObject({
      code: "A063",
      what: "the contract file `missing/one.toml` does not exist",
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("a contract that nobody has is an error with the names that there are", async () => {
  const load = (): Promise<undefined> => Promise.resolve(undefined);
  const known = { config: { contract, directory: "/none" }, session: "s", load };
  await expect(resolveContract("suport contract", known)).rejects.toMatchObject({
    code: "A063",
    what: "no contract is called `suport contract`",
    where: "session `s`",
    note: "known are `default` and `Support contract`, and paths of config files",
    help: "did you mean `Support contract`?",
  });
});

test("without a configured contract `default` is an error, never a pass", async () => {
  const load = (): Promise<undefined> => Promise.resolve(undefined);
  const config = { contract: undefined, directory: "/none" };
  await expect(resolveContract("default", { config, session: "s", load })).rejects.toMatchObject({
    code: "A063",
    note: "the config has no `[agent.contract]`",
  });
});
