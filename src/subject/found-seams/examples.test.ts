import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ProjectSource } from "../source/project-source.ts";
import { findSeams } from "./find-seams.ts";

const examples = path.resolve(import.meta.dirname, "../../../examples");

/** The seams of an example, one line each: where, what, and the first fault that fits. */
function seamsOf(example: string): string[] {
  const root = path.join(examples, example);
  const source = new ProjectSource(root);
  const files = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .toSorted()
    .flatMap((file) => findSeams(source, path.join("src", file)))
    .map(({ file, line, kind, what, faults }) => {
      const first = faults[0]?.name ?? "no fault";
      return `${file.slice("src/".length)}:${String(line)} ${kind}: ${what}, ${first}`;
    });
}

test("checkout", () =>
  expect(seamsOf("checkout")).toMatchInlineSnapshot(`
  [
    "checkout.ts:35 time: setTimeout, late",
    "gateway.ts:13 time: timers.promises.setTimeout, late",
    "gateway.ts:16 time: timers.promises.setTimeout, late",
    "shop/journal.ts:14 file: fs.promises.mkdir, diskFull",
    "shop/journal.ts:15 file: fs.promises.readFile, ioError",
    "shop/journal.ts:21 file: fs.promises.open, diskFull",
    "shop/journal.ts:23 file: fs.promises.open().appendFile, diskFull",
    "shop/journal.ts:24 file: fs.promises.open().sync, lostSync",
    "shop/payments.ts:17 time: timers.promises.setTimeout, late",
    "shop/payments.ts:23 http client: fetch, http",
    "shop/payments.ts:27 time: AbortSignal.timeout, late",
    "shop/shipping.ts:17 queue: ShippingQueue.add, duplicateCall",
    "shop/shipping.ts:32 time: timers.promises.setTimeout, late",
    "shop/shipping.ts:36 time: timers.promises.setTimeout, late",
    "shop/shop.ts:31 http server: http.ServerResponse#.writeHead, connectionReset",
    "shop/shop.ts:32 http server: http.ServerResponse#.end, connectionReset",
  ]
`));
test("inventory has none: it is plain code", () => expect(seamsOf("inventory")).toEqual([]));
test("jobs", () =>
  expect(seamsOf("jobs")).toMatchInlineSnapshot(`
  [
    "mailer.ts:4 http client: fetch, http",
    "queue.ts:20 queue: JobQueue.add, duplicateCall",
    "queue.ts:23 time: Date.now, clockSkew",
    "queue.ts:32 queue: JobQueue.lease, duplicateCall",
    "queue.ts:35 time: Date.now, clockSkew",
    "queue.ts:41 time: Date.now, clockSkew",
    "queue.ts:47 queue: JobQueue.done, duplicateCall",
    "queue.ts:53 queue: JobQueue.fail, duplicateCall",
    "queue.ts:55 time: Date.now, clockSkew",
    "queue.ts:60 time: timers.promises.setTimeout, late",
    "worker.ts:28 time: timers.promises.setTimeout, late",
  ]
`));
test("scoring", () =>
  expect(seamsOf("scoring")).toMatchInlineSnapshot(`
  [
    "features.ts:23 model: fetchBatch, wrongShape",
    "features.ts:24 time: timers.promises.setTimeout, late",
    "registry.ts:30 model: loadModel, staleArtifact",
    "registry.ts:31 time: timers.promises.setTimeout, late",
  ]
`));
test("tickets", () =>
  expect(seamsOf("tickets")).toMatchInlineSnapshot(`
  [
    "tickets.ts:33 queue: p-queue#.add, duplicateCall",
    "tickets.ts:33 time: timers.promises.setTimeout, late",
    "tickets.ts:43 time: timers.promises.setTimeout, late",
    "tickets.ts:48 time: setTimeout, no fault",
  ]
`));
test("uploads", () =>
  expect(seamsOf("uploads")).toMatchInlineSnapshot(`
  [
    "manifest.ts:16 file: fs.promises.readFile, ioError",
    "manifest.ts:32 file: fs.promises.open, diskFull",
    "manifest.ts:34 file: fs.promises.open().appendFile, diskFull",
    "manifest.ts:35 file: fs.promises.open().sync, lostSync",
    "receive.ts:22 file: fs.promises.rename, diskFull",
    "receive.ts:26 file: fs.promises.rm, diskFull",
    "receive.ts:32 file: fs.promises.open, diskFull",
    "receive.ts:35 file: fs.promises.open().sync, lostSync",
    "receive.ts:46 file: fs.promises.open().write, diskFull",
    "receive.ts:55 file: fs.promises.open, ioError",
    "receive.ts:57 file: fs.promises.open().sync, lostSync",
    "uploads.ts:16 file: fs.promises.mkdir, diskFull",
    "uploads.ts:17 file: fs.promises.mkdir, diskFull",
    "uploads.ts:34 http server: http.ServerResponse#.writeHead, connectionReset",
    "uploads.ts:42 http server: http.ServerResponse#.writeHead, connectionReset",
    "uploads.ts:48 http server: http.ServerResponse#.writeHead, connectionReset",
    "uploads.ts:51 http server: http.ServerResponse#.writeHead, connectionReset",
    "uploads.ts:52 file: fs.createReadStream, ioError",
  ]
`));
test("wal", () =>
  expect(seamsOf("wal")).toMatchInlineSnapshot(`
  [
    "wal.ts:26 file: fs.openSync, ioError",
    "wal.ts:27 file: fs.readFileSync, ioError",
    "wal.ts:28 file: fs.ftruncateSync, diskFull",
    "wal.ts:52 file: fs.writeSync, diskFull",
  ]
`));
test("wallet", () =>
  expect(seamsOf("wallet")).toMatchInlineSnapshot(`
  [
    "rows.ts:7 time: timers.promises.setTimeout, late",
    "rows.ts:12 time: timers.promises.setTimeout, late",
  ]
`));

test("redis-lock", () =>
  expect(seamsOf("redis-lock")).toMatchInlineSnapshot(`
  [
    "counter.ts:19 http client: fetch, http",
    "counter.ts:25 http client: fetch, http",
    "lock.ts:19 cache: ioredis.Redis#.set, staleRead",
    "lock.ts:20 time: timers.promises.setTimeout, late",
    "lock.ts:27 cache: ioredis.Redis#.eval, staleRead",
  ]
`));

test("accounts-postgres", () =>
  expect(seamsOf("accounts-postgres")).toMatchInlineSnapshot(`
  [
    "accounts.ts:5 database: pg.Pool#.query, timeout",
    "accounts.ts:10 database: pg.Pool#.query, timeout",
    "accounts.ts:11 database: pg.Pool#.query, timeout",
    "accounts.ts:20 database: pg.Pool#.query, timeout",
  ]
`));

test("strict-json has none: it only reads text", () => {
  expect(seamsOf("strict-json")).toEqual([]);
});

test("sse-client", () =>
  expect(seamsOf("sse-client")).toMatchInlineSnapshot(`
  [
    "read-events.ts:3 http client: fetch, http",
  ]
`));

test("webhook-receiver has none: it is given what came", () => {
  expect(seamsOf("webhook-receiver")).toEqual([]);
});

test("orders-service has none: it keeps everything itself", () => {
  expect(seamsOf("orders-service")).toEqual([]);
});

test("no example of a service is left out", () => {
  const names = readdirSync(examples, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/-agents?$/u.test(entry.name))
    .map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    "accounts-postgres",
    "checkout",
    "inventory",
    "jobs",
    "orders-service",
    "redis-lock",
    "scoring",
    "sse-client",
    "strict-json",
    "tickets",
    "uploads",
    "wal",
    "wallet",
    "webhook-receiver",
  ]);
});
