import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { documentOf, gauntlet } from "./command-line.ts";
import { withWorker } from "./example.ts";
import { repository, TempProject } from "./temp-project.ts";

// A real client against a Postgres that is part of the run.

const example = path.join(repository, "examples", "accounts-postgres");

function newProject(): string {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-postgres-e2e-"));
  const filter = (source: string): boolean => path.basename(source) !== ".gauntlet";
  cpSync(example, root, { recursive: true, filter });
  mkdirSync(path.join(root, "node_modules", "@electric-sql"), { recursive: true });
  for (const name of ["fast-check", "pg", "@electric-sql/pglite"]) {
    symlinkSync(path.join(repository, "node_modules", name), path.join(root, "node_modules", name));
  }
  return root;
}

/** Two, each with data of its own; the tests share them, because making it takes long. */
const [projectRoot, otherRoot] = [newProject(), newProject()];
afterAll(() => {
  for (const root of [projectRoot, otherRoot]) rmSync(root, { recursive: true, force: true });
});

const chaosFile = "accounts.chaos.ts";

test("a lost update through pg is found, made small and replayed", async () => {
  const found = await gauntlet(
    projectRoot,
    "explore",
    chaosFile,
    "--runs",
    "40",
    "--time",
    "240",
    "--json",
  );
  expect(found.code).toBe(1);
  const [finding] = documentOf(found).findings;
  expect(finding?.identity.property).toBe("what was taken is gone");
  expect(finding?.confirmed).toBe(true);
  const { from = 0, to = 0 } = finding?.shrunk ?? {};
  expect(to).toBeLessThan(from);
  const again = await gauntlet(projectRoot, "replay", finding?.trace ?? "", "--json");
  expect(again.code).toBe(1);
  expect(documentOf(again).findings[0]?.identity).toEqual(finding?.identity);
});

test("withdrawals in a transaction lose nothing, whatever the seed", async () => {
  const twin = { folder: "accounts", file: "fixed/accounts", exportName: "default" };
  await withWorker({ example: twin, projectRoot }, async (worker) => {
    for (const seed of ["ada", "ben", 3]) {
      const stretch = { seed, fromRun: 0, runsMax: 100, timeMsMax: 60_000, marksEachRun: true };
      const explored = await worker.explore({ type: "explore", ...stretch });
      const { runs, unknownRuns, clusters } = explored;
      expect({ runs, unknownRuns, clusters: clusters.length }).toEqual({
        runs: 100,
        unknownRuns: 0,
        clusters: 0,
      });
    }
  });
});

const chance = `
import { always, simulation } from "gauntlet";
import pg from "pg";
const schema = "CREATE TABLE t (id bigserial, at timestamptz DEFAULT now(), u uuid DEFAULT gen_random_uuid(), r float DEFAULT random())";
export default simulation({
  name: "chance",
  run: async (world) => {
    const pool = new pg.Pool({ connectionString: world.postgres({ schema }).url });
    const insert = () => pool.query("INSERT INTO t DEFAULT VALUES RETURNING *, txid_current(), clock_timestamp() AS c");
    const done = await Promise.all([insert(), insert(), insert()]);
    for (const { rows } of done) await world.sleep(parseInt(rows[0].u.slice(0, 4), 16) + rows[0].r);
    const text = JSON.stringify(done.map(({ rows }) => rows));
    let sum = 0;
    for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
    await world.sleep(sum);
    always(done[0].rows[0].at.getUTCFullYear() === 2026, "time is that of the run");
  },
});
`;

test("time, chance and sequences of Postgres are the same in another process", async () => {
  const digests = (root: string, runs: readonly number[]): Promise<readonly string[]> => {
    writeFileSync(path.join(root, "chance.chaos.ts"), chance);
    const subject = { folder: "chance", exportName: "default" };
    return withWorker({ example: subject, projectRoot: root }, async (worker) => {
      const told = await worker.digest({ type: "digest", seed: 5, runs });
      return told.digests;
    });
  };
  const first = await digests(projectRoot, [0, 1, 2, 3]);
  // Another order: what a run sees must not depend on those before it.
  const second = await digests(otherRoot, [3, 2, 1, 0]);
  expect(first).toEqual(second.toReversed());
  expect(new Set(first).size).toBe(4);
});

const stuck = `
import { simulation } from "gauntlet";
import pg from "pg";
export default simulation({
  name: "stuck",
  run: async (world) => {
    const pool = new pg.Pool({ connectionString: world.postgres({ schema: "CREATE TABLE t (n int)" }).url });
    const client = await pool.connect();
    await client.query("BEGIN");
    await pool.query("INSERT INTO t VALUES (1)");
    await client.query("COMMIT");
  },
});
`;

test("who waits for its own transaction on another connection is told as a deadlock", async () => {
  writeFileSync(path.join(projectRoot, "stuck.chaos.ts"), stuck);
  const subject = { folder: "stuck", exportName: "default" };
  const recorded = await withWorker({ example: subject, projectRoot }, (worker) =>
    worker.record({ type: "record", following: { how: "random", seed: 1, runIndex: 0 } }),
  );
  expect({ verdict: recorded.verdict, kind: recorded.failure?.kind }).toEqual({
    verdict: "broken",
    kind: "deadlock",
  });
  const notes = recorded.events.flatMap((event) => (event.kind === "note" ? [event.detail] : []));
  expect(notes).toContain("connection 2 waits for the transaction of connection 1");
});

test("a package of another version is refused with the command that mends it", async () => {
  const folder = "node_modules/@electric-sql/pglite";
  const project = new TempProject({
    [`${folder}/package.json`]: `{ "version": "0.1.0", "main": "dist/index.cjs" }`,
    [`${folder}/dist/index.cjs`]: "exports.PGlite = class {};",
    "stuck.chaos.ts": stuck,
  });
  project.link("pg");
  const { code, out, err } = await project.gauntlet("explore", "stuck.chaos.ts", "--runs", "5");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.slice(err.indexOf("error["))).toMatchInlineSnapshot(`
    "error[postgres-package]: \`world.postgres\` needs the package \`@electric-sql/pglite\`, which is of a version that cannot be driven
    note: it is Postgres compiled to WebAssembly, and an optional peer of gauntlet
    help: npm install --save-dev @electric-sql/pglite@0.5
    "
  `);
});

test("a schema that fails is no failure of the code", async () => {
  const wrong = stuck.replace("CREATE TABLE t (n int)", "CREATE TABEL t (n int)");
  writeFileSync(path.join(projectRoot, "wrong.chaos.ts"), wrong);
  const { code, err } = await gauntlet(projectRoot, "explore", "wrong.chaos.ts");
  expect(code).toBe(2);
  expect(err.slice(err.indexOf("error["))).toMatchInlineSnapshot(`
    "error[postgres-schema]: \`world.postgres\` cannot run its schema: syntax error at or near "TABEL"
    note: line 1 of the schema
    help: mend the statements that are given as \`schema\`
    "
  `);
});
