import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { snakeKeys } from "./key-case.ts";
import type { ReplaySession } from "./session.ts";

/**
 * A session as the YAML of its file; reading it gives the same one. Throws where its data, which
 * a report may bring, is nested so deeply that nobody could write it.
 */
export async function sessionYaml(session: ReplaySession): Promise<string> {
  if (isDeeperThan(nestingMax, session)) throw tooDeep(session);
  const { Document, visit, isScalar } = await import("yaml");
  const document = new Document(sessionData(session), { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (!isScalar(node) || typeof node.value !== "string") return;
      if (hostile.test(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const text = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
  // These stand only inside of the double quotes from above. As escapes they cannot change how the
  // rest of the file is shown.
  return text.replaceAll(hostileEach, (unit) =>
    [...Array(unit.length).keys()].map((at) => escaped(unit.charCodeAt(at))).join(""),
  );
}

/** A session as the data of its file. */
export function sessionData(session: ReplaySession): Readonly<Record<string, unknown>> {
  const { toolResponses, history } = session;
  const data: Record<string, unknown> = {
    id: session.id,
    name: session.name,
    source: session.source,
    captured_at: session.capturedAt,
    contract: session.contract,
    invariant: session.invariant,
    expected_failure: session.expectedFailure,
    input: session.input,
    meaning: session.meaning,
    canary: session.canary,
    must_differ: session.mustDiffer,
    history: history.length === 0 ? undefined : history,
    request: snakeKeys(session.request),
    tool_responses: toolResponses.length === 0 ? undefined : toolResponses.map(writtenResponse),
    seed: session.seed,
    cell: session.cell,
    faults: snakeKeys(session.faults),
    strikes: session.strikes,
    cassette: session.cassette,
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}

// --- inside ---

/** Writers of YAML call themselves several times for each level. */
const nestingMax = 100;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

function tooDeep({ id }: ReplaySession): GauntletError {
  return new GauntletError({
    code: "A064",
    what: "a conversation is nested too deeply to be written as a session",
    where: id,
    note: `a session has at most ${nestingMax} levels; what an agent is sent has far fewer`,
    help: "the report may be damaged: run the agent again and export from that report",
  });
}

/** What a reader of YAML may change or an editor may hide, besides ends of lines. */
const hostile = /[^\P{C}\n]|[\u0085\u2028\u2029]/u;
const hostileEach = /[^\P{C}\n]|[\u0085\u2028\u2029]/gu;

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function writtenResponse(one: ReplaySession["toolResponses"][number]): unknown {
  const { tool, response, status, latencyMs, turn } = one;
  const when = turn === undefined ? {} : { turn };
  return { tool, response, status, latency_ms: latencyMs, ...when };
}
