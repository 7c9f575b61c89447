import { expect, test } from "vitest";
import { channelsAfter, refusalOf, withoutUnlisten } from "./statements.ts";

test("a connection listens to what its statements say, also to several at once", () => {
  const after = (sql: string): string[] => [...channelsAfter(new Set(["a", "b"]), sql)];
  expect(after("LISTEN Jobs")).toEqual(["a", "b", "jobs"]);
  expect(after('listen "Jobs"; LISTEN c')).toEqual(["a", "b", "Jobs", "c"]);
  expect(after("UNLISTEN a")).toEqual(["b"]);
  expect(after("unlisten *; listen z")).toEqual(["z"]);
  expect(after("SELECT 'listen x'")).toEqual(["a", "b"]);
});

test("a statement that ends listening is one that ends nobody's", () => {
  expect(withoutUnlisten("UNLISTEN *")).toBe("UNLISTEN nobody");
  expect(withoutUnlisten('LISTEN a; unlisten "B"; SELECT 1')).toBe(
    "LISTEN a; UNLISTEN nobody; SELECT 1",
  );
  expect(withoutUnlisten("SELECT 1")).toBe("SELECT 1");
});

test("only what one session cannot tell apart is refused", () => {
  const isRefused = (sql: string): boolean => refusalOf(sql) !== undefined;
  expect(isRefused("SELECT pg_advisory_lock(1)")).toBe(true);
  expect(isRefused("select pg_try_advisory_lock_shared(1)")).toBe(true);
  expect(isRefused("COPY t FROM STDIN")).toBe(true);
  expect(isRefused("deallocate all")).toBe(true);
  expect(isRefused("SELECT pg_advisory_xact_lock(1)")).toBe(false);
  expect(isRefused("COPY t TO STDOUT")).toBe(false);
  expect(isRefused("DEALLOCATE one")).toBe(false);
});
