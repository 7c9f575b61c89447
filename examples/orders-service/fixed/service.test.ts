import { readFileSync } from "node:fs";
import { checkService } from "gauntlet/hostile";
import { expect, test } from "vitest";
import { ordersService } from "./src/service.ts";

const document: unknown = JSON.parse(readFileSync("openapi.json", "utf8"));

test("the service is what its document says", { timeout: 60_000 }, async () => {
  const { findings, unreached } = await checkService(document, {
    answer: ordersService(),
    auth: { authorization: "Bearer good" },
    cases: 40,
    slowMs: 60,
  });
  expect(unreached).toEqual([]);
  expect(findings.map(({ check, operation, because }) => [check, operation, because])).toEqual([]);
});
