import { expect, test } from "vitest";
import { isSecretHeader, isSecretParameter, isSecretVariable } from "./secret-names.ts";

test.each([
  "authorization",
  "Proxy-Authorization",
  "cookie",
  "set-cookie",
  "x-api-key",
  "x-goog-api-key",
  "api-token",
  "x-auth-token",
  "X-Shop-Key",
  "x-client-secret",
])("the header %s holds a key", (name) => {
  expect(isSecretHeader(name)).toBe(true);
});

test.each([
  "content-type",
  "x-ratelimit-remaining-tokens",
  "anthropic-ratelimit-input-tokens-limit",
  "idempotency-key",
  "mcp-session-id",
  "keep-alive",
])("the header %s holds none", (name) => {
  expect(isSecretHeader(name)).toBe(false);
});

test("parameters of addresses and variables are known by their names", () => {
  expect(["key", "api_key", "access_token", "client_secret"].every(isSecretParameter)).toBe(true);
  expect(["q", "keyword", "page_token_count"].some(isSecretParameter)).toBe(false);
  expect(
    ["OPENAI_API_KEY", "MODEL_APIKEY", "TOKEN", "npm_auth", "DB_PASSWORD"].every(isSecretVariable),
  ).toBe(true);
  expect(
    ["KEYBOARD", "PATH", "SSH_AUTH_SOCK", "TOKENIZERS_PARALLELISM"].some(isSecretVariable),
  ).toBe(false);
});
