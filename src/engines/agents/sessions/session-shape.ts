import type { z } from "zod";
import { listOf, nameOf, seedOf, wholeOf, type Zod } from "../../../config/schema-values.ts";
import type { MutationMeaning } from "../../../kernel/agent/mutation.ts";
import { faultShape } from "./fault-shape.ts";

/** The shape of a session as it is written; flakestorm's keys are all among them. */
export function sessionShape(zod: Zod): z.ZodType<WrittenSession> {
  const text = zod.string("must be a text");
  return zod.strictObject(
    {
      id: nameOf(zod, "must be a name,"),
      name: text.nullish(),
      source: text.nullish(),
      captured_at: text.nullish(),
      input: text,
      context: listOf(zod, turnShape(zod), "turns").nullish(),
      history: listOf(zod, text, "texts").nullish(),
      request: requestShape(zod).nullish(),
      tool_responses: listOf(zod, responseShape(zod), "responses").nullish(),
      expected_failure: text.nullish(),
      meaning: zod.enum(meanings, `must be ${meanings.join(", ")}`).nullish(),
      canary: text.nullish(),
      must_differ: zod.boolean("must be true or false").nullish(),
      invariant: text.nullish(),
      contract: text.min(1, "must be the name or path of a contract").nullish(),
      seed: seedOf(zod).nullish(),
      cell: text.nullish(),
      faults: zod.array(faultShape(zod), "must be a list of faults").nullish(),
      strikes: zod.array(strikeShape(zod), "must be a list of strikes").nullish(),
      cassette: text.min(1, "must be a path").nullish(),
    },
    "must be a table",
  );
}

/** A session as it is written. */
export interface WrittenSession {
  readonly id: string;
  readonly name?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly captured_at?: string | null | undefined;
  readonly input: string;
  readonly context?: readonly WrittenTurn[] | null | undefined;
  readonly history?: readonly string[] | null | undefined;
  readonly request?: unknown;
  readonly tool_responses?: readonly WrittenResponse[] | null | undefined;
  readonly expected_failure?: string | null | undefined;
  readonly meaning?: MutationMeaning | null | undefined;
  readonly canary?: string | null | undefined;
  readonly must_differ?: boolean | null | undefined;
  readonly invariant?: string | null | undefined;
  readonly contract?: string | null | undefined;
  readonly seed?: string | number | null | undefined;
  readonly cell?: string | null | undefined;
  readonly faults?: readonly unknown[] | null | undefined;
  readonly strikes?: readonly WrittenStrike[] | null | undefined;
  readonly cassette?: string | null | undefined;
}

/** A turn of flakestorm's `context`: a text of the user, or a message with a role. */
export type WrittenTurn = string | { readonly role: string; readonly content: string };

interface WrittenResponse {
  readonly tool: string;
  readonly response?: unknown;
  readonly status?: number | null | undefined;
  readonly latency_ms?: number | null | undefined;
  readonly turn?: number | null | undefined;
}

interface WrittenStrike {
  readonly fault: string;
  readonly agent: string;
  readonly target: string;
  readonly call?: string | undefined;
  readonly occurrence?: number | undefined;
  readonly ordinal?: number | undefined;
}

// --- inside ---

const meanings = ["preserved", "perturbed", "adversarial", "destroyed"] as const;

const latencyMsMax = 600_000;
const countMax = 2 ** 31 - 1;

function turnShape(zod: Zod): z.ZodType<WrittenTurn> {
  const must = "must be a text, or a table with `role` and `content`,";
  const text = zod.string("must be a text");
  return zod.union([zod.string(), zod.strictObject({ role: text, content: text })], must);
}

function responseShape(zod: Zod): z.ZodType<WrittenResponse> {
  return zod.strictObject(
    {
      tool: nameOf(zod, "must be the name of a tool,"),
      response: zod.unknown().optional(),
      status: wholeOf(zod, { min: 200, max: 599 }).nullish(),
      latency_ms: wholeOf(zod, { min: 0, max: latencyMsMax }).nullish(),
      turn: wholeOf(zod, { min: 1, max: countMax }).nullish(),
    },
    "must be a table with `tool` and `response`",
  );
}

function requestShape(zod: Zod): z.ZodType {
  const text = zod.string("must be a text");
  const pairs = zod.array(
    zod.tuple([text, text], "must be a list of a name and a value"),
    "must be a list of names with values",
  );
  const count = wholeOf(zod, { min: 0, max: countMax });
  return zod.strictObject(
    {
      headers: pairs.optional(),
      query: pairs.optional(),
      method: text.optional(),
      content_type: text.optional(),
      body: text.optional(),
      pad_bytes: count.optional(),
      pieces: zod.strictObject({ count, pause_ms: count }, "must be a table").optional(),
      copies: count.optional(),
      abandon_after_ms: count.optional(),
    },
    "must be a table",
  );
}

function strikeShape(zod: Zod): z.ZodType<WrittenStrike> {
  const text = zod.string("must be a text");
  return zod.strictObject(
    {
      fault: text,
      agent: text,
      target: text,
      call: text.optional(),
      occurrence: wholeOf(zod, { min: 1, max: countMax }).optional(),
      ordinal: wholeOf(zod, { min: 1, max: countMax }).optional(),
    },
    "must be a table with `fault`, `agent` and `target`",
  );
}
