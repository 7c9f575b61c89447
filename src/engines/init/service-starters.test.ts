import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { routeFiles } from "./find-next.ts";
import { findServices } from "./find-services.ts";
import { serviceText } from "./service-text.ts";

// Read off the sources that `node test/frameworks.mjs` also installs, compiles and explores.

const fixtures = path.resolve(import.meta.dirname, "../../../test/frameworks/fixtures");

test("a NestJS application is started as the project starts it, with a rule for each route", () => {
  const root = path.join(fixtures, "nest-starter");
  const [service, ...others] = findServices(root, filesOf(path.join(root, "src")));
  expect(others).toEqual([]);
  expect(service).toMatchObject({ framework: "nest", module: "src/app.module.ts" });
  const text =
    service === undefined ? "" : serviceText(service, { folder: "test", endings: "none" });
  expect(text?.slice(0, text.indexOf('    "GET /api/orders/:id"'))).toMatchInlineSnapshot(`
    "import fc from "fast-check";
    import { always, chaosTest } from "gauntlet";
    import { ValidationPipe } from "@nestjs/common";
    import { NestFactory } from "@nestjs/core";
    import { AppModule } from "../src/app.module";

    const origin = "http://service.example";

    /** Written by \`gauntlet init\` for the service in src/app.module.ts; change it as you like. */
    export default chaosTest({
      name: "app.module",
      setup: async (world) => {
        const app = await NestFactory.create(AppModule, { logger: false });
        app.setGlobalPrefix("api");
        app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
        await app.init();
        world.serve(origin, app.getHttpServer());
        const state: State = { ids: new Map() };
        return state;
      },
      rules: {
        "POST /api/orders": {
          draw: { cents: fc.integer({ min: 1, max: 100 }), currency: fc.constantFrom("eur", "usd") },
          run: async (state, drawn) => {
            const status = await ask(
              state,
              "POST /api/orders",
              "/api/orders",
              { cents: drawn.cents, currency: drawn.currency },
            );
            if (!isJudged(status)) return;
            always(status < 500, "POST /api/orders ends without a server error");
          },
        },
    "
  `);
});

test("route handlers of Next.js are called with a request, and their path's parameters", () => {
  const root = path.join(fixtures, "next-starter");
  const [service, ...others] = findServices(root, routeFiles(root));
  expect(others).toEqual([]);
  const text =
    service === undefined ? "" : serviceText(service, { folder: "tests", endings: "none" });
  expect(text?.slice(text.indexOf('    "GET /api/orders/:id"'), text.indexOf("interface State")))
    .toMatchInlineSnapshot(`
      "    "GET /api/orders/:id": {
            draw: { which: fc.nat({ max: 99 }) },
            when: (state) => idsOf(state, "/api/orders", "id").length > 0,
            run: async (state, drawn) => {
              const id = idOf(state, "/api/orders", "id", drawn.which);
              const status = await ask(
                state,
                "GET /api/orders/:id",
                \`/api/orders/\${id}\`,
                (request) => GET2(request, { params: Promise.resolve({ id }) }),
              );
              always(status !== 404, "what POST /api/orders gave is found by GET /api/orders/:id");
              if (!isJudged(status)) return;
              always(status < 500, "GET /api/orders/:id ends without a server error");
            },
          },
          "POST /api/orders/:id/pay": {
            draw: { which: fc.nat({ max: 99 }) },
            when: (state) => idsOf(state, "/api/orders", "id").length > 0,
            run: async (state, drawn) => {
              const id = idOf(state, "/api/orders", "id", drawn.which);
              const status = await ask(
                state,
                "POST /api/orders/:id/pay",
                \`/api/orders/\${id}/pay\`,
                (request) => POST2(request, { params: Promise.resolve({ id }) }),
                {},
              );
              if (!isJudged(status)) return;
              always(status < 500, "POST /api/orders/:id/pay ends without a server error");
            },
          },
          // No rule: GET /api/me needs next/headers, which needs a server of Next.js.
        },
      });

      "
    `);
});

test("what a NestJS body holds is read off its type, wherever it is declared", () => {
  const [service] = found({
    "src/app.module.ts": `
      import { Module } from "@nestjs/common";
      import { Cats } from "./cats";
      @Module({ controllers: [Cats] })
      export class AppModule {}`,
    "src/dto.ts": `
      export class NewCat { name!: string; lives: number; tags: string[]; when: Date }
      export class ChangedCat extends PartialType(NewCat) { isTame?: boolean }
      export interface Paws { left: number }
      export type Tail = { kind: "long" | "short" } & Paws;`,
    "src/cats.ts": `
      import { Body, Controller, Get, Post, Put } from "@nestjs/common";
      import type { ChangedCat, Tail } from "./dto";
      @Controller({ path: "cats" })
      export class Cats {
        @Get(["", "all"]) all() {}
        @Put(":id") change(@Body() cat: ChangedCat) {}
        @Post("tail") tail(@Body() tail: Tail) {}
        @Post("paw") paw(@Body("left") left: number, @Body("note") note: Note) {}
        @Get("files/*") files() {}
      }
      @Controller({ path: "old", version: "1" })
      export class OldCats { @Get() all() {} }`,
  });
  expect(service?.routes).toEqual([
    { method: "GET", path: "/cats", body: [] },
    { method: "GET", path: "/cats/all", body: [] },
    {
      method: "PUT",
      path: "/cats/:id",
      body: [
        { name: "name", type: "string" },
        { name: "lives", type: "number" },
        { name: "tags", type: "strings" },
        { name: "isTame", type: "boolean" },
      ],
    },
    {
      method: "POST",
      path: "/cats/tail",
      body: [
        { name: "kind", type: "string", choices: ["long", "short"] },
        { name: "left", type: "number" },
      ],
    },
    {
      method: "POST",
      path: "/cats/paw",
      body: [
        { name: "left", type: "number" },
        { name: "note", type: "string" },
      ],
    },
  ]);
});

test("of a NestJS start only what can be said again is said again", () => {
  const [service] = found({
    "src/main.ts": `
      import { ClassSerializerInterceptor } from "@nestjs/common";
      import { NestFactory, Reflector } from "@nestjs/core";
      import { FastifyAdapter } from "@nestjs/platform-fastify";
      import { Root } from "./root";
      import { Errors } from "./errors";
      const prefix = process.env.PREFIX;
      async function start() {
        const app = await NestFactory.create(Root, new FastifyAdapter());
        app.setGlobalPrefix(prefix);
        app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));
        app.useGlobalFilters(new Errors());
        app.enableShutdownHooks();
        await app.listen(3000);
      }`,
    "src/errors.ts": `export class Errors {}`,
    "src/root.ts": `
      import { Controller, Get, Module } from "@nestjs/common";
      @Controller() class Health { @Get("health") health() {} }
      @Module({ controllers: [Health] }) export class Root {}`,
  });
  expect(service?.start).toEqual({
    platform: "fastify",
    calls: [
      "app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)));",
      "app.useGlobalFilters(new Errors());",
    ],
    names: [
      { module: "@nestjs/common", path: ["ClassSerializerInterceptor"] },
      { module: "@nestjs/core", path: ["Reflector"] },
      { module: "src/errors.ts", path: ["Errors"] },
    ],
  });
  expect(service?.routes).toEqual([{ method: "GET", path: "/health", body: [] }]);
  const text =
    service === undefined ? "" : serviceText(service, { folder: "test", endings: "none" });
  expect(text).toContain("NestFactory.create(Root, new FastifyAdapter(), { logger: false });");
});

test("what needs a database or a server of Next.js gets no rules", () => {
  const root = `
    import { Controller, Get, Module } from "@nestjs/common";
    import { TypeOrmModule } from "@nestjs/typeorm";
    @Controller("cats") class Cats { @Get() all() {} }
    @Module({ imports: [TypeOrmModule.forRoot({})], controllers: [Cats] })
    export class AppModule {}`;
  expect(found({ "src/app.module.ts": root })).toEqual([]);
  const handler = "export async function GET() { return Response.json({}); }";
  const [service] = found({
    "src/app/(shop)/carts/[cart]/route.ts": `
      export async function POST(request: Request, { params }: { params: { cart: string } }) {
        return Response.json(await request.json());
      }
      export const DELETE = guarded(async () => {});`,
    "src/app/_old/route.ts": handler,
    "src/app/files/[...path]/route.ts": handler,
    "src/app/me/route.ts": `import "server-only";\n${handler}`,
  });
  expect(service?.leftOut).toEqual([
    "GET /files/[...path] has a path that only you can choose",
    "GET /me needs server-only, which needs a server of Next.js",
  ]);
  const module = "src/app/(shop)/carts/[cart]/route.ts";
  expect(service?.routes).toEqual([
    {
      method: "POST",
      path: "/carts/:cart",
      body: [],
      handler: { from: { module, path: ["POST"] }, takes: 2, awaitsParams: false },
    },
    {
      method: "DELETE",
      path: "/carts/:cart",
      body: [],
      handler: { from: { module, path: ["DELETE"] }, takes: 2, awaitsParams: true },
    },
  ]);
});

// --- inside ---

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function found(files: Readonly<Record<string, string>>): ReturnType<typeof findServices> {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-services-"));
  folders.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return findServices(root, filesOf(path.join(root, "src")));
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => path.join(folder, file))
    .toSorted();
}
