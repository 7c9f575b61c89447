import { textCode } from "../../kernel/values/literal-code.ts";
import type { ImportNames } from "./import-names.ts";
import type { StarterService } from "./starter-service.ts";

/** The setup of a test: how the service is made and where it answers, as lines. */
export function serviceSetup(service: StarterService, imports: ImportNames): readonly string[] {
  const { hosts } = service;
  const lines = [
    ...servedLines(service, imports),
    hosts.length > 0
      ? "const state: State = { ids: new Map(), asked: 0 };"
      : "const state: State = { ids: new Map() };",
    ...(hosts.length > 0 ? ["// Make these answer as the services do that they stand for."] : []),
    ...hosts.flatMap((host) => [
      `world.serve(${textCode(host)}, () => {`,
      "  state.asked += 1;",
      "  return Response.json({ ok: true });",
      "});",
    ]),
    "return state;",
  ];
  const isAsync = lines.some((line) => line.includes("await "));
  const world = lines.some((line) => line.startsWith("world.")) ? "world" : "";
  return [
    `  setup: ${isAsync ? "async " : ""}(${world}) => {`,
    ...lines.map((line) => `    ${line}`),
    "  },",
  ];
}

// --- inside ---

function servedLines(service: StarterService, imports: ImportNames): readonly string[] {
  const { framework, how, module, exportName } = service;
  // Its handlers are called by the rules.
  if (framework === "next") return [];
  const name = imports.nameOf({ module, path: [exportName] });
  if (framework === "nest") return nestLines(service, name, imports);
  const made = { value: name, factory: `${name}()`, "async factory": `await ${name}()` }[how];
  const app = how === "value" ? name : "app";
  const served = {
    express: [`world.serve(origin, ${app});`],
    fastify: [`await ${app}.ready();`, `world.serve(origin, ${app}.server);`],
    hono: [`world.serve(origin, (request: Request) => ${app}.fetch(request));`],
  }[framework];
  return [...(how === "value" ? [] : [`const app = ${made};`]), ...served];
}

/** An application of its own in each run, set up as the project's own start does it. */
function nestLines(
  { start }: StarterService,
  root: string,
  imports: ImportNames,
): readonly string[] {
  const factory = imports.nameOf({ module: "@nestjs/core", path: ["NestFactory"] });
  for (const place of start?.names ?? []) imports.nameOf(place);
  const isFastify = start?.platform === "fastify";
  const adapter = isFastify
    ? `new ${imports.nameOf({ module: "@nestjs/platform-fastify", path: ["FastifyAdapter"] })}(), `
    : "";
  return [
    `const app = await ${factory}.create(${root}, ${adapter}{ logger: false });`,
    ...(start?.calls ?? []).flatMap((call) => call.split("\n").map((line) => line.trimEnd())),
    "await app.init();",
    ...(isFastify ? ["await app.getHttpAdapter().getInstance().ready();"] : []),
    "world.serve(origin, app.getHttpServer());",
  ];
}
