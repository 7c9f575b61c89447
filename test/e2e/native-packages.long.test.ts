import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// The real packages need a compiler or the registry; `npm run table:packages` tries those. Here it
// is about what a user reads, and about what of such a package may be used.

const bcrypt = {
  "node_modules/bcrypt/package.json": `{ "name": "bcrypt", "main": "bcrypt.js" }`,
  "node_modules/bcrypt/bcrypt.js": `
    const hashSync = (text) => "hash of " + text;
    module.exports = { hashSync, hash: async (text) => hashSync(text) };`,
};

const chaosFile = (call: string): string => `
import bcrypt from "bcrypt";
import { always, simulation } from "gauntlet";

export default simulation({
  name: "passwords",
  run: async () => {
    always((await bcrypt.${call}("secret", 10)) === "hash of secret", "the password is hashed");
  },
});
`;

test.for(["1", "2", "3"])("a native package is refused by name, seed %s", async (seed) => {
  const project = new TempProject({ ...bcrypt, "passwords.chaos.ts": chaosFile("hash") });
  const flags = ["--runs", "20", "--seed", seed];
  const told = await project.told("explore", "passwords.chaos.ts", ...flags);
  expect(told).toMatchObject({ verdict: "broken", code: 1 });
  expect(told.findings.map(({ kind, message }) => [kind, message])).toMatchInlineSnapshot(`
    [
      [
        "escape",
        "\`bcrypt\` leaves the simulated world
    it is native code that computes on a thread of the host
    help: use \`bcryptjs\`, or pass the hash in and give the test a fake",
      ],
    ]
  `);
});

test.for(["1", "2", "3"])("what of it only computes is not refused, seed %s", async (seed) => {
  const project = new TempProject({ ...bcrypt, "passwords.chaos.ts": chaosFile("hashSync") });
  const flags = ["--runs", "20", "--seed", seed];
  const told = await project.told("explore", "passwords.chaos.ts", ...flags);
  expect(told).toMatchObject({ verdict: "held", findings: [], code: 0 });
  expect(told.properties.map(({ name, held }) => [name, held])).toEqual([
    ["the password is hashed", 20],
  ]);
});
