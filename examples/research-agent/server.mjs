// A research agent behind HTTP: POST /invoke asks it, POST /reset forgets what it knows.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { research } from "./research.mjs";
import { openTools } from "./tools.mjs";

const tools = await openTools();

createServer((request, response) => void serve(request, response)).listen(
  Number(process.env.PORT ?? 8030),
  "127.0.0.1",
);

async function serve(request, response) {
  const [status, data] = await answer(request, await text(request)).catch((thrown) => [
    500,
    { error: thrown instanceof Error ? thrown.message : String(thrown) },
  ]);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

async function answer({ url, headers }, body) {
  const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
  if (pathname === "/reset") {
    await tools.call("forget", {});
    return [200, { reset: true }];
  }
  if (pathname !== "/invoke") return [404, { error: "POST /invoke or /reset" }];
  const question = JSON.parse(body).input;
  const asked = {
    question,
    user: headers["x-user"],
    language: searchParams.get("language") ?? "en",
  };
  return [200, { output: await research(asked, tools) }];
}
