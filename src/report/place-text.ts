import type { SourceLocation } from "../kernel/result/finding.ts";
import { cutText, textWidth } from "./column-text.ts";
import type { Page } from "./page.ts";

/** The user's line with its place, and carets under the call or name that the column points at. */
export function placeLines(place: SourceLocation, page: Page): string[] {
  const { paint, columns } = page;
  const label = `${paint.text(place.file)}:${place.line}`;
  const isBeside = textWidth(label) <= labelColumnsMax;
  const start = isBeside ? `${indent}${label}   ` : indent;
  const room = { columns: columns - textWidth(start), ellipsis: paint.ellipsis };
  const source = sourceParts(place, room);
  const before = source.left + paint.text(source.before);
  const pointed = paint.text(source.pointed);
  const shown = cutText(before + pointed + paint.text(source.after), room);
  // A column may lie behind the line that we have; then the carets stay under its end.
  const caretsAt = Math.min(textWidth(before), Math.max(0, textWidth(shown) - 1));
  const caretsMax = Math.max(1, textWidth(shown) - caretsAt);
  const carets = "^".repeat(Math.min(Math.max(1, textWidth(pointed)), caretsMax));
  const pointer = `${" ".repeat(textWidth(start) + caretsAt)}${paint.caret(carets)}`;
  const alone = `${indent}${cutText(label, { ...room, columns: columns - indent.length })}`;
  if (shown === "") return [alone];
  return [...(isBeside ? [] : [alone]), `${start}${shown}`, pointer];
}

// --- inside ---

const indent = "      ";
const labelColumnsMax = 40;
/** How much of a long line is kept before what is pointed at. */
const columnsBefore = 20;

interface SourceParts {
  /** Stands for a beginning that was left out. */
  readonly left: string;
  readonly before: string;
  readonly pointed: string;
  readonly after: string;
}

/** The line without its indentation, split where the carets go; a long beginning is left out. */
function sourceParts(
  { text, column }: SourceLocation,
  room: { readonly columns: number; readonly ellipsis: string },
): SourceParts {
  const line = text.replaceAll("\t", " ").trimEnd();
  const at = Math.min(Math.max(column - 1, 0), line.length);
  const indentation = line.length - line.trimStart().length;
  const isLong = line.length - indentation > room.columns && at - indentation > columnsBefore;
  const from = Math.min(isLong ? at - columnsBefore : indentation, at);
  const end = at + pointedLength(line.slice(at));
  return {
    left: isLong ? room.ellipsis : "",
    before: line.slice(from, at),
    pointed: line.slice(at, end),
    after: line.slice(end),
  };
}

/** A name with its dots, and the call that follows as far as it is on this line. */
function pointedLength(text: string): number {
  const name =
    /^(?:(?:await|new|throw|return) +)*[\p{ID_Continue}$#?.]+/u.exec(text)?.[0].length ?? 1;
  if (text[name] !== "(") return name;
  let depth = 0;
  for (let index = name; index < text.length; index += 1) {
    if (text[index] === "(") depth += 1;
    if (text[index] === ")") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}
