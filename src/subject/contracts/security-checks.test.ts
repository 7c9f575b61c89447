import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { prepareNet } from "../../world/net/install-net.ts";
import { judged } from "./fixtures/probed-call.ts";

beforeAll(() => prepareNet());

const require = createRequire(import.meta.url);
const folder = "/srv/data";

function insideOf(name: string): string {
  const full = path.resolve(folder, name);
  if (!full.startsWith(folder + path.sep)) throw new Error("outside");
  return full;
}

const connect = (host: string): Promise<unknown> =>
  new Promise((resolve) => net.connect({ host, port: 80 }).on("error", resolve));

const cases: readonly {
  readonly check: string;
  readonly bug: (name: string) => unknown;
  readonly fixed: (name: string) => unknown;
  readonly says: string;
}[] = [
  {
    check: "path_traversal",
    bug: (name) => fs.promises.readFile(path.join(folder, name)),
    fixed: (name) => fs.promises.readFile(insideOf(name)),
    says: "`name` leads out of its folder",
  },
  {
    check: "path_traversal",
    bug: (name) => fs.existsSync(`${folder}/${name}`),
    fixed: (name) => fs.existsSync(name),
    says: "`name` leads out of its folder",
  },
  {
    check: "fs_write",
    bug: (name) => fs.promises.writeFile(name, "text"),
    fixed: (name) => fs.promises.writeFile(path.join("out", path.basename(name)), "text"),
    says: "`name` chooses which file is written",
  },
  {
    check: "symlink_escape",
    bug: (name) => fs.promises.symlink(name, `${folder}/current`),
    fixed: (name) => fs.promises.symlink(path.basename(name), `${folder}/current`),
    says: "`name` makes a link that leads out of its folder",
  },
  {
    check: "ssrf",
    bug: (name) => fetch(`https://${name}/ping`),
    fixed: (name) => fetch(`https://api.example/${encodeURIComponent(name)}`),
    says: "`name` chooses where a request goes",
  },
  {
    check: "ssrf",
    bug: (name) => fetch(new URL(name, "https://api.example/v1/")),
    fixed: (name) => fetch(new URL(`./${encodeURIComponent(name)}`, "https://api.example/v1/")),
    says: "`name` chooses where a request goes",
  },
  {
    check: "import_injection",
    bug: (name) => require(name),
    fixed: (name) => (name === "path" ? require("node:path") : undefined),
    says: "`name` chooses which module is loaded",
  },
  {
    check: "deserialization",
    // oxlint-disable-next-line no-eval -- the bug
    bug: (name) => (0, eval)(`(${name})`),
    fixed: (name) => JSON.parse(JSON.stringify(name)),
    says: "`name` runs as code",
  },
  {
    check: "ipc_injection",
    bug: (name) => process.send?.({ job: { name } }),
    fixed: (name) => process.send?.({ job: { length: name.length } }),
    says: "`name` goes to another process unchecked",
  },
  {
    check: "ipc_injection",
    bug: connect,
    fixed: () => connect("10.0.0.1"),
    says: "`name` goes to another process unchecked",
  },
  {
    check: "config_mutation",
    bug: (name) => void (process.env[name] = "1"),
    fixed: (name) => name.length,
    says: "`name` changes the environment of the process",
  },
  {
    check: "config_mutation",
    bug: (name) => fs.promises.writeFile("package.json", JSON.stringify({ name })),
    fixed: (name) => fs.promises.writeFile("notes.txt", name),
    says: "`name` ends up in a file of settings",
  },
  {
    check: "sql_injection",
    bug: (name) => `SELECT * FROM users WHERE name = '${name}'`,
    fixed: (name) => ({ text: "SELECT * FROM users WHERE name = $1", values: [name] }),
    says: "`name` is part of the text of a statement",
  },
  {
    check: "prototype_pollution",
    bug: (name) => {
      const table: Record<string, Record<string, number>> = {};
      const [first = "", second = "gauntletPolluted"] = name.split(".");
      table[first] ??= {};
      table[first][second] = 1;
    },
    fixed: (name) => new Map([[name, 1]]),
    says: "`name` adds a key to every object",
  },
  {
    check: "regex_injection",
    bug: (name) => new RegExp(name).test("text"),
    fixed: (name) => "text".includes(name),
    says: "`name` is read as a regular expression",
  },
];

describe("probes of sinks", () => {
  for (const [at, { check, bug, fixed, says }] of cases.entries()) {
    test(`${check} finds its bug and spares the correct twin (${at + 1})`, async () => {
      const problems = (await judged(check, bug)).map(({ problem }) => problem);
      expect(problems).toEqual([says]);
      expect(await judged(check, fixed)).toEqual([]);
      expect(Object.hasOwn(Object.prototype, "gauntletPolluted")).toBe(false);
    });
  }
});
