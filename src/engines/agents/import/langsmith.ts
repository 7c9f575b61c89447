import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { ReplaySession } from "../sessions/session.ts";
import { type DateRange, parseDateRange } from "./date-range.ts";
import { LangsmithClient, type LangsmithOptions } from "./langsmith-client.ts";
import { textField } from "./langsmith-fields.ts";
import type { Table } from "../plain-table.ts";
import { type LangsmithRun, latencyMsOf, readRun, responseOf } from "./langsmith-run.ts";
import { askedInput, messagesIn } from "./langsmith-input.ts";
import { earlierResponses } from "./langsmith-turns.ts";

/** Which runs of a project are imported. */
export interface ProjectQuery {
  readonly project: string;
  /** `warning`: the run itself did not fail, but something in it did. */
  readonly status: "error" | "warning" | "all";
  readonly dateRange?: string | undefined;
  readonly minLatencyMs?: number | undefined;
  readonly limit: number;
}

/** What came of importing a project. */
export interface ImportedProject {
  readonly sessions: readonly ReplaySession[];
  /** Runs that fit and could not be made a session of. */
  readonly skipped: readonly { readonly run: string; readonly because: string }[];
  /** Whether there are more that fit, beyond the limit. */
  readonly isCut: boolean;
}

/** Imports one run of LangSmith, with what its tools answered. */
export async function importRun(runId: string, options: LangsmithOptions): Promise<ReplaySession> {
  if (!uuid.test(runId)) {
    throw new GauntletError({
      code: "A067",
      what: `a run of LangSmith is named by its id, got \`${runId}\``,
      where: "run_id",
      help: "copy the id of the run, such as `a36092d2-4ad5-4fb4-9c0d-0dba9a2ed836`",
    });
  }
  const client = new LangsmithClient(options);
  const run = readRun(await client.run(runId));
  const session = sessionOf(run, await childrenOf(run, client), options.mask);
  if (session !== undefined) return session;
  throw new GauntletError({
    code: "A066",
    what: `the inputs of run \`${run.id}\` hold nothing that a user asked`,
    where: "LangSmith",
    note: `they have ${keysOf(run.inputs)}; asked is what stands in ${usualKeys}`,
    help: "write the session as a file instead, with its `input`",
  });
}

/** Imports the runs of a project of LangSmith that fit. */
export async function importProject(
  query: ProjectQuery,
  options: LangsmithOptions,
): Promise<ImportedProject> {
  const { dateRange, limit } = query;
  const nowMs = (options.now ?? Date.now)();
  const range = dateRange === undefined ? undefined : parseDateRange(dateRange, nowMs);
  const client = new LangsmithClient(options);
  const id = uuid.test(query.project) ? query.project : await client.projectId(query.project);
  const sessions: ReplaySession[] = [];
  const skipped: { run: string; because: string }[] = [];
  for await (const answer of client.runs(queryOf(id, query, range), scannedMax)) {
    const run = readRun(answer);
    if (!isWanted(run, query)) continue;
    const isFull = sessions.length + skipped.length >= limit;
    if (isFull && query.status !== "warning") return { sessions, skipped, isCut: true };
    const children = await childrenOf(run, client);
    if (query.status === "warning" && !children.some((child) => child.isError)) continue;
    if (isFull) return { sessions, skipped, isCut: true };
    const session = sessionOf(run, children, options.mask);
    if (session !== undefined) sessions.push(session);
    else {
      const because = `its inputs hold nothing that a user asked, only ${keysOf(run.inputs)}`;
      skipped.push({ run: run.id, because });
    }
  }
  return { sessions, skipped, isCut: false };
}

// --- inside ---

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;
const childrenMax = 1000; // an agent that takes more steps than this is its own finding
const scannedMax = 10_000; // so many runs are looked at for those that fit
const usualKeys = "`input`, `question`, `query`, `prompt`, `messages` and the like";

/** What is asked for of each run. */
const fields = [
  "id",
  "name",
  "run_type",
  "session_id",
  "trace_id",
  "parent_run_id",
  "dotted_order",
  "start_time",
  "end_time",
  "status",
  "error",
  "inputs",
  "outputs",
];

function queryOf(id: string, query: ProjectQuery, range: DateRange | undefined): Table {
  const { status, minLatencyMs } = query;
  return {
    session: [id],
    is_root: true,
    select: fields,
    ...(status === "all" ? {} : { error: status === "error" }),
    ...(status === "warning" ? { tree_filter: 'eq(status, "error")' } : {}),
    ...(minLatencyMs === undefined ? {} : { filter: `gte(latency, ${minLatencyMs / 1000})` }),
    ...(range === undefined ? {} : { start_time: range.from }),
    ...(range?.to === undefined ? {} : { end_time: range.to }),
  };
}

/** The server filters as well; what a server does not know it leaves out without a word. */
function isWanted(run: LangsmithRun, { status, minLatencyMs }: ProjectQuery): boolean {
  if (status === "error" && !run.isError) return false;
  if (status === "warning" && run.isError) return false;
  return minLatencyMs === undefined || latencyMsOf(run) >= minLatencyMs;
}

/** The runs inside of a run, in the order in which they began. */
async function childrenOf(
  run: LangsmithRun,
  client: LangsmithClient,
): Promise<readonly LangsmithRun[]> {
  const session = textField(run.table, "session_id", `run \`${run.id}\``);
  const trace = textField(run.table, "trace_id", `run \`${run.id}\``);
  const query = { session: [session], trace, is_root: false, select: fields };
  const children: LangsmithRun[] = [];
  for await (const answer of client.runs(query, childrenMax + 1)) {
    const child = readRun(answer);
    const isInside = run.order === "" || child.order.startsWith(run.order);
    if (child.id !== run.id && isInside) children.push(child);
  }
  if (children.length > childrenMax) {
    throw new GauntletError({
      code: "A066",
      what: `run \`${run.id}\` has more than ${childrenMax} runs inside of it`,
      where: "LangSmith",
      help: "import a run that is smaller",
    });
  }
  return children.toSorted((one, other) => compare(one.order, other.order));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function sessionOf(
  run: LangsmithRun,
  children: readonly LangsmithRun[],
  mask: SecretMask,
): ReplaySession | undefined {
  const asked = askedInput(run.inputs);
  if (asked === undefined) return undefined;
  const tools = children.filter((child) => child.type === "tool");
  const lastTurn = asked.history.length + 1;
  // The run is the last turn; what its tools answered is not for the turns before.
  const turn = lastTurn === 1 ? {} : { turn: lastTurn };
  return {
    id: run.id,
    name: mask.text(run.name),
    source: "langsmith",
    ...(run.startedAt === undefined ? {} : { capturedAt: run.startedAt }),
    input: mask.text(asked.input),
    history: asked.history.map((text) => mask.text(text)),
    toolResponses: [
      ...earlierResponses(messagesIn(run.inputs), { lastTurn, mask }),
      ...tools.map((tool) => ({ ...responseOf(tool, mask), ...turn })),
    ],
    ...(run.error === undefined ? {} : { expectedFailure: mask.text(run.error) }),
    contract: "default",
  };
}

function keysOf(table: Table): string {
  const keys = Object.keys(table).slice(0, 12);
  return keys.map((key) => `\`${key}\``).join(", ") || "no keys";
}
