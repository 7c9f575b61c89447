import { expect, test } from "vitest";
import { guardRequest } from "./request-guard.ts";

const own = { port: 4010, token: "0123456789abcdef" };
const url = "/0123456789abcdef/clerk/tools/pay";

function asked(headers: Readonly<Record<string, string[]>>, path = url) {
  return guardRequest({ headersDistinct: headers, url: path }, own);
}

const host = ["127.0.0.1:4010"];

test("whoever has the address is let in, and the token goes no further", () => {
  const path = "/clerk/tools/pay";
  expect(asked({ host })).toEqual({ path });
  expect(asked({ host: ["LOCALHOST:4010"] })).toEqual({ path });
  expect(asked({ host, origin: ["http://127.0.0.1:4010"] })).toEqual({ path });
  expect(asked({ host, "sec-fetch-site": ["none"], "sec-fetch-mode": ["cors"] })).toEqual({ path });
  expect(asked({ host }, `${url}?x=1`)).toEqual({ path: `${path}?x=1` });
});

test.each([
  [{}, url, 421, "its Host is ``"],
  [{ host: ["evil.test:4010"] }, url, 421, "its Host is `evil.test:4010`"],
  [{ host: ["127.0.0.1"] }, url, 421, "its Host is `127.0.0.1`"],
  [{ host: ["127.0.0.1:4011"] }, url, 421, "its Host is `127.0.0.1:4011`"],
  [{ host: ["127.0.0.1:4010", "evil.test"] }, url, 421, "its Host is `127.0.0.1:4010, evil.test`"],
  [{ host, origin: ["https://evil.test"] }, url, 403, "its Origin is `https://evil.test`"],
  [{ host, origin: ["null"] }, url, 403, "its Origin is `null`"],
  [{ host, origin: ["http://localhost:3000"] }, url, 403, "its Origin is `http://localhost:3000`"],
  [{ host, "sec-fetch-site": ["cross-site"] }, url, 403, "its Sec-Fetch-Site is `cross-site`"],
  [{ host, "sec-fetch-site": ["same-site"] }, url, 403, "its Sec-Fetch-Site is `same-site`"],
  [{ host }, "http://127.0.0.1:4010/x", 400, "its target is not a path"],
  [{ host }, "*", 400, "its target is not a path"],
  [{ host }, "/clerk/tools/pay", 403, "its address lacks the token of this run"],
  [{ host }, "/0123456789abcdeX/clerk", 403, "its address lacks the token of this run"],
  [{ host }, "/0123456789abcdef", 403, "its address lacks the token of this run"],
  [{ host }, `${url}/../../../../x`, 403, "its path leads out of the address"],
])("a request with %o for %s is refused", (headers, path, status, why) => {
  expect(asked(headers, path)).toEqual({ refusal: { status, why } });
});

test("addresses that the user wrote down may have no token, and are guarded all the same", () => {
  const plain = { port: 4010, token: undefined };
  const path = "/clerk/openai/v1/models";
  expect(guardRequest({ headersDistinct: { host }, url: path }, plain)).toEqual({ path });
  const foreign = { host, origin: ["https://evil.test"] };
  expect(guardRequest({ headersDistinct: foreign, url: path }, plain)).toHaveProperty("refusal");
});
