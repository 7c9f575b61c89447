import type { KeptRun } from "./langsmith-server.ts";

/** The key that the server accepts. */
export const key = "lsv2_pt_0123456789abcdef0123456789abcdef";
/** The project of all runs. */
export const project = "11111111-1111-4111-8111-111111111111";
/** When they are imported. */
export const nowMs: number = Date.parse("2026-03-10T12:00:00Z");

/** The id of a run. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** One trace with everything; its children are not kept in their order. */
export function orderTrace(): readonly KeptRun[] {
  const ended = (ms: number): string => `2026-03-10T11:00:0${(ms / 1000).toFixed(3)}+00:00`;
  const said = { lc: 1, type: "constructor", id: ["x", "ToolMessage"], kwargs: {} };
  return [
    runOf(1, {
      end_time: "2026-03-10T11:01:30",
      status: "error",
      error: "the agent gave up",
      inputs: {
        messages: [
          [
            { lc: 1, type: "constructor", id: ["a", "SystemMessage"], kwargs: { content: "Be" } },
            { role: "user", content: "Hello" },
            { type: "ai", content: "Hello, how can I help?" },
            {
              type: "human",
              content: [{ type: "text", text: `Where is order 7? My token is ${key}` }],
            },
          ],
        ],
      },
    }),
    toolOf(12, 1, {
      name: "refund",
      error: "503 from the bank",
      status: "error",
      end_time: ended(1000),
    }),
    toolOf(11, 1, {
      name: "get_order",
      outputs: { output: { ...said, kwargs: { content: '{"state":"lost"}' } } },
      end_time: ended(250),
    }),
    toolOf(13, 1, { name: "search", outputs: { hits: [] }, end_time: ended(5) }),
    toolOf(14, 1, {
      name: "notify",
      outputs: { output: { ...said, kwargs: { content: "no such user", status: "error" } } },
      end_time: ended(1),
    }),
    toolOf(15, 1, { name: "hang", outputs: null, end_time: null, status: "pending" }),
    toolOf(16, 1, { name: "model", run_type: "llm" }),
  ];
}

/** Thirty that failed, one for each day before, and one that only had a failure inside. */
export function manyTraces(): readonly KeptRun[] {
  const failed = Array.from({ length: 30 }, (_, index) =>
    runOf(200 + index, {
      start_time: new Date(nowMs - (index + 1.2) * day).toISOString(),
      end_time: new Date(nowMs - (index + 1.2) * day + 10).toISOString(),
      error: "broken",
      status: "error",
    }),
  );
  const old = { start_time: "2025-01-01T00:00:00", end_time: "2025-01-01T00:00:01" };
  return [
    ...failed,
    runOf(300, old),
    toolOf(31, 300, { ...old, trace_id: idOf(300), error: "no", status: "error" }),
  ];
}

/** A run that asks nothing. */
export function oddTrace(): KeptRun {
  const old = { start_time: "2025-01-01T00:00:00", end_time: "2025-01-01T00:00:01" };
  return runOf(400, { ...old, inputs: { width: 3, height: 4 } });
}

// --- inside ---

const day = 86_400_000;

function runOf(number: number, parts: object = {}): KeptRun {
  return {
    id: idOf(number),
    name: "support agent",
    run_type: "chain",
    session_id: project,
    trace_id: idOf(number),
    parent_run_id: null,
    dotted_order: `20260310T1100${idOf(number)}`,
    start_time: "2026-03-10T11:00:00",
    end_time: "2026-03-10T11:00:02",
    status: "success",
    error: null,
    inputs: { input: "Hi" },
    outputs: { output: "Hello" },
    ...parts,
  };
}

function toolOf(number: number, root: number, parts: object): KeptRun {
  return runOf(number, {
    run_type: "tool",
    trace_id: idOf(root),
    parent_run_id: idOf(root),
    dotted_order: `20260310T1100${idOf(root)}.20260310T11${number}${idOf(number)}`,
    inputs: { input: "{}" },
    ...parts,
  });
}
