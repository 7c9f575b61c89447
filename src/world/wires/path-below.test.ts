import { expect, test } from "vitest";
import { addressBelow, leavesBase } from "./path-below.ts";

test.each([
  "/..",
  "/../admin",
  "/a/../../admin",
  "/%2e%2e/admin",
  "/.%2E/admin",
  "/%252e%252e%252fadmin",
  "/..%2fadmin",
  "/..%5cadmin",
  "\\..\\admin",
  "/a/..\\..\\admin",
  "//../admin",
  "/..;x=1/admin",
  "/./../admin",
  "/a%2f..%2f..%2fadmin",
  "/%25252525252e",
])("%s leaves its base", (path) => {
  expect(leavesBase(path)).toBe(true);
  expect(() => addressBelow(new URL("https://api.test/tools/pay"), path)).toThrow(
    "its path leads out of the address",
  );
});

test.each([
  ["", "https://api.test/pay"],
  ["/", "https://api.test/pay/"],
  ["/orders/42?next=/../x", "https://api.test/pay/orders/42?next=/../x"],
  ["/projects/group%2Fname", "https://api.test/pay/projects/group%2Fname"],
  ["/a/../b", "https://api.test/pay/b"],
  ["/v1.2/..hidden/a..b/...", "https://api.test/pay/v1.2/..hidden/a..b/..."],
  ["//double", "https://api.test/pay//double"],
  ["/100%25", "https://api.test/pay/100%25"],
  ["/50%", "https://api.test/pay/50%"],
  ["?q=a", "https://api.test/pay?q=a"],
])("%s stays below it", (path, address) => {
  expect(addressBelow(new URL("https://api.test/pay/"), path).href).toBe(address);
});
