import { afterEach, expect, test, vi } from "vitest";
import { childEnvironment } from "./child-group.ts";

afterEach(() => vi.unstubAllEnvs());

const wires = {
  env: { ORDERS_URL: "wire" },
  preload: undefined,
  spare: { OPENAI_API_KEY: "none" },
};

test("a spare variable stands in for one that is missing or empty", () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  expect(childEnvironment({}, wires)).toMatchObject({ OPENAI_API_KEY: "none" });
  vi.stubEnv("OPENAI_API_KEY", "");
  expect(childEnvironment({}, wires)).toMatchObject({ OPENAI_API_KEY: "none" });
});

test("what the environment or the config says stays, and the wires lead", () => {
  vi.stubEnv("OPENAI_API_KEY", "outside");
  expect(childEnvironment({}, wires)).toMatchObject({ OPENAI_API_KEY: "outside" });
  const own = { OPENAI_API_KEY: "own", ORDERS_URL: "own" };
  expect(childEnvironment(own, wires)).toMatchObject({ OPENAI_API_KEY: "own", ORDERS_URL: "wire" });
});
