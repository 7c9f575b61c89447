import { badShape, Fields } from "../../../kernel/values/fields.ts";
import type {
  CassetteBytes,
  CassetteExchange,
  CassettePiece,
  CassetteRequest,
  CassetteResponse,
} from "./cassette.ts";

/** Reads one exchange of a cassette strictly. */
export function parseExchange(value: unknown): CassetteExchange {
  const fields = new Fields(value, "the exchange");
  const request = parseRequest(fields.fields("request"));
  const response = parseResponse(fields.fields("response"));
  fields.done();
  return { request, response };
}

// --- inside ---

function parseRequest(fields: Fields): CassetteRequest {
  const request = {
    agent: fields.text("agent"),
    to: fields.text("to"),
    method: fields.text("method"),
    path: fields.text("path"),
    headers: headersOf(fields),
    body: parseBytes(fields.fields("body")),
  };
  fields.done();
  return request;
}

function parseResponse(fields: Fields): CassetteResponse {
  const response = {
    status: fields.whole("status", 0),
    headers: headersOf(fields),
    pieces: fields.list("pieces", parsePiece, "pieces"),
    broken: fields.has("broken") ? fields.text("broken") : undefined,
  };
  fields.done();
  const { status, broken } = response;
  const isStatus = status >= 200 && status <= 999;
  if (!isStatus && (status !== 0 || broken === undefined)) {
    throw badShape("`status` of the exchange is none of an answer", status);
  }
  return response;
}

function headersOf(fields: Fields): Readonly<Record<string, string>> {
  const text = (item: unknown): string | undefined =>
    typeof item === "string" && !/[\r\n\0]/u.test(item) ? item : undefined;
  return fields.record("headers", text, "text of one line");
}

function parsePiece(item: unknown): CassettePiece {
  const fields = new Fields(item, "a piece");
  const atMs = fields.whole("atMs", 0);
  const bytes = parseBytes(fields.fields("bytes"));
  fields.done();
  return { atMs, bytes };
}

function parseBytes(fields: Fields): CassetteBytes {
  const bytes = fields.has("text")
    ? { text: fields.text("text") }
    : { base64: fields.text("base64") };
  fields.done();
  return bytes;
}
