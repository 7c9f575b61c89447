import type { InputText } from "../result/finding-input.ts";
import { bytesToHex } from "../values/bytes.ts";
import { textCode } from "../values/literal-code.ts";

/** Shows the bytes of an input; of a long one the dump is cut, the code never. */
export function inputText(bytes: Uint8Array, linesMax: number = hexLinesMax): InputText {
  const text = textOf(bytes);
  return {
    text: text === undefined ? undefined : textCode(text),
    hex: hexLines(bytes, linesMax),
    code: bytesCode(bytes),
    bytes: bytes.length,
  };
}

/**
 * The expression that makes some bytes: from a text where they are one that can be read, else from
 * numbers.
 */
export function bytesCode(bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text !== undefined && isReadable(text)) return `new TextEncoder().encode(${textCode(text)})`;
  return `Uint8Array.from([${[...bytes].map(byteCode).join(", ")}])`;
}

// --- inside ---

const hexLinesMax = 16;
const rowLength = 16;

/** A byte order mark is a part of the input, and bytes that are no text must come back. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether a text tells more than its bytes: most of it can be seen. */
function isReadable(text: string): boolean {
  const hidden = text.match(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}]/gu) ?? [];
  const plain = hidden.filter((character) => !/[\n\r\t]/.test(character));
  return text !== "" && plain.length * 4 <= text.length;
}

function byteCode(byte: number): string {
  return `0x${byte.toString(16).padStart(2, "0")}`;
}

function hexLines(bytes: Uint8Array, linesMax: number): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += rowLength) {
    if (lines.length === linesMax) {
      lines.push(`… and ${bytes.length - at} more bytes`);
      break;
    }
    const row = bytes.subarray(at, at + rowLength);
    const pairs = bytesToHex(row)
      .replaceAll(/../g, "$& ")
      .padEnd(rowLength * 3);
    const halves = `${pairs.slice(0, 24)} ${pairs.slice(24)}`;
    lines.push(`${at.toString(16).padStart(8, "0")}  ${halves} |${asciiOf(row)}|`);
  }
  return lines;
}

function asciiOf(row: Uint8Array): string {
  return Array.from(row, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".",
  ).join("");
}
