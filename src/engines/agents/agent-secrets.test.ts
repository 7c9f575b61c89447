import { expect, test } from "vitest";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import { maskFor } from "./agent-secrets.ts";
import { configIn } from "./certificate/fixtures/sample-report.ts";

const config = configIn("/project");

test("variables that look like keys, and those that are named, are never written", () => {
  const env = {
    SHOP_TOKEN: "token-of-shop",
    ACCOUNT: "account-7",
    PLACE: "market",
    NONE: undefined,
  };
  const mask = maskFor({ ...config, secrets: ["ACCOUNT"] }, env);
  expect(mask.text("token-of-shop account-7 market")).toBe("[secret] [secret] market");
});

test("keys in the endpoint, parameters, headers and addresses are never written", () => {
  const reach = {
    type: "http",
    endpoint: "http://me:${AGENT_WORD}@127.0.0.1/ask?sig=literal-sig-1",
    method: "POST",
    headers: { "x-shop": "Shop ${SHOP_PHRASE}" },
    query: { api_key: "${QUERY_WORD}", lang: "english" },
    template: undefined,
    responsePath: undefined,
    parsesFields: true,
    command: undefined,
    env: { INNER_TOKEN: "inner-token-word" },
  } as unknown as AgentConfig["reach"];
  const tools = [{ name: "pay", url: "https://pay:tool-pass-word@pay.test/v1" }];
  const whole = { ...config, reach, tools } as unknown as AgentConfig;
  const env = { AGENT_WORD: "word-of-agent", SHOP_PHRASE: "open sesame", QUERY_WORD: "of-query" };
  const mask = maskFor(whole, env);
  const secrets = [...Object.values(env), "literal-sig-1", "inner-token-word", "tool-pass-word"];
  for (const secret of secrets) expect(mask.known(`is ${secret}.`)).toBe("is [secret].");
  expect(mask.text("english at pay.test for me")).toBe("english at pay.test for me");
});
