import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { assert } from "../../../kernel/errors/assert.ts";
import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { RequestChange } from "../../../kernel/agent/agent-input.ts";
import { ConfigError, throwProblems } from "../../../kernel/errors/config-error.ts";
import { type ErrorParts, GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import {
  type ConfigProblem,
  type ParsedText,
  placeProblems,
  type TextKind,
} from "../../../config/config-problem.ts";
import { type ConfigText, readConfigText } from "../../../config/syntax/config-text.ts";
import { explainIssues } from "../../../config/explain-issues.ts";
import { parseJsonText } from "../../../config/syntax/json-text.ts";
import { parseYamlText } from "../../../config/syntax/yaml-text.ts";
import { camelKeys } from "./key-case.ts";
import type { ReplaySession } from "./session.ts";
import { sessionShape, type WrittenSession, type WrittenTurn } from "./session-shape.ts";
import { sessionWords } from "./session-words.ts";

/** Where a file is, and how the user calls it. */
export interface SessionFile {
  readonly file: string;
  readonly shown: string;
}

/** Reads a session file, YAML or JSON; what is wrong with it is an error that says where. */
export async function readSession(place: SessionFile): Promise<ReplaySession> {
  const source = await readText(place);
  return checked(source, await parse(source));
}

/** Reads every session file below a folder, by name, or the one file that the path names. */
export async function readSessions(place: SessionFile): Promise<readonly ReplaySession[]> {
  const stats = await stat(place.file).catch(() => undefined);
  if (stats?.isDirectory() !== true) return [await readSession(place)];
  const names = (await readdir(place.file)).filter((name) => /\.(?:ya?ml|json)$/iu.test(name));
  if (names.length === 0) {
    throw new GauntletError({
      code: "A060",
      what: `the folder \`${place.shown}\` has no session files`,
      where: place.shown,
      help: "a session file ends in `.yaml`, `.yml` or `.json`",
    });
  }
  const sessions: ReplaySession[] = [];
  for (const name of names.toSorted()) {
    const shown = path.posix.join(place.shown, name);
    sessions.push(await readSession({ file: path.join(place.file, name), shown }));
  }
  return sessions;
}

/** Checks a session that stands in a config; `shown` says where. */
export async function checkSession(data: unknown, shown: string): Promise<ReplaySession> {
  // The schema's words need places. Written out, the data has some that a user can recognise.
  const text = JSON.stringify(data ?? null, undefined, 2);
  const source = { file: shown, shown, text };
  try {
    return await checked(source, parseJsonText(text, sessionKind));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((problem) => ({ ...problem, where: shown }));
    throwProblems(problems, "session");
    throw error;
  }
}

// --- inside ---

/** Made once: it is the same for every file, and making it costs more than a check. */
let schema: ReturnType<typeof sessionShape> | undefined;

const sessionKind: TextKind = {
  noun: "session",
  depthMax: 64,
  depthNote: "what a tool responds may nest about 60 levels",
};

/** An input may be as large as the largest request that passes a wire. */
const sessionBytesMax = 64 * 1024 * 1024;

async function readText(place: SessionFile): Promise<ConfigText> {
  try {
    return await readConfigText(place, "session", sessionBytesMax);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throwProblems(error.problems.map(ofSession), "session");
    throw error;
  }
}

/** What the readers of configs call the same problems. */
const codes: ReadonlyMap<string, string> = new Map([
  ["C001", "A060"],
  ["C003", "A060"],
  ["C004", "A061"],
  ["C005", "A061"],
  ["C013", "A061"],
]);

function ofSession<Problem extends { readonly code: string }>(problem: Problem): Problem {
  return { ...problem, code: codes.get(problem.code) ?? problem.code };
}

function parse(source: ConfigText): Promise<ParsedText> | ParsedText {
  return path.extname(source.file).toLowerCase() === ".json"
    ? parseJsonText(source.text, sessionKind)
    : parseYamlText(source.text, sessionKind);
}

async function checked(source: ConfigText, parsed: ParsedText): Promise<ReplaySession> {
  const root = await parsed.nodes();
  const place = (problems: readonly ConfigProblem[]): readonly ErrorParts[] =>
    placeProblems(problems, source, root);
  throwProblems(place(parsed.problems.map(ofSession)), "session");
  schema ??= sessionShape((await import("zod")).z);
  const result = schema.safeParse(parsed.data);
  if (!result.success) {
    const words = sessionWords(schema, parsed.data);
    throwProblems(
      place(explainIssues(result.error.issues, words, { text: source.text, root })),
      "session",
    );
  }
  assert(result.success, "a session that failed its schema has at least one problem");
  throwProblems(place(strikeProblems(result.data)), "session");
  return sessionOf(result.data);
}

/** A strike belongs to a fault; without it nothing would happen, and nobody would be told. */
function strikeProblems({ faults, strikes }: WrittenSession): readonly ConfigProblem[] {
  const known = new Set((faults ?? []).map((fault) => (fault as AgentFault).id));
  return (strikes ?? []).flatMap(({ fault }, index) => {
    if (known.has(fault)) return [];
    const what = `\`/strikes/${index}/fault\` names no fault of this session, got \`${fault}\``;
    const at = { path: ["strikes", index, "fault"], part: "value" } as const;
    const note = `it has ${[...known].map((id) => `\`${id}\``).join(", ") || "none"}`;
    return [{ code: "A062", what, at, note }];
  });
}

function sessionOf(written: WrittenSession): ReplaySession {
  const { id, input, seed, faults, strikes, request } = written;
  const said = (written.context ?? []).flatMap(saidByUser);
  const toolResponses = (written.tool_responses ?? []).map((one) => ({
    tool: one.tool,
    response: one.response === undefined ? "" : one.response,
    status: one.status ?? 200,
    latencyMs: one.latency_ms ?? 0,
    ...(typeof one.turn === "number" ? { turn: one.turn } : {}),
  }));
  return {
    id,
    name: written.name ?? id,
    source: written.source ?? "manual",
    input,
    history: [...said, ...(written.history ?? [])],
    toolResponses,
    contract: written.contract ?? "default",
    ...present({
      capturedAt: written.captured_at,
      expectedFailure: written.expected_failure,
      meaning: written.meaning,
      canary: written.canary,
      mustDiffer: written.must_differ,
      invariant: written.invariant,
      cell: written.cell,
      cassette: written.cassette,
      seed,
      strikes,
      // Their schemas checked them key by key; only the spelling of keys differs.
      request: camelKeys(request) as RequestChange | null | undefined,
      faults: camelKeys(faults) as readonly AgentFault[] | null | undefined,
    }),
  };
}

/** What the agent said then it says again itself, so only the user's turns are given. */
function saidByUser(turn: WrittenTurn): readonly string[] {
  if (typeof turn === "string") return [turn];
  return turn.role === "user" || turn.role === "human" ? [turn.content] : [];
}

type Present<Table> = { readonly [Key in keyof Table]?: Exclude<Table[Key], null | undefined> };

function present<Table extends object>(table: Table): Present<Table> {
  const entries = Object.entries(table).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(entries) as Present<Table>;
}
