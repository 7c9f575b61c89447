import { JsonError, type Reader } from "./reader.ts";

/** Reads a text in quotes. */
export function readText(reader: Reader): string {
  let read = "";
  for (reader.at += 1; reader.at < reader.text.length; reader.at += 1) {
    const character = reader.text[reader.at] ?? "";
    if (character === '"') {
      reader.at += 1;
      return read;
    }
    if (character < " ") throw new JsonError("a control character in a text", reader);
    read += character === "\\" ? readEscape(reader) : character;
  }
  throw new JsonError("a text does not end", reader);
}

// --- inside ---

/** Ends on the last character of the escape. */
function readEscape(reader: Reader): string {
  reader.at += 1;
  const kind = reader.text[reader.at];
  switch (kind) {
    case '"':
    case "\\":
    case "/":
      return kind;
    case "b":
      return "\b";
    case "f":
      return "\f";
    case "n":
      return "\n";
    case "r":
      return "\r";
    case "t":
      return "\t";
    case "u": {
      const digits = reader.text.slice(reader.at + 1, reader.at + 5);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonError("no character", reader);
      reader.at += 4;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    default:
      throw new JsonError("unknown escape", reader);
  }
}
