import { maskedText, type SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { isSecretHeader } from "../../../kernel/secrets/secret-names.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import type { UpstreamRequest } from "../upstream.ts";
import { askedHeaders } from "../wire-headers.ts";
import { type CassetteRequest, writtenBytes } from "./cassette.ts";
import { maskPieces } from "../../host/mask-pieces.ts";

/** A request as a cassette keeps it, and as it is compared: without secrets. */
export function maskRequest(request: UpstreamRequest, mask: SecretMask): CassetteRequest {
  const { agent, to, method } = request;
  const body = bodyOf(request, mask); // first: what is known by its field may stand elsewhere too
  const path = mask.text(request.path);
  const headers = maskHeaders(request.headers, mask);
  return { agent, to, method, path, headers, body };
}

/** Headers without secrets, and without those that belong to the connection. */
export function maskHeaders(
  headers: Readonly<Record<string, string>>,
  mask: SecretMask,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(askedHeaders(headers)).map(([name, value]) => [
      name,
      isSecretHeader(name) ? maskedText : mask.text(value),
    ]),
  );
}

// --- inside ---

function bodyOf({ body, headers }: UpstreamRequest, mask: SecretMask): CassetteRequest["body"] {
  const coding = headers["content-encoding"] ?? "identity";
  // A packed body may hold what the mask cannot see.
  if (coding !== "identity") return { text: `sha256:${sha256(body)}` };
  return writtenBytes(maskPieces([body], mask)[0] ?? body);
}
