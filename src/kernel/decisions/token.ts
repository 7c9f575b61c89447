import { assert } from "../errors/assert.ts";
import { base64FromBytes, bytesFromBase64 } from "../values/base64.ts";
import { bytesFromHex, bytesToHex } from "../values/bytes.ts";
import { ByteReader, ByteWriter } from "../values/byte-stream.ts";
import type { Decision, ValueDecision } from "./decision.ts";
import { GauntletError } from "../errors/gauntlet-error.ts";
import { decodeLiteral, encodeLiteral } from "../values/literal.ts";
import { sha256 } from "../values/sha256.ts";

/**
 * Writes a list of decisions as one word to copy: `g1.` and base64url. A decision takes a byte or
 * two and its value, because each text is written once and then named by its number.
 */
export function decisionsToToken(decisions: readonly Decision[]): string {
  const writer = new ByteWriter();
  const texts = new TextsWritten(writer);
  for (const decision of decisions) writeDecision(decision, writer, texts);
  const body = writer.bytes();
  writer.raw(checksum(body));
  return `${tokenPrefix}${base64FromBytes(writer.bytes())}`;
}

/** Reads what `decisionsToToken` wrote; spaces and line breaks from copying do no harm. */
export function decisionsFromToken(token: string): readonly Decision[] {
  if (token.length > tokenLengthMax) {
    throw badToken(`it has ${token.length} characters, at most ${tokenLengthMax} are read`);
  }
  const text = token.replaceAll(/\s+/g, "");
  if (!text.startsWith(tokenPrefix)) throw badToken(prefixNote(text));
  const bytes = bytesFromBase64(text.slice(tokenPrefix.length));
  if (bytes === undefined) throw badToken("a character is missing or is not of base64url");
  const body = bytes.subarray(0, -checksumLength);
  const isWhole = bytesToHex(checksum(body)) === bytesToHex(bytes.subarray(-checksumLength));
  if (bytes.length < checksumLength || !isWhole) throw badToken("its checksum does not fit");
  return readDecisions(new ByteReader(body));
}

// --- inside ---

const tokenPrefix = "g1.";
const tokenLengthMax = 4 * 1024 * 1024;
const checksumLength = 4;

/** What the low three bits of a decision's first byte say; the position is the number. */
const operations = [
  "pick",
  "no", // chance, false
  "yes", // chance, true
  "integer",
  "bytes",
  "value",
  "span",
  "end",
] as const;
type Operation = (typeof operations)[number];

/** The number of the label follows on its own where the high five bits hold this. */
const labelFollows = 31;

function checksum(body: Uint8Array): Uint8Array {
  return bytesFromHex(sha256(body).slice(0, checksumLength * 2)) ?? new Uint8Array();
}

function prefixNote(text: string): string {
  const version = /^g(\d+)\./.exec(text)?.[1];
  if (version !== undefined) return `it has version ${version}; this gauntlet reads version 1 only`;
  return "a token begins with `g1.`";
}

function badToken(note: string): GauntletError {
  return new GauntletError({
    code: "T020",
    what: "the token is not a list of decisions",
    note,
    help: "copy the whole token again, from `g1.` to its last character",
  });
}

/** Gives each text a number when it is first written, and writes only the number afterwards. */
class TextsWritten {
  readonly #numbers = new Map<string, number>();
  readonly #writer: ByteWriter;

  constructor(writer: ByteWriter) {
    this.#writer = writer;
  }

  operation(operation: Operation, label: string): void {
    const known = this.#numbers.get(label);
    const number = known ?? this.#numbers.size;
    const kind = operations.indexOf(operation);
    this.#writer.byte((Math.min(number, labelFollows) << 3) | kind);
    if (number >= labelFollows) this.#writer.count(number);
    if (known === undefined) this.#add(label);
  }

  text(text: string): void {
    const known = this.#numbers.get(text);
    this.#writer.count(known ?? this.#numbers.size);
    if (known === undefined) this.#add(text);
  }

  #add(text: string): void {
    this.#numbers.set(text, this.#numbers.size);
    this.#writer.text(text);
  }
}

function writeDecision(decision: Decision, writer: ByteWriter, texts: TextsWritten): void {
  switch (decision.kind) {
    case "end":
      writer.byte(operations.indexOf("end"));
      break;
    case "span":
      texts.operation("span", decision.label);
      break;
    case "pick":
      texts.operation("pick", decision.label);
      texts.text(decision.value);
      break;
    case "chance":
      texts.operation(decision.value ? "yes" : "no", decision.label);
      break;
    case "integer":
      texts.operation("integer", decision.label);
      writer.whole(decision.value);
      break;
    case "bytes": {
      const bytes = bytesFromHex(decision.value);
      assert(bytes !== undefined, "the bytes of a decision are hexadecimal");
      texts.operation("bytes", decision.label);
      writer.count(bytes.length);
      writer.raw(bytes);
      break;
    }
    case "value":
      texts.operation("value", decision.label);
      writeValue(decision, writer);
  }
}

/** The bias, whether a path and a literal follow, whether a bigint is among the draws. */
function writeValue({ bias, draws, path, literal }: ValueDecision, writer: ByteWriter): void {
  const encoded = literal === undefined ? undefined : encodeLiteral(literal.value);
  const hasBig = draws.some((draw) => typeof draw === "bigint");
  const flags = (path.length > 0 ? 4 : 0) + (encoded === undefined ? 0 : 2) + (hasBig ? 1 : 0);
  writer.count(bias * 8 + flags);
  writer.count(draws.length);
  for (const draw of draws) {
    if (hasBig) writer.byte(typeof draw === "bigint" ? 1 : 0);
    if (typeof draw === "bigint") writer.big(draw);
    else writer.whole(draw);
  }
  if (path.length > 0) writer.count(path.length);
  for (const index of path) writer.count(index);
  if (encoded !== undefined) writer.text(JSON.stringify(encoded));
}

function readDecisions(reader: ByteReader): readonly Decision[] {
  const decisions: Decision[] = [];
  const texts: string[] = [];
  let openSpans = 0;
  try {
    while (!reader.isAtEnd) {
      const decision = readDecision(reader, texts);
      if (decision.kind === "span") openSpans += 1;
      if (decision.kind === "end") openSpans -= 1;
      if (openSpans < 0) throw badToken("it closes a span that it never opened");
      decisions.push(decision);
    }
  } catch (error) {
    if (error instanceof GauntletError && error.code === "T020") throw error;
    const isContent =
      error instanceof RangeError || error instanceof SyntaxError || error instanceof GauntletError;
    if (!isContent) throw error;
    // The checksum fits, so the token was made by hand: what exactly is odd helps nobody.
    throw badToken("its checksum fits, but its content does not");
  }
  return decisions;
}

function readDecision(reader: ByteReader, texts: string[]): Decision {
  const first = reader.byte();
  const operation = operations[first & 7];
  const high = first >>> 3;
  if (operation === undefined || operation === "end") {
    if (high > 0) throw new RangeError("the end of a span has no label");
    return { kind: "end" };
  }
  const label = readText(reader, texts, high === labelFollows ? reader.count() : high);
  switch (operation) {
    case "pick":
      return { kind: "pick", label, value: readText(reader, texts, reader.count()) };
    case "no":
    case "yes":
      return { kind: "chance", label, value: operation === "yes" };
    case "integer":
      return { kind: "integer", label, value: reader.whole() };
    case "bytes":
      return { kind: "bytes", label, value: bytesToHex(reader.raw(reader.count())) };
    case "value":
      return readValue(reader, label);
    default:
      return { kind: "span", label };
  }
}

function readText(reader: ByteReader, texts: string[], number: number): string {
  if (number < texts.length) return texts[number] ?? "";
  if (number > texts.length) throw new RangeError("a text is named before it appears");
  const text = reader.text();
  texts.push(text);
  return text;
}

function readValue(reader: ByteReader, label: string): ValueDecision {
  const head = reader.count();
  const bias = Math.floor(head / 8);
  const hasBig = head % 2 === 1;
  const draws = reader.list(() => (hasBig && reader.byte() === 1 ? reader.big() : reader.whole()));
  const path = head % 8 >= 4 ? reader.list(() => reader.count()) : [];
  const value = { kind: "value", label, bias, draws, path } as const;
  if (head % 4 < 2) return value;
  return { ...value, literal: { value: decodeLiteral(JSON.parse(reader.text())) } };
}
