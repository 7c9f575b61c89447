import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as fixedExample from "../../../examples/orders-service/fixed/src/service.ts";
import { ordersService } from "../../../examples/orders-service/src/service.ts";
import { checkService } from "../../../src/cli/adapters/hostile/index.ts";
import { repository } from "../command-line.ts";

const document: unknown = JSON.parse(
  readFileSync(path.join(repository, "examples/orders-service/openapi.json"), "utf8"),
);
const auth = { authorization: "Bearer good" };
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

test("all six planted defects of a service are found, each with a small request", async () => {
  const report = await checkService(document, { answer: ordersService(), auth, slowMs: 40 });
  expect(
    report.findings.map(({ check, operation, because, requests }) =>
      [check, operation, because, ...requests].map((one) => one.slice(0, 80)),
    ),
  ).toMatchInlineSnapshot(`
    [
      [
        "max_response_time",
        "GET /orders",
        "it took longer than 40 ms, three times",
        "GET /orders?text=%E2%80%A8aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
      ],
      [
        "not_a_server_error",
        "POST /orders",
        "it answered 500",
        "POST /orders {"item":"a","count":1,"note":null}",
      ],
      [
        "negative_data_rejection",
        "POST /orders",
        "it answered 201, but its body: $.item has 0 characters, at least 1 are asked for",
        "POST /orders {"item":"","count":1}",
      ],
      [
        "response_schema_conformance",
        "POST /orders",
        "of its answer, $.count is number 99.000001, not integer",
        "POST /orders {"item":"a","count":99.000001}",
      ],
      [
        "response_schema_conformance",
        "GET /orders/{id}",
        "of its answer, $.state is missing",
        "GET /orders/o1",
      ],
      [
        "ignored_auth",
        "DELETE /orders/{id}",
        "it answered 204 to a request without credentials",
        "DELETE /orders/o1 (without credentials)",
      ],
      [
        "use_after_free",
        "GET /orders/{id}",
        "it answered 200 for what was deleted",
        "POST /orders → o2",
        "DELETE /orders/o2",
        "GET /orders/o2",
      ],
    ]
  `);
  expect(report.unreached).toEqual([]);
});

test("the fixed service has none, over 10 seeds", async () => {
  for (const seed of seeds) {
    const options = { answer: fixedExample.ordersService(), auth, cases: 40, seed, slowMs: 2_000 };
    const report = await checkService(document, options);
    expect([seed, report.findings, report.unreached]).toEqual([seed, [], []]);
  }
});

test("a service that lets nobody in was not reached, and that is told", async () => {
  const answer = (): Response => new Response(null, { status: 401 });
  const { unreached, findings } = await checkService(document, { answer, cases: 5 });
  expect(unreached).toHaveLength(4);
  expect(findings).toEqual([]);
});
