import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { importProject, importRun } from "../../../src/engines/agents/import/langsmith.ts";
import type { LangsmithOptions } from "../../../src/engines/agents/import/langsmith-client.ts";
import { readSession } from "../../../src/engines/agents/sessions/read-session.ts";
import { storeSessions } from "../../../src/engines/agents/sessions/store-sessions.ts";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { errorText, GauntletError } from "../../../src/kernel/errors/gauntlet-error.ts";
import { idOf, key, manyTraces, nowMs, oddTrace, orderTrace, project } from "./langsmith-runs.ts";
import { LangsmithServer } from "./langsmith-server.ts";

let server: LangsmithServer;
let options: LangsmithOptions;

beforeEach(async () => {
  const runs = [...orderTrace(), ...manyTraces(), oddTrace()];
  server = await LangsmithServer.open({ key, projects: { support: project }, runs });
  const mask = new SecretMask();
  options = { endpoint: server.endpoint, apiKey: key, mask, now: () => nowMs };
});

afterEach(async () => {
  await server.close();
});

test("a run becomes a session with what its tools answered, in their order", async () => {
  expect(await importRun(idOf(1), options)).toEqual({
    id: idOf(1),
    name: "support agent",
    source: "langsmith",
    capturedAt: "2026-03-10T11:00:00.000Z",
    input: "Where is order 7? My token is [secret]",
    history: ["Hello"],
    toolResponses: [
      { tool: "get_order", response: '{"state":"lost"}', status: 200, latencyMs: 250 },
      { tool: "refund", response: { error: "503 from the bank" }, status: 500, latencyMs: 1000 },
      { tool: "search", response: { hits: [] }, status: 200, latencyMs: 5 },
      { tool: "notify", response: "no such user", status: 500, latencyMs: 1 },
      { tool: "hang", response: { error: "the tool did not answer" }, status: 504, latencyMs: 0 },
    ].map((one) => ({ ...one, turn: 2 })),
    expectedFailure: "the agent gave up",
    contract: "default",
  });
  expect(server.seen.map(({ route }) => route)).toEqual([
    `GET /api/v1/runs/${idOf(1)}`,
    "POST /api/v1/runs/query",
  ]);
});

test("an imported session is written without its secrets and read back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gauntlet-langsmith-"));
  try {
    const session = await importRun(idOf(1), options);
    const place = { projectRoot: folder, directory: "replays", isForced: false };
    const [stored] = await storeSessions([session], place);
    const file = join(folder, stored?.file ?? "");
    expect(await readFile(file, "utf8")).not.toContain("lsv2_");
    expect(await readSession({ file, shown: "it" })).toEqual(session);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a project gives the runs that failed, over all pages up to the limit", async () => {
  const query = { project: "support", status: "error", limit: 100 } as const;
  const { sessions, skipped, isCut } = await importProject(query, options);
  expect([sessions.length, isCut]).toEqual([31, false]);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(31);
  expect(skipped).toEqual([]);
  const cursors = server.seen.filter(({ body }) => body["is_root"] === true);
  expect(cursors.map(({ body }) => body["cursor"])).toEqual([undefined, "20"]);
  const few = await importProject({ ...query, limit: 3 }, options);
  expect([few.sessions.length, few.isCut]).toEqual([3, true]);
  const all = await importProject({ ...query, limit: 31 }, options);
  expect([all.sessions.length, all.isCut]).toEqual([31, false]);
});

test("a warning is a run that did not fail while something in it did", async () => {
  const query = { project: "support", status: "warning", limit: 100 } as const;
  const { sessions } = await importProject(query, options);
  expect(sessions.map(({ id }) => id)).toEqual([idOf(300)]);
});

test("runs are chosen by when they began and by how long they took", async () => {
  const query = { project: "support", status: "all", limit: 100 } as const;
  const ids = async (more: object): Promise<readonly string[]> =>
    (await importProject({ ...query, ...more }, options)).sessions.map(({ id }) => id);
  expect(await ids({ dateRange: "last_24_hours" })).toEqual([idOf(1)]);
  expect(await ids({ dateRange: "last_7_days" })).toHaveLength(6 + 1);
  expect(await ids({ dateRange: "2026-03-08..2026-03-09" })).toHaveLength(1);
  expect(await ids({ minLatencyMs: 60_000 })).toEqual([idOf(1)]);
  const asked = server.seen.find(({ body }) => body["filter"] !== undefined);
  expect(asked?.body["filter"]).toBe("gte(latency, 60)");
  await expect(ids({ dateRange: "yesterday" })).rejects.toMatchObject({ code: "A067" });
});

test("a run whose inputs hold no question is told, and the others are imported", async () => {
  const query = { project: "support", status: "all", limit: 100 } as const;
  const { sessions, skipped } = await importProject(query, options);
  expect(sessions).toHaveLength(32);
  expect(skipped).toEqual([
    {
      run: idOf(400),
      because: "its inputs hold nothing that a user asked, only `width`, `height`",
    },
  ]);
  expect(await problemOf(importRun(idOf(400), options))).toContain("they have `width`, `height`");
});

test("a key that is not accepted is told without the key", async () => {
  const wrong = { ...options, apiKey: "lsv2_pt_ffffffffffffffffffffffffffffffff" };
  const text = await problemOf(importRun(idOf(1), wrong));
  expect(text.replaceAll(server.endpoint, "ENDPOINT")).toMatchInlineSnapshot(`
    "error[A065]: LangSmith does not accept the key (401)
      --> ENDPOINT/api/v1/runs/00000000-0000-4000-8000-000000000001
    note: {"detail":"Invalid token"}
    help: check \`LANGSMITH_API_KEY\`"
  `);
  const without = { ...options, apiKey: undefined };
  expect(await problemOf(importRun(idOf(1), without))).toContain("there is no key");
});

test("a server that answers with the key does not bring it to the screen", async () => {
  server.answer = (request, response) => {
    response.writeHead(500).end(`bad key ${String(request.headers["x-api-key"])}`);
  };
  const plain = { ...options, apiKey: "a key of no known shape" };
  const text = await problemOf(importRun(idOf(1), plain));
  expect(text).toContain("status 500");
  expect(text).toContain("bad key [secret]");
});

test("a run or a project that does not exist is told by its name", async () => {
  expect(await problemOf(importRun(idOf(999), options))).toContain(`the run \`${idOf(999)}\``);
  const query = { project: "suport", status: "all", limit: 1 } as const;
  expect(await problemOf(importProject(query, options))).toContain("the project `suport`");
  expect(await problemOf(importRun("../../sessions", options))).toContain("A067");
});

test.each([
  ["inputs", { inputs: undefined }, "has no `inputs`"],
  ["inputs of another type", { inputs: "Hi" }, "`inputs` of run"],
  ["name", { name: undefined }, "has no `name`"],
  ["run_type", { run_type: 7 }, "`run_type` of run"],
  ["trace_id", { trace_id: undefined }, "has no `trace_id`"],
  ["id", { id: undefined, uuid: "x" }, "a run has no `id`"],
])("an answer with another schema is a failure that names `%s`", async (_, change, told) => {
  const changed = { ...orderTrace()[0], ...change };
  server.answer = (_request, response) => void response.end(JSON.stringify(changed));
  const text = await problemOf(importRun(idOf(1), options));
  expect(text).toContain("error[A066]");
  expect(text).toContain(told);
});

test("an answer that is not JSON, or a list of runs that is none, is told", async () => {
  server.answer = (_, response) => void response.end("<html>sign in</html>");
  expect(await problemOf(importRun(idOf(1), options))).toContain("is not JSON");
  server.answer = (_, response) => void response.end('{"items": []}');
  const query = { project, status: "all", limit: 1 } as const;
  expect(await problemOf(importProject(query, options))).toContain("has no `runs`");
});

test("an answer of 10 MB is left as soon as it passes the limit", async () => {
  let sent = 0;
  const piece = Buffer.alloc(64 * 1024, "x");
  const closed = new Promise<void>((resolve) => {
    server.answer = (_, response) => {
      response.once("close", resolve);
      const send = (): void => {
        while (sent < 10_000_000 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return;
        }
        response.end();
      };
      response.on("drain", send);
      send();
    };
  });
  const bounded = { ...options, answerBytesMax: 1_000_000 };
  expect(await problemOf(importRun(idOf(1), bounded))).toContain("longer than 1,000,000 bytes");
  await closed;
  expect(sent).toBeLessThan(10_000_000);
});

test("a server that never answers is left after the limit", async () => {
  server.answer = () => {};
  const short = { ...options, timeoutMs: 50 };
  expect(await problemOf(importRun(idOf(1), short))).toContain("did not answer within 50 ms");
});

test("a server that gives the same page again and again is left", async () => {
  const runs = [...manyTraces()].slice(0, 1);
  server.answer = (_, response) =>
    void response.end(JSON.stringify({ runs, cursors: { next: "again" } }));
  const query = { project, status: "error", limit: 1 } as const;
  const { sessions } = await importProject(query, options);
  expect(sessions).toHaveLength(1);
  // Two for the project, which may have more, and two for what is inside of its run.
  expect(server.seen).toHaveLength(4);
});

test("the key is not sent to where an answer points, nor without TLS", async () => {
  server.answer = (_, response) =>
    void response.writeHead(302, { location: `${server.endpoint}/elsewhere` }).end();
  expect(await problemOf(importRun(idOf(1), options))).toContain("the key is not sent there");
  expect(server.seen).toHaveLength(1);
  for (const endpoint of ["http://example.com", "ftp://127.0.0.1", "https://user@host", "x"]) {
    expect(await problemOf(importRun(idOf(1), { ...options, endpoint }))).toContain("A067");
  }
});

test("a server that is not there is told", async () => {
  const { endpoint } = server;
  await server.close();
  expect(await problemOf(importRun(idOf(1), { ...options, endpoint }))).toContain("A065");
});

// --- inside ---

async function problemOf(importing: Promise<unknown>): Promise<string> {
  const error = await importing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof GauntletError)) throw new Error(`no error for the user: ${String(error)}`);
  return errorText(error);
}
