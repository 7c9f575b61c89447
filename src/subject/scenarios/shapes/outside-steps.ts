import type { Zod } from "../../../config/schema-values.ts";
import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import type { ShapesOf } from "./values.ts";
import { dataOf, durationOf, headersOf, longWordOf, statusMust, textOf, wordOf } from "./values.ts";

/** The types of steps that begin like this. */
type Named<Prefix extends string> = Extract<keyof OutsideSteps, `${Prefix}${string}`>;

/** Steps about files. */
export function fileSteps(zod: Zod): ShapesOf<Named<"fs_">> {
  const must = "must be the path of a file";
  const path = textOf(zod)
    .min(1, must)
    .refine((text) => !text.includes("\0"), must);
  return {
    fs_write: { path, data: textOf(zod) },
    fs_read_assert: { path, equals: textOf(zod) },
    fs_snapshot: { name: longWordOf(zod) },
    fs_restore: { name: longWordOf(zod) },
  };
}

/** Steps about HTTP. */
export function httpSteps(zod: Zod): ShapesOf<Named<"http_">> {
  const method = wordOf(zod).regex(/^[!#$%&'*+.^_`|~\w-]+$/u, "must be a method, such as `GET`");
  const status = zod.int(statusMust).gte(100, statusMust).lte(599, statusMust);
  const path = textOf(zod).min(1, "must be a path or an address");
  return {
    http_when: {
      method,
      path,
      status,
      headers: headersOf(zod).optional(),
      body: textOf(zod).optional(),
      json: dataOf(zod).optional(),
      delay: durationOf(zod).optional(),
      times: timesOf(zod).optional(),
    },
    http_request: {
      method,
      path,
      headers: headersOf(zod).optional(),
      body: textOf(zod).optional(),
      expect_status: status.optional(),
      expect_headers: headersOf(zod).optional(),
      expect_body: textOf(zod).optional(),
      expect_json: dataOf(zod).optional(),
      save_body_as: longWordOf(zod).optional(),
    },
  };
}

/** Steps about processes. */
export function processSteps(zod: Zod): ShapesOf<Named<"proc_">> {
  const args = zod.array(textOf(zod), "must be a list of texts").optional();
  const exit = zod.int(exitMust).gte(-2_147_483_648, exitMust).lte(2_147_483_647, exitMust);
  return {
    proc_when: {
      cmd: longWordOf(zod),
      args,
      exit_code: exit,
      stdout: textOf(zod).optional(),
      stderr: textOf(zod).optional(),
      times: timesOf(zod).optional(),
    },
    proc_spawn: {
      cmd: longWordOf(zod),
      args,
      expect_exit: exit.optional(),
      expect_stdout: textOf(zod).optional(),
      expect_stderr: textOf(zod).optional(),
      save_stdout_as: longWordOf(zod).optional(),
    },
  };
}

/** Steps about the network between the named nodes of one scenario. */
export function netSteps(zod: Zod): ShapesOf<Named<"net_">> {
  const node = longWordOf(zod);
  return {
    net_partition: { a: node, b: node },
    net_heal: { a: node, b: node },
    net_set_drop_rate: { rate: zod.number(rateMust).gte(0, rateMust).lte(1, rateMust) },
    net_set_reorder: { enabled: zod.boolean("must be true or false") },
    net_send: { from: node, to: node, payload: textOf(zod) },
    net_deliver_one: { strategy: zod.enum(["random"], 'must be "random"').optional() },
    net_recv_assert: { node, from: node.optional(), payload: textOf(zod) },
  };
}

/** Steps about memory: a counter that the scenario keeps, and the real heap. */
export function memorySteps(zod: Zod): ShapesOf<Named<"memory_">> {
  const bytes = zod.int("must be whole bytes").gte(0, "must be whole bytes, 0 or above");
  const count = zod.int("must be a count").gte(0, "must be a count, 0 or above");
  const factor = zod.number(factorMust).gte(0, factorMust).lte(1_000, factorMust);
  return {
    memory_alloc: { bytes, key: longWordOf(zod).optional(), tag: longWordOf(zod).optional() },
    memory_free: { alloc_id: count.optional(), key: longWordOf(zod).optional() },
    memory_limit_mb: { mb: count },
    memory_fail_after_allocs: { count },
    memory_fragmentation: { seed: seed64Of(zod) },
    memory_pressure_wave: { pattern: waveOf(zod, factor) },
    memory_checkpoint: { name: longWordOf(zod) },
    memory_assert_in_use_bytes: { equals: bytes },
    /** Reads the real heap; with `since` what it grew by since that checkpoint. */
    memory_assert_heap: {
      max_mb: zod.number("must be a number of MiB").gt(0, "must be a number of MiB above 0"),
      since: longWordOf(zod).optional(),
    },
  };
}

// --- inside ---

const exitMust = "must be an exit code, a whole number of 32 bits";
const factorMust = "must be a factor from 0 to 1000";
const rateMust = "must be a number from 0 to 1";

function timesOf(zod: Zod) {
  return zod.int("must be a count").gte(1, "must be a count above 0");
}

/** A seed of 64 bits; the reader has made a text of one that no number holds. */
function seed64Of(zod: Zod) {
  const must = "must be a whole number from 0 to 18446744073709551615";
  const text = zod
    .string(must)
    .regex(/^\d{1,20}$/u, must)
    .refine((digits) => BigInt(digits) < 2n ** 64n, must);
  return zod.union([zod.int(must).gte(0, must), text], must);
}

/** A list of factors, or the text `1,2,4`. */
function waveOf(zod: Zod, factor: ReturnType<Zod["number"]>) {
  const must = "must be a list of factors, such as `1,2,4`";
  const text = zod.string(must).regex(/^\d{1,3}(?:\.\d+)?(?:,\d{1,3}(?:\.\d+)?)*$/u, must);
  return zod.union([text, zod.array(factor, must).min(1, must)], must);
}
