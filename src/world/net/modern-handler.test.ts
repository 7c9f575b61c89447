import { expect, test } from "vitest";
import { modernAsLegacy } from "./modern-handler.ts";

test("headers are given in every form in which a version of undici looks for them", () => {
  const seen: unknown[] = [];
  const handler = modernAsLegacy({
    onResponseStart: (control: { readonly rawHeaders: readonly Buffer[] }, ...head: unknown[]) => {
      seen.push(head, control.rawHeaders.map(String));
    },
  });
  const raw = ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "Date", "today"];
  handler.onHeaders?.(
    200,
    raw.map((text) => Buffer.from(text)),
    () => {},
    "OK",
  );
  expect(seen).toEqual([[200, { "set-cookie": ["a=1", "b=2"], date: "today" }, "OK"], raw]);
});
