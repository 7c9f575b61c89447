import { expect, test } from "vitest";
import { readRedirect } from "./redirect.ts";

const to = "http://127.0.0.1:4000/clerk/to";

test("only addresses that a pattern names are led, and never those of the wires", () => {
  const redirect = readRedirect(JSON.stringify({ to, patterns: ["https://api.example.com/v1/*"] }));
  const segment = Buffer.from("https://api.example.com").toString("base64url");
  expect(redirect?.led("https://api.example.com", "/v1/orders?x=1")).toEqual({
    origin: "http://127.0.0.1:4000",
    path: `/clerk/to/${segment}/v1/orders?x=1`,
  });
  expect(redirect?.led("https://api.example.com", "/v2/orders")).toBeUndefined();
  const all = readRedirect(JSON.stringify({ to, patterns: ["*"] }));
  expect(all?.led("http://127.0.0.1:4000", "/clerk/openai")).toBeUndefined();
  expect(all?.led("http://127.0.0.1:4001", "/")).toBeDefined();
});

test("without the variable nothing is led; one that cannot be read is an error", () => {
  expect(readRedirect(undefined)).toBeUndefined();
  expect(readRedirect("")).toBeUndefined();
  for (const text of ["nonsense", "{}", '{"to":"x","patterns":[]}']) {
    expect(() => readRedirect(text)).toThrow("does not say where requests are led");
  }
});
