import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { GauntletError } from "../src/kernel/errors/gauntlet-error.ts";
import type { PostgresOptions } from "../src/kernel/services/postgres-service.ts";
import { postgresData } from "../src/runner/process/postgres-data.ts";
import { inWorld, seededWorld } from "../src/world/fixtures/hand-drive.ts";
import { prepareNet } from "../src/world/net/install-net.ts";
import { postgres } from "../src/world/postgres/postgres.ts";
import { preparePostgres, setPostgresHome } from "../src/world/postgres/prepare.ts";

// A real client and a real Postgres in one process, in a world that is driven by hand.

const projectRoot = mkdtempSync(path.join(tmpdir(), "gauntlet-postgres-test-"));
afterAll(() => rmSync(projectRoot, { recursive: true, force: true }));

beforeAll(async () => {
  seededWorld();
  await prepareNet();
  setPostgresHome({ projectRoot, dataFile: () => postgresData(projectRoot), onAlive: () => {} });
  await preparePostgres();
}, 300_000);

interface Place {
  /** A client that is connected. */
  open(settings?: pg.ClientConfig): Promise<pg.Client>;
  readonly notes: readonly string[];
  readonly refused: readonly string[];
}

function withPostgres<R>(
  body: (place: Place) => Promise<R>,
  options?: PostgresOptions,
): Promise<R> {
  const world = seededWorld();
  const notes: string[] = [];
  const refused: string[] = [];
  world.onNote = (_name, detail) => void notes.push(detail);
  world.onRefused = ({ code }) => void refused.push(code);
  return inWorld(() => {
    const { url: connectionString, host, port } = postgres(world, options);
    const open = async (settings: pg.ClientConfig = {}): Promise<pg.Client> => {
      // What is in an address comes before what is said beside it.
      const isNamed = settings.user !== undefined || settings.database !== undefined;
      const client = new pg.Client(isNamed ? { host, port, ...settings } : { connectionString });
      await client.connect();
      return client;
    };
    return body({ open, notes, refused });
  }, world);
}

/** What `pg` has and its types do not tell. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: { destroy(): void } };
}

interface Canceller {
  once(event: "connect", act: () => void): void;
  connect(port: number, host: string): void;
  cancel(processID: number, secretKey: number): void;
}

const schema = "CREATE TABLE t (id int PRIMARY KEY, v text)";

/** The first column of every row. */
async function column(client: pg.Client, sql: string): Promise<readonly unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: sql, rowMode: "array" });
  return rows.map(([first]) => first);
}

/** The code of the error with which a promise ends. */
async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => "none",
    (error: { readonly code?: string }) => error.code,
  );
}

test("the data is made once for a project and kept in its cache", async () => {
  const cache = path.join(projectRoot, ".gauntlet", "cache");
  const [name, ...others] = readdirSync(cache).filter((entry) => !entry.startsWith(".pruned"));
  expect(others).toEqual([]);
  expect(name).toMatch(/^postgres-0\.5\.\d+-\d+-\d+\.tar\.gz$/);
  expect(await postgresData(projectRoot)).toBe(path.join(cache, name ?? ""));
});

test("where the project keeps nothing, the data is somewhere else for this process", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-postgres-test-"));
  try {
    mkdirSync(path.join(root, ".gauntlet"));
    writeFileSync(path.join(root, ".gauntlet", "cache"), "no folder");
    const [one, two] = await Promise.all([postgresData(root), postgresData(root)]);
    expect(one).toBe(two);
    expect(existsSync(one)).toBe(true);
    expect(path.relative(root, one).startsWith("..")).toBe(true);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a client that leaves in a transaction loses what it did there", () =>
  withPostgres(
    async ({ open }) => {
      const one = await open();
      await one.query("INSERT INTO t VALUES (1, 'kept')");
      await one.query("BEGIN");
      await one.query("INSERT INTO t VALUES (2, 'lost')");
      const two = await open();
      const waiting = column(two, "SELECT v FROM t");
      await one.end();
      expect(await waiting).toEqual(["kept"]);
      const rude = await open();
      await rude.query("BEGIN");
      await rude.query("DELETE FROM t");
      // Without a goodbye, as where the process was killed.
      rude.on("error", () => {});
      (rude as unknown as Session).connection.stream.destroy();
      expect(await column(two, "SELECT v FROM t")).toEqual(["kept"]);
    },
    { schema },
  ));

test("a statement waits until the transaction of another client has ended", () =>
  withPostgres(
    async ({ open, notes }) => {
      const [one, two] = [await open(), await open()];
      const events: string[] = [];
      await one.query("BEGIN");
      const read = column(two, "SELECT v FROM t").then((rows) => {
        events.push(`two reads ${rows.join()}`);
      });
      await one.query("INSERT INTO t VALUES (1, 'a')");
      await one.query("INSERT INTO t VALUES (2, 'b')");
      events.push("one commits");
      await one.query("COMMIT");
      await read;
      expect(events).toEqual(["one commits", "two reads a,b"]);
      expect(notes).toEqual(["connection 2 waits for the transaction of connection 1"]);
    },
    { schema },
  ));

test("a failed transaction stays with its client until it is rolled back", () =>
  withPostgres(
    async ({ open }) => {
      const [one, two] = [await open(), await open()];
      await one.query("BEGIN");
      await one.query("INSERT INTO t VALUES (1, 'a')");
      expect(await codeOf(one.query("INSERT INTO t VALUES (1, 'again')"))).toBe("23505");
      expect(await codeOf(one.query("SELECT 1"))).toBe("25P02");
      const read = column(two, "SELECT v FROM t");
      await one.query("ROLLBACK");
      expect(await read).toEqual([]);
    },
    { schema },
  ));

test("a client that waits for a transaction that waits for it never goes on", async () => {
  const stuck = withPostgres(
    async ({ open }) => {
      const [one, two] = [await open(), await open()];
      await one.query("BEGIN");
      await two.query("INSERT INTO t VALUES (1, 'a')");
      await one.query("COMMIT");
    },
    { schema },
  );
  await expect(stuck).rejects.toThrow("nothing is pending and the body has not ended");
});

test("who listens hears of it, and nobody else", () =>
  withPostgres(async ({ open }) => {
    const [one, two, three] = [await open(), await open(), await open()];
    const heard: string[] = [];
    for (const [name, client] of Object.entries({ one, two, three })) {
      client.on("notification", ({ channel, payload }) => {
        heard.push(`${name} ${channel} ${payload}`);
      });
    }
    await one.query("LISTEN jobs");
    await two.query('LISTEN "Jobs"');
    await two.query("LISTEN jobs");
    await three.query("NOTIFY jobs, 'first'");
    await two.query("UNLISTEN jobs");
    await three.query("SELECT pg_notify('jobs', 'second')");
    await three.query("BEGIN");
    await three.query("NOTIFY jobs, 'never'");
    await three.query("ROLLBACK");
    await three.query(`NOTIFY "Jobs", 'third'`);
    await Promise.all([column(one, "SELECT 1"), column(two, "SELECT 1")]);
    expect(heard.toSorted()).toEqual([
      "one jobs first",
      "one jobs second",
      "two Jobs third",
      "two jobs first",
    ]);
  }));

test("a statement that waits can be cancelled by another connection", () =>
  withPostgres(
    async ({ open }) => {
      const [one, two] = [await open(), await open()];
      await one.query("BEGIN");
      const asked = two.query("INSERT INTO t VALUES (1, 'a')");
      const ended = codeOf(asked);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const { host, port, processID, secretKey } = two as unknown as Session;
      const canceller = new pg.Connection({}) as unknown as Canceller;
      canceller.once("connect", () => canceller.cancel(processID, secretKey));
      canceller.connect(port, host);
      expect(await ended).toBe("57014");
      await one.query("COMMIT");
      expect(await column(two, "SELECT count(*)::int FROM t")).toEqual([0]);
    },
    { schema },
  ));

test("two connections may give different statements one name", () =>
  withPostgres(async ({ open }) => {
    const [one, two] = [await open(), await open()];
    const ask = async (client: pg.Client, text: string, value: number): Promise<unknown> => {
      const { rows } = await client.query<{ n: number }>({ name: "same", text, values: [value] });
      return rows[0]?.n;
    };
    expect(await ask(one, "SELECT $1::int + 1 AS n", 1)).toBe(2);
    expect(await ask(two, "SELECT $1::int * 10 AS n", 1)).toBe(10);
    expect(await ask(one, "SELECT $1::int + 1 AS n", 2)).toBe(3);
    expect(await ask(two, "SELECT $1::int * 10 AS n", 2)).toBe(20);
  }));

test("the user and the database have the names that were given, and there are no others", () =>
  withPostgres(
    async ({ open }) => {
      const client = await open();
      const { rows } = await client.query("SELECT current_user AS u, current_database() AS d");
      expect(rows).toEqual([{ u: "o'hara", d: "shop db" }]);
      expect(await codeOf(open({ user: "postgres" }))).toBe("28000");
      expect(await codeOf(open({ user: "o'hara", database: "postgres" }))).toBe("3D000");
    },
    { user: "o'hara", database: "shop db" },
  ));

test("what one session cannot do for several connections is refused by name", () =>
  withPostgres(async ({ open, refused }) => {
    const client = await open();
    expect(await codeOf(client.query("SELECT pg_advisory_lock(1)"))).toBe("0A000");
    expect(await codeOf(client.query("DISCARD ALL"))).toBe("0A000");
    expect(await codeOf(client.query("SELECT pg_try_advisory_lock($1)", [1]))).toBe("0A000");
    expect(await column(client, "SELECT pg_advisory_xact_lock(1)::text")).toEqual([""]);
    expect(refused).toEqual(Array.from({ length: 3 }, () => "postgres-one-session"));
  }));

test("every run begins with the same database, whatever the one before did", async () => {
  const options = { schema: `${schema}; CREATE SEQUENCE s` };
  const look = `SELECT nextval('s') || ' ' || txid_current() || ' ' || 't'::regclass::oid
    || ' ' || count(*) || ' ' || current_setting('work_mem') FROM t`;
  const read = (): Promise<readonly unknown[]> =>
    withPostgres(async ({ open }) => column(await open(), look), options);
  const first = await read();
  await withPostgres(async ({ open }) => {
    const client = await open();
    await client.query("SET work_mem = '1MB'");
    await client.query("INSERT INTO t SELECT n, repeat('x', 2000) FROM generate_series(1, 5000) n");
    await client.query("CREATE TABLE other AS SELECT * FROM t");
    await client.query("CREATE INDEX ON other (v)");
    await client.query("DROP TABLE t");
    await client.query("BEGIN");
    await client.query("SELECT nextval('s') FROM generate_series(1, 100)");
  }, options);
  expect(await read()).toEqual(first);
});

test("a schema that fails is told with its line", async () => {
  const failing = withPostgres(async () => {}, { schema: "CREATE TABLE a (id int);\n\nSELEC 1" });
  await expect(failing).rejects.toMatchObject({
    code: "postgres-schema",
    note: "line 3 of the schema",
  } satisfies Partial<GauntletError>);
});
