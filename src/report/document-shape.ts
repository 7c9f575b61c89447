import { type ShapeCheck, shapes } from "../kernel/values/shape-check.ts";
import { resultSections } from "./sections/registry.ts";

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

const documentShape: ShapeCheck = table({
  command: text,
  subject: text,
  verdict,
  because: optional(text),
  run: optional(text),
  summary: table({ seconds: number, seed: eitherOf(text, number) }),
  findings: list(finding),
  ...Object.fromEntries(
    resultSections.flatMap(({ name, shape }) =>
      shape === undefined ? [] : [[name, optional(shape)] as const],
    ),
  ),
});
