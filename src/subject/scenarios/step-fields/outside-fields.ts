import type { DurationText } from "./basic-fields.ts";

type Headers = Readonly<Record<string, string>>;

/** A link between two named nodes. */
export interface Link {
  readonly a: string;
  readonly b: string;
}

/** Steps about files, HTTP, processes, the network and memory. */
export interface OutsideSteps {
  readonly fs_write: { readonly path: string; readonly data: string };
  readonly fs_read_assert: { readonly path: string; readonly equals: string };
  readonly fs_snapshot: { readonly name: string };
  readonly fs_restore: { readonly name: string };
  readonly http_when: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    readonly headers?: Headers | undefined;
    readonly body?: string | undefined;
    readonly json?: unknown;
    readonly delay?: DurationText | undefined;
    readonly times?: number | undefined;
  };
  readonly http_request: {
    readonly method: string;
    readonly path: string;
    readonly headers?: Headers | undefined;
    readonly body?: string | undefined;
    readonly expect_status?: number | undefined;
    readonly expect_headers?: Headers | undefined;
    readonly expect_body?: string | undefined;
    readonly expect_json?: unknown;
    readonly save_body_as?: string | undefined;
  };
  readonly proc_when: {
    readonly cmd: string;
    readonly args?: readonly string[] | undefined;
    readonly exit_code: number;
    readonly stdout?: string | undefined;
    readonly stderr?: string | undefined;
    readonly times?: number | undefined;
  };
  readonly proc_spawn: {
    readonly cmd: string;
    readonly args?: readonly string[] | undefined;
    readonly expect_exit?: number | undefined;
    readonly expect_stdout?: string | undefined;
    readonly expect_stderr?: string | undefined;
    readonly save_stdout_as?: string | undefined;
  };
  readonly net_partition: Link;
  readonly net_heal: Link;
  readonly net_set_drop_rate: { readonly rate: number };
  readonly net_set_reorder: { readonly enabled: boolean };
  readonly net_send: { readonly from: string; readonly to: string; readonly payload: string };
  readonly net_deliver_one: { readonly strategy?: "random" | undefined };
  readonly net_recv_assert: {
    readonly node: string;
    readonly from?: string | undefined;
    readonly payload: string;
  };
  readonly memory_alloc: {
    readonly bytes: number;
    readonly key?: string | undefined;
    readonly tag?: string | undefined;
  };
  /** Exactly one of the two is given. */
  readonly memory_free: {
    readonly alloc_id?: number | undefined;
    readonly key?: string | undefined;
  };
  readonly memory_limit_mb: { readonly mb: number };
  readonly memory_fail_after_allocs: { readonly count: number };
  readonly memory_fragmentation: { readonly seed: number | string };
  /** A list of factors, or the text `1,2,4`. */
  readonly memory_pressure_wave: { readonly pattern: string | readonly number[] };
  readonly memory_checkpoint: { readonly name: string };
  readonly memory_assert_in_use_bytes: { readonly equals: number };
  /** Reads the real heap; with `since` what it grew by since that checkpoint. */
  readonly memory_assert_heap: {
    readonly max_mb: number;
    readonly since?: string | undefined;
  };
}
