import type { IncomingMessage } from "node:http";
import type { SecretMask } from "../../../kernel/agent/secret-mask.ts";

/** Headers that go on to the other side: none that belong to the connection. */
export function passedHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (value === undefined || ofConnection.has(lower)) continue;
    passed[lower] = typeof value === "string" ? value : value.join(", ");
  }
  return passed;
}

/** Learns the keys that come with a request, so that they are never written anywhere. */
export function learnSecrets({ headers }: IncomingMessage, mask: SecretMask): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!secretNames.test(name)) continue;
    for (const secret of [value ?? []].flat()) {
      mask.learn(secret);
      mask.learn(secret.replace(/^\w+ /u, ""));
    }
  }
}

// --- inside ---

/** `accept-encoding` is one of them: what cannot be read while it passes cannot be struck. */
const ofConnection = new Set([
  "accept-encoding",
  "connection",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const secretNames = /^(?:authorization|cookie|.*api-key|.*api-token|.*auth-token)$/iu;
