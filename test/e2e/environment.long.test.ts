import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// What of the user's environment a run sees: nothing but what the configuration gives.

const chaosFile = `import { simulation } from "gauntlet";

const atLoad = process.env.SHOP_URL;

export default simulation({
  name: "shop",
  run: () => {
    throw new Error(\`\${atLoad} \${process.env.SHOP_URL} \${Object.keys(process.env).join()}\`);
  },
});
`;
const fixed = "PATH,HOME,USER,LOGNAME,LANG,TZ";

let before: string | undefined;
beforeEach(() => {
  before = process.env["SHOP_URL"];
  process.env["SHOP_URL"] = "https://shop.example";
});
afterEach(() => {
  if (before === undefined) delete process.env["SHOP_URL"];
  else process.env["SHOP_URL"] = before;
});

test("a variable that nobody lists is not there, and who asks for it is told", async () => {
  const project = new TempProject({ "shop.chaos.ts": chaosFile });
  const { findings, notes } = await project.told("explore", "shop.chaos.ts", "--runs", "2");
  expect(findings[0]?.message).toBe(`undefined undefined ${fixed}`);
  expect(notes.join("\n")).toContain(
    "runs do not see your environment: `SHOP_URL` (shop.chaos.ts:3); list what they need under",
  );
});

test("a variable that is listed is there when code is loaded, and in the trace", async () => {
  const toml = '[world]\nenv = { SHOP_URL = "${SHOP_URL}/v1", MODE = "dry" }\n';
  const project = new TempProject({ "shop.chaos.ts": chaosFile, "gauntlet.toml": toml });
  const { findings, notes } = await project.told("explore", "shop.chaos.ts", "--runs", "2");
  const [finding] = findings;
  const url = "https://shop.example/v1";
  expect(finding?.message).toBe(`${url} ${url} ${fixed},SHOP_URL,MODE`);
  expect(notes.join("\n")).not.toContain("environment");
  const trace = finding?.trace ?? "";
  const text = gunzipSync(readFileSync(project.path(trace))).toString();
  const header = JSON.parse(text.slice(0, text.indexOf("\n"))) as { settings: { env: unknown } };
  expect(header.settings.env).toEqual({ SHOP_URL: url, MODE: "dry" });
  // The trace says what the variable was; what it is by now changes nothing.
  process.env["SHOP_URL"] = "https://elsewhere.example";
  const { code, out } = await project.gauntlet("ci", trace);
  expect([code, out]).toEqual([0, expect.stringContaining("✓")]);
});

test.each([
  ['env = { SHOP_KEY = "${SHOP_KEY_THAT_NOBODY_SET}" }', "A002"],
  ['env = { "no name" = "1" }', "C008"],
  ["env = { SHOP_URL = 5 }", "C008"],
  ['env = ["SHOP_URL"]', "C008"],
])("%s is an error", async (line, errorCode) => {
  const files = { "shop.chaos.ts": chaosFile, "gauntlet.toml": `[world]\n${line}\n` };
  const { code, err } = await new TempProject(files).gauntlet("explore", "shop.chaos.ts");
  expect([code, err]).toEqual([2, expect.stringContaining(`error[${errorCode}]`)]);
});
