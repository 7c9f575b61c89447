import path from "node:path";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

// What `init` writes for a service compiles as it stands, runs in the project's own test runner,
// finds a request that fails, and holds where none does.

/** Orders that can be paid; the broken service throws when one is paid again. */
const orders = `
export interface Order { id: string; cents: number; isPaid: boolean; customer: { id: string } }
export class Orders {
  readonly all = new Map<string, Order>();
  add(cents: number): Order {
    const id = \`o\${this.all.size + 1}\`;
    const order = { id, cents, isPaid: false, customer: { id: "c1" } };
    this.all.set(id, order);
    return order;
  }
  pay(order: Order): boolean {
    if (order.isPaid) AGAIN
    order.isPaid = true;
    return true;
  }
}
`;

const express = `
import express from "express";
import { Orders } from "./orders.ts";
export const app = express();
const orders = new Orders();
const router = express.Router();
app.use(express.json());
app.use("/api", router);
router.post("/orders", (req, res) => {
  const { cents } = req.body as { cents: number };
  if (!Number.isInteger(cents)) return void res.status(400).end();
  res.status(201).json(orders.add(cents));
});
router.get("/orders/:orderId", (req, res) => {
  const order = orders.all.get(req.params.orderId);
  if (order === undefined) return void res.status(404).end();
  res.json(order);
});
router.post("/orders/:orderId/pay", (req, res) => {
  const order = orders.all.get(req.params.orderId);
  if (order === undefined) return void res.status(404).end();
  res.status(orders.pay(order) ? 200 : 409).json({});
});
`;

/** Express brings no types of its own. */
const expressTypes = `
declare module "express" {
  interface Req { body: unknown; params: { orderId: string } }
  interface Res { status(code: number): Res; json(body: unknown): void; end(): void }
  type Handler = (req: Req, res: Res) => void;
  interface App {
    (req: import("node:http").IncomingMessage, res: import("node:http").ServerResponse): void;
    use(...all: unknown[]): void;
    get(path: string, handler: Handler): void;
    post(path: string, handler: Handler): void;
  }
  function express(): App;
  namespace express { function json(): unknown; function Router(): App }
  export default express;
}
`;

const fastify = `
import Fastify, { type FastifyInstance } from "fastify";
import { Orders } from "./orders.ts";
export async function build(): Promise<FastifyInstance> {
  const app = Fastify();
  const orders = new Orders();
  app.post<{ Body: { cents: number } }>("/orders", async (request, reply) => {
    const { cents } = request.body;
    if (!Number.isInteger(cents)) return reply.status(400).send({});
    return reply.status(201).send(orders.add(cents));
  });
  app.get<{ Params: { id: string } }>("/orders/:id", async (request, reply) => {
    return orders.all.get(request.params.id) ?? reply.status(404).send({});
  });
  app.post<{ Params: { id: string } }>("/orders/:id/pay", async (request, reply) => {
    const order = orders.all.get(request.params.id);
    if (order === undefined) return reply.status(404).send({});
    return reply.status(orders.pay(order) ? 200 : 409).send({});
  });
  return app;
}
`;

const hono = `
import { Hono } from "hono";
import { Orders } from "./orders.ts";
const orders = new Orders();
const app = new Hono();
app.post("/orders", async (c) => {
  const { cents } = await c.req.json<{ cents: number }>();
  return Number.isInteger(cents) ? c.json(orders.add(cents), 201) : c.json({}, 400);
});
app.get("/orders", (c) => c.json({ orders: [...orders.all.values()] }));
app.get("/orders/:id", (c) => {
  const order = orders.all.get(c.req.param("id"));
  return order === undefined ? c.json({}, 404) : c.json(order);
});
app.post("/orders/:id/pay", (c) => {
  const order = orders.all.get(c.req.param("id"));
  if (order === undefined) return c.json({}, 404);
  return c.json({}, orders.pay(order) ? 200 : 409);
});
export default app;
`;

const vitest = ["node_modules/vitest/vitest.mjs", "run"];
const jest = ["node_modules/jest/bin/jest.js", "--testMatch", "**/*.test.cjs"];
const services = [
  { name: "express", text: express, runner: "jest", test: "tests/chaos.test.cjs", args: jest },
  { name: "fastify", text: fastify, runner: "vitest", test: "tests/chaos.test.ts", args: vitest },
  { name: "hono", text: hono, runner: "node:test", test: "tests/chaos.test.mjs", args: ["--test"] },
] as const;

test.each(services)(
  "the starter for $name compiles, fails in $runner by what is broken, and holds where nothing is",
  async ({ name, text, runner, test: file, args }) => {
    const broken = projectOf(name, text, 'throw new Error("paid before");', runner);
    expect(await broken.gauntlet("init")).toMatchObject({ code: 0, err: "" });
    const compiler = path.join(repository, "node_modules/typescript/bin/tsc");
    expect(await broken.node(compiler, "--noEmit", "-p", ".")).toMatchObject({ code: 0, out: "" });
    expect(broken.read(file)).toContain('chaos("app.chaos.ts");');
    const { code, out, err } = await broken.node(...args);
    expect([code, `${out}${err}`]).toEqual([
      1,
      expect.stringContaining("/pay ends without a server"),
    ]);

    const fixed = projectOf(name, text, "return false;", runner);
    expect(await fixed.gauntlet("init")).toMatchObject({ code: 0 });
    const told = await fixed.told("explore", "--runs", "30", "--quiet");
    expect([told.verdict, told.findings, told.code]).toEqual(["held", [], 0]);
    const judged = told.properties?.filter(({ held }) => held > 0).map((one) => one.name);
    expect(judged).toContainEqual(expect.stringMatching(/^what POST \S+ gave is found by GET /u));
    expect(judged).toContainEqual(expect.stringMatching(/pay ends without a server error$/u));
  },
  300_000,
);

test("a service that refuses every request is not said to hold", async () => {
  const guard =
    'app.use("*", (c, next) => (c.req.header("authorization") ? next() : c.json({}, 401)));';
  const text = hono.replace("const app = new Hono();", `const app = new Hono();\n${guard}`);
  const project = projectOf("hono", text, "return false;", "vitest");
  expect(await project.gauntlet("init")).toMatchObject({ code: 0 });
  const { code, verdict, because } = await project.told("explore", "--runs", "10", "--quiet");
  expect([code, verdict]).toEqual([3, "unknown"]);
  expect(because).toContain("nothing was checked");
}, 120_000);

// --- inside ---

function projectOf(name: string, app: string, again: string, runner: string): TempProject {
  const project = new TempProject({
    "src/app.ts": app,
    "src/orders.ts": orders.replace("AGAIN", again),
    "tsconfig.json": JSON.stringify(tsconfig),
    "package.json": JSON.stringify({
      name: "orders",
      type: "module",
      scripts: { test: runner === "node:test" ? "node --test" : runner },
      dependencies: { [name]: "*" },
      devDependencies: runner === "node:test" ? {} : { [runner]: "*" },
    }),
  });
  if (name === "express") project.write("src/express.d.ts", expressTypes);
  for (const used of [name, ...(runner === "node:test" ? [] : [runner])]) project.link(used);
  project.link("gauntlet", repository);
  project.link("@types/node");
  return project;
}

const tsconfig = {
  compilerOptions: {
    target: "ES2023",
    module: "nodenext",
    types: ["node"],
    skipLibCheck: true,
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
  },
  include: ["src", "tests"],
};
