import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Put together here, so that none of them stands in a file as a whole.
const own = (...parts: readonly string[]): string => parts.join("");
const shopKey = own("hunter-Key42", "/with+28 letters");
const password = own("p@ss", "word-of-db-77");
const session = own("sess10n", "c0ffee4711beef");
const file = own("file-", "of-the-host-0815");

const subject = `
import { simulation } from "gauntlet";
export default simulation({
  name: "pays",
  run: async () => {
    console.log("says", process.env.SHOP_API_KEY);
    const words = "x".repeat(54) + process.env.SHOP_API_KEY;
    throw new Error(words + " at " + process.env.DATABASE_URL);
  },
});
`;

test("no secret of the environment is in what exploring says, and it replays", async () => {
  const config = `[world]
env = { SHOP_API_KEY = "\${SHOP_API_KEY}", DATABASE_URL = "\${DATABASE_URL}" }
`;
  const project = new TempProject({ "pay.chaos.ts": subject, "gauntlet.toml": config });
  project.link("gauntlet", path.join(import.meta.dirname, "../.."));
  Object.assign(project.env, {
    SHOP_API_KEY: shopKey,
    DATABASE_URL: `postgres://shop:${encodeURIComponent(password)}@db/shop`,
  });
  const explored = await project.gauntlet("explore", "pay.chaos.ts", "--runs", "5");
  expect(explored.code).toBe(1);
  expect(explored.out).toContain("[secret]");
  expect(explored.out).toContain("postgres://shop:");
  const again = await project.gauntlet("explore", "pay.chaos.ts", "--runs", "5", "--json");
  const replayed = await project.gauntlet("replay", "last-fail", "--all");
  expect({ code: replayed.code, err: replayed.err }).toEqual({ code: 1, err: replayed.err });
  const outputs = [explored, again, replayed].flatMap(({ out, err }) => [out, err]);
  expect(leaks([...filesOf(project.root), ...outputs])).toEqual([]);
  // Whoever has another secret, or none, sees the same failure.
  project.env["SHOP_API_KEY"] = own("another-Key", "-of-somebody-43");
  expect((await project.gauntlet("replay", "last-fail")).code).toBe(1);
});

test("what a host answers is recorded without secrets, and the recording replays", async () => {
  const server = createServer((request, response) => {
    const isIn = request.headers.cookie === `sid=${session}`;
    response.setHeader("set-cookie", `sid=${session}; Path=/`);
    response.statusCode = request.url === "/login" || isIn ? 200 : 401;
    response.end(request.url === "/login" ? session : `welcome ${session}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const project = new TempProject({
    "login.scenario.yaml": scenario(port),
    "notes.txt": `the key is ${file}`,
  });
  Object.assign(project.env, { NOTES_TOKEN: file });
  const live = await project.gauntlet("run", "login.scenario.yaml", "--record", "run.jsonl");
  expect({ code: live.code, out: live.out, err: live.err }).toMatchObject({ code: 0 });
  server.close();
  server.closeAllConnections();
  const replayed = await project.gauntlet("replay", "run.jsonl");
  expect({ code: replayed.code, out: replayed.out }).toMatchObject({ code: 0 });
  const written = [...filesOf(project.root)].filter((text) => !text.startsWith("the key is"));
  expect(written.some((text) => text.includes("welcome [secret]"))).toBe(true);
  expect(leaks([...written, live.out, live.err, replayed.out])).toEqual([]);
});

// --- inside ---

function scenario(port: number): string {
  const at = `http://127.0.0.1:${port}/`;
  return `version: 1
name: login
backends: { http: host, proc: host }
steps:
  - { type: http_request, method: GET, path: "${at}login", expect_status: 200, save_body_as: sid }
  - { type: proc_spawn, cmd: cat, args: [notes.txt], expect_exit: 0 }
  - type: http_request
    method: GET
    path: "${at}"
    headers: { cookie: "sid=\${sid}" }
    expect_status: 200
`;
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)))
    .map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("utf8"));
}

/** Eight characters of a secret in a row, however they are written, are a leak. */
function leaks(texts: readonly string[]): readonly string[] {
  const secrets = [shopKey, password, session, file];
  return secrets.flatMap((secret) => {
    const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
    const pieces = forms.flatMap((form) =>
      Array.from({ length: form.length - 7 }, (_, at) => form.slice(at, at + 8)),
    );
    return texts.flatMap((text) => pieces.filter((piece) => text.includes(piece)));
  });
}
