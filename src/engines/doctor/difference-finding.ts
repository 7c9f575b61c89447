import type { Finding, SourceLocation, StoryLine } from "../../kernel/result/finding.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import type { Difference, Side } from "./difference.ts";

/** A difference as a finding, so that every report can tell it. */
export function differenceFinding(
  difference: Difference,
  where: { readonly subject: string; readonly run: number },
): Finding {
  const { culprit } = difference;
  const place = culprit?.frames[0] ?? difference.first.frames[0] ?? difference.second.frames[0];
  const message = `run ${where.run} did not repeat: the same seed gave ${difference.what}`;
  const key = sha256(`${where.subject} ${culprit?.name ?? difference.what}`).slice(0, 12);
  return {
    id: `doctor-${key.slice(0, 8)}`,
    kind: "divergence",
    identity: {
      error: "DidNotRepeat",
      message,
      frame: place === undefined ? "" : `${place.file}:${place.line}`,
      property: "",
      key,
    },
    message,
    subject: where.subject,
    place,
    story: [
      ...sideLines("first", difference.first),
      ...sideLines("second", difference.second),
      ...culpritLines(difference),
    ],
    shrunk: { from: 0, to: 0, attempts: 0 },
    occurrences: 1,
    runIndex: where.run,
    trace: undefined,
    replay: undefined,
    token: undefined,
    isConfirmed: true,
  };
}

// --- inside ---

function sideLines(name: string, side: Side): StoryLine[] {
  return [
    { kind: "note", what: `${name}:`, detail: side.text },
    ...side.frames.map((frame): StoryLine => ({ kind: "note", what: "", detail: at(frame) })),
  ];
}

function culpritLines({ culprit }: Difference): StoryLine[] {
  if (culprit === undefined) return [];
  return [
    { kind: "note", what: "uncontrolled call:", detail: culprit.name },
    ...culprit.frames.map((frame): StoryLine => ({ kind: "note", what: "", detail: at(frame) })),
  ];
}

function at({ file, line, text }: SourceLocation): string {
  return `at ${file}:${line}   ${text.trim()}`;
}
