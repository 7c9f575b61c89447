import { expect, test } from "vitest";
import { askedHeaders } from "../wire-headers.ts";
import { ledHeaders } from "./led-headers.ts";

const led = { accept: "text/plain", "x-gauntlet-origin": "https://app.test" };

test("a led request has no host of its own, and its origin by another name, in every form", () => {
  const headers = { accept: "text/plain", Host: "api.test", Origin: "https://app.test" };
  const pairs = Object.entries(headers);
  expect(ledHeaders(headers)).toEqual(led);
  expect(ledHeaders(pairs.flat())).toEqual(Object.entries(led).flat());
  expect(ledHeaders(pairs)).toEqual(Object.entries(led));
  expect(ledHeaders(new Headers(headers))).toEqual(Object.entries(led));
  expect(ledHeaders(undefined)).toBe(undefined);
});

test("the tool is sent the origin that the agent meant", () => {
  expect(askedHeaders(led)).toEqual({ accept: "text/plain", origin: "https://app.test" });
});
