import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { type Case, nameOf, type Variation } from "../case.ts";
import { drawVariations, drawWay } from "../draw-variations.ts";
import {
  answerLines,
  bodyOf,
  headerOf,
  type HttpAnswer,
  messageProblem,
} from "../http/http-answer.ts";
import { drawInvalid } from "../json-schema/draw-invalid.ts";
import { drawValid } from "../json-schema/draw-valid.ts";
import { readSchema } from "../json-schema/read-schema.ts";
import { noValue } from "../json-schema/values-of.ts";
import { containment, legalIsRight } from "../oracles.ts";
import type { Given, Pack, Reading, SeededFault } from "../pack.ts";
import { beginDraft, finishDraft, type JsonOptions } from "./json-draft.ts";
import { invalidWays, legalWays } from "./json-ways.ts";

/** JSON, answered to a request. */
export const jsonPack: Pack<JsonOptions, HttpAnswer> = {
  kind: "json",
  stages: ["connected", "first byte", "JSON", "right"],
  door: "first byte",
  legal: (decisions, given) => {
    const draft = beginDraft(legalValue(decisions, given));
    const found = drawVariations(decisions, legalWays, draft);
    const variations = found.length === 0 ? [plain] : found;
    return caseOf("legal", variations, { payload: finishDraft(draft), expected: draft.value });
  },
  invalid: (decisions, given) => {
    const schema = readSchema(given.options.schema);
    const value = legalValue(decisions, given);
    const draft = beginDraft(value, drawInvalid(decisions, { schema, fc: given.fc }));
    const ways = invalidWays({ validates: given.options.validates === true });
    // An answer that is all something else is always to be had.
    const last = ways.at(-1);
    let way = drawWay(decisions, { ways }, draft);
    if (way === undefined && last?.apply(draft, 0) === true) way = last;
    const others =
      way?.isAll === true
        ? []
        : drawVariations(
            decisions,
            legalWays.filter(({ name }) => name !== "a line end after it"),
            draft,
          );
    const { name = "", provenance = plain.provenance, mustFail } = way ?? {};
    const broken = [{ name, provenance }, ...others];
    return caseOf("invalid", broken, { payload: finishDraft(draft), mustFail });
  },
  read: readAnswer,
  stageOf: (answer, options) => {
    if (bodyOf(answer).length === 0) return "connected";
    if (jsonOf(answer) === undefined) return "first byte";
    return readAnswer(answer, options).wrong === undefined ? "right" : "JSON";
  },
  lines: answerLines,
  oracles: [...containment, legalIsRight],
  faults: faults(),
  samples: [
    { schema: orderSchema(), validates: true },
    { schema: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 4 } },
  ],
};

// --- inside ---

const plain: Variation = { name: "plain JSON", provenance: { kind: "legal", by: "RFC 8259" } };

function orderSchema(): unknown {
  return {
    type: "object",
    properties: {
      id: { type: "string" },
      count: { type: "integer", minimum: 1, maximum: 99 },
      note: { type: ["string", "null"] },
    },
    required: ["id", "count"],
    additionalProperties: false,
  };
}

/** As JSON has it, which knows no other zero. */
function legalValue(decisions: Decisions, { options, fc }: Given<JsonOptions>): unknown {
  const schema = readSchema(options.schema);
  const drawn = drawValid(decisions, { schema, fc });
  if (drawn === undefined) throw noValue(schema, "legal");
  return JSON.parse(JSON.stringify(drawn.value)) as unknown;
}

function caseOf(
  tier: Case["tier"],
  variations: readonly Variation[],
  rest: Pick<Case<HttpAnswer>, "payload" | "expected" | "mustFail">,
): Case<HttpAnswer> {
  return { tier, name: nameOf(variations), variations, ...rest };
}

function readAnswer(answer: HttpAnswer, { schema }: JsonOptions): Reading {
  const { root, fits } = readSchema(schema);
  const read = jsonOf(answer);
  const [type = ""] = headerOf(answer, "content-type").split(";");
  const isJson = type.trim().toLowerCase() === "application/json";
  const wrong =
    (answer.status === 200 ? undefined : `the status is ${answer.status}`) ??
    (isJson ? undefined : `it is ${type}`) ??
    messageProblem(answer) ??
    (read === undefined ? "it is not JSON" : undefined) ??
    (fits(read?.value, root) ? undefined : "the schema does not allow it");
  return { wrong, value: read?.value };
}

function jsonOf(answer: HttpAnswer): { readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bodyOf(answer));
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** What clients get wrong, done to the answer before they see it. */
function faults(): readonly SeededFault<HttpAnswer>[] {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  const changed = (answer: HttpAnswer, pieces: readonly Uint8Array[]): HttpAnswer => ({
    ...answer,
    headers: answer.headers.filter(([name]) => name.toLowerCase() !== "content-length"),
    pieces,
  });
  return [
    {
      name: "decodes every chunk by itself",
      tier: "legal",
      spoil: (answer) =>
        changed(
          answer,
          answer.pieces.map((piece) => encoder.encode(decoder.decode(piece))),
        ),
    },
    {
      name: "reads the first chunk only",
      tier: "legal",
      spoil: (answer) => changed(answer, answer.pieces.slice(0, 1)),
    },
    {
      name: "swallows the error",
      tier: "invalid",
      wrap: (target) => target().catch(() => undefined),
    },
  ];
}
