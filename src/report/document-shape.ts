import { type ShapeCheck, shapes } from "../kernel/values/shape-check.ts";

/**
 * What keeps a document that was read from a file from being laid out again, or nothing: the file
 * may have been damaged or edited since it was written.
 */
export function documentProblem(document: unknown): string | undefined {
  return documentShape(document, "");
}

// --- inside ---

const { text, number, optional, orNull, oneOf, list, table } = shapes;

function eitherOf(one: ShapeCheck, other: ShapeCheck): ShapeCheck {
  return (value, at) => (one(value, at) === undefined ? undefined : other(value, at));
}

const verdict = oneOf("held", "broken", "unknown");

const finding = table({
  id: text,
  kind: text,
  message: text,
  identity: table({ property: text }),
  story: list(text),
  place: orNull(table({ file: text, line: number, column: number })),
  replay: orNull(text),
  evidence: optional(table({ level: text })),
});

const resultCase = table({
  name: text,
  verdict: oneOf("held", "broken", "unknown", "not executed"),
  because: text,
  seconds: number,
  findings: list(text),
});

const scanned = table({
  module: text,
  name: text,
  seconds: number,
  findings: list(text),
  blocked: optional(table({ why: text })),
});

const cell = table({
  phase: text,
  invariant: text,
  severity: text,
  scenario: text,
  prompt: text,
  trial: number,
  state: text,
  because: text,
  conversation: number,
  owes: optional(list(text)),
});

const conversation = table({
  sent: text,
  answer: table({ ms: number, text, error: optional(table({ message: text })) }),
  faults: list(table({ id: text, layer: oneOf("tool", "llm", "context") })),
  strikes: list(table({ fault: text, target: text, ordinal: optional(number), agent: text })),
});

const documentShape: ShapeCheck = table({
  command: text,
  subject: text,
  verdict,
  because: optional(text),
  run: optional(text),
  summary: table({ seconds: number, seed: eitherOf(text, number) }),
  findings: list(finding),
  cases: optional(list(resultCase)),
  scan: optional(table({ targets: list(scanned) })),
  agent: optional(table({ cells: list(cell), conversations: list(conversation) })),
});
