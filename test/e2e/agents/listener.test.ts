import { once } from "node:events";
import { connect } from "node:net";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { modelRoutes } from "../../../src/world/wires/llm/model-routes.ts";
import { toolRoutes } from "../../../src/world/wires/tools/tool-routes.ts";
import { providerUpstream } from "../../../src/world/wires/upstream/provider-upstream.ts";
import { WireHub } from "../../../src/world/wires/wire-hub.ts";
import { type Listening, listening, scopeWith, story } from "./tool-world.ts";

let service: Listening;
let hub: WireHub;
let reached: string[] = [];

beforeAll(async () => {
  service = await listening((request, response) => {
    reached.push(`${request.headers.authorization ?? "nobody"} ${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data: [], has_more: false }));
  });
});

beforeEach(async () => {
  reached = [];
  await hub?.close();
  const base = service.url.replace("//", "//shop:hunter22secret@");
  const upstream = providerUpstream({ pay: `${base}/tools/pay`, openai: `${base}/llm/v1` });
  const tools = [{ name: "pay", url: `${service.url}/tools/pay` }];
  hub = await WireHub.open(
    [...modelRoutes({ upstream }), ...toolRoutes({ tools, mcp: [], peers: [], upstream })],
    { mask: new SecretMask() },
  );
});

afterAll(async () => {
  await hub.close();
  await service[Symbol.asyncDispose]();
});

/** Sends bytes as they are, and gives all that comes back. */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(hub.urlFor("clerk", "tools"));
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.on("data", (piece) => (answer += piece.toString()));
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  return answer;
}

function asks(target: string, ...headers: readonly string[]): string {
  const { host } = new URL(hub.urlFor("clerk", "tools"));
  const own = headers.some((header) => /^host:/iu.test(header)) ? [] : [`Host: ${host}`];
  return [`GET ${target} HTTP/1.1`, ...own, ...headers, "Connection: close", "", ""].join("\r\n");
}

const basic = `Basic ${Buffer.from("shop:hunter22secret").toString("base64")}`;

test("a client with the address it was given reaches the tool, with its credentials", async () => {
  const { pathname } = new URL(`${hub.urlFor("clerk", "tools")}/pay/a/../orders?x=1`);
  expect(await raw(asks(pathname))).toMatch(/^HTTP\/1\.1 200/u);
  const openai = new OpenAI({ apiKey: "none", baseURL: `${hub.urlFor("clerk", "openai")}/v1` });
  await openai.models.list();
  expect(reached).toEqual([`${basic} GET /tools/pay/orders`, "Bearer none GET /llm/v1/models"]);
  expect(hub.refused).toEqual([]);
});

test.each(["Host: evil.test", "Origin: https://evil.test", "Sec-Fetch-Site: cross-site"])(
  "a page that sends `%s` reaches nothing, and it is told",
  async (header) => {
    const { pathname } = new URL(`${hub.urlFor("clerk", "tools")}/pay`);
    expect(await raw(asks(pathname, header))).toMatch(/^HTTP\/1\.1 4(?:03|21)/u);
    expect(reached).toEqual([]);
    expect(hub.refused).toEqual([
      `1 request was refused by the wires: its ${header.replace(": ", " is `")}\``,
    ]);
  },
);

test.each([
  "/../../admin",
  "/%2e%2e/%2e%2e/admin",
  "//../../../admin",
  "/\\..\\..\\admin",
  "/..%2f..%2fadmin",
])("`/tools/pay%s` does not leave the tool's address", async (rest) => {
  const { pathname } = new URL(`${hub.urlFor("clerk", "tools")}/pay`);
  const scope = scopeWith([]);
  hub.begin(scope);
  expect(await raw(asks(`${pathname}${rest}`))).toMatch(/^HTTP\/1\.1 403/u);
  expect(reached).toEqual([]);
  expect(story(scope.journal.events)).toEqual([]);
  expect(hub.refused).toHaveLength(1);
});

test("neither does a path below a model's, whose `/v1` is meant once", async () => {
  const { pathname } = new URL(hub.urlFor("clerk", "openai"));
  expect(await raw(asks(`${pathname}/v1/../../admin`))).toMatch(/^HTTP\/1\.1 403/u);
  expect(await raw(asks(`${pathname}/v1/../admin`))).toMatch(/^HTTP\/1\.1 403/u);
  expect(reached).toEqual([]);
});

test("nobody is a proxy, a tunnel or another protocol, and each request is looked at", async () => {
  const { host, pathname } = new URL(`${hub.urlFor("clerk", "tools")}/pay`);
  expect(await raw(asks(`http://${host}${pathname}`))).toMatch(/^HTTP\/1\.1 400/u);
  expect(await raw(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toBe("");
  const upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Origin: https://evil.test"];
  expect(await raw(asks(pathname, ...upgrade))).toMatch(/^HTTP\/1\.1 403/u);
  const twice = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n${asks("/clerk/tools/pay")}`;
  expect(await raw(twice)).toMatch(/^HTTP\/1\.1 200[^]*HTTP\/1\.1 403/u);
  expect(reached).toHaveLength(1);
  const smuggled = ["Transfer-Encoding: chunked", "Content-Length: 3"];
  expect(await raw(asks(pathname, ...smuggled))).toMatch(/^HTTP\/1\.1 400/u);
  expect(await raw(asks(pathname, "X-One: a\rHost: evil.test"))).toMatch(/^HTTP\/1\.1 400/u);
  expect(reached).toHaveLength(1);
});

test("reasons are counted, and there is an end of them", async () => {
  for (let name = 0; name < 30; name += 1) await raw(asks("/", `Host: evil-${name}`));
  expect(hub.refused).toHaveLength(21);
  expect(hub.refused.at(-1)).toBe("10 requests were refused by the wires: other reasons");
});

test("two hubs have two tokens, and no journal has them", async () => {
  const token = new URL(hub.urlFor("clerk", "tools")).pathname.split("/")[1] ?? "";
  expect(token).toMatch(/^[\da-f]{32}$/u);
  const scope = scopeWith([]);
  hub.begin(scope);
  await (await fetch(`${hub.urlFor("clerk", "tools")}/pay/1`)).text();
  expect(JSON.stringify(scope.journal.events)).not.toContain(token);
  expect(story(scope.journal.events)[0]).toBe("clerk → pay (http): GET /1");
});
