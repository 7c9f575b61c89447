import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// A package draws random numbers ahead, and another package brings it along: a run would depend on
// how many the runs before it have used.

const stock = `
const { randomFillSync } = require("node:crypto");
const bytes = new Uint8Array(256);
let at = bytes.length;
exports.v4 = (options) => {
  if (at > bytes.length - 16) {
    randomFillSync(bytes);
    at = 0;
  }
  return Buffer.from(bytes.subarray(at, (at += 16))).toString("hex").replace(/^.{8}/, "$&-");
};`;

const project = (name: string): TempProject =>
  new TempProject({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: "index.js" }),
    [`node_modules/${name}/index.js`]: stock,
    "node_modules/orm/package.json": JSON.stringify({
      name: "orm",
      main: "index.js",
      dependencies: { [name]: "8.3.2" },
    }),
    "node_modules/orm/index.js": `
      const { v4 } = require("${name}");
      exports.insert = () => new Promise((resolve) => {
        const id = v4({});
        setTimeout(() => resolve(id), parseInt(id.slice(0, 2), 16));
      });`,
    "rows.chaos.ts": `
      import { insert } from "orm";
      import { always, simulation } from "gauntlet";
      export default simulation({
        name: "rows",
        run: async () => {
          const ids = [await insert(), await insert(), await insert()];
          always(new Set(ids).size === 3, "each row has an id of its own");
        },
      });`,
  });

test("runs do not depend on what a package's own uuid has drawn ahead", async () => {
  const { code, out } = await project("uuid").gauntlet("doctor", "rows.chaos.ts", "--runs", "6");
  expect(out).toContain("✓ 6 runs came out the same in two processes");
  expect(code).toBe(0);
});

test("a stock of a package that nobody knows is seen", async () => {
  const { code, out } = await project("tokens").gauntlet("doctor", "rows.chaos.ts", "--runs", "6");
  expect(out).toMatch(/✗ run \d+ did not repeat/u);
  expect(code).toBe(1);
});
