// A research agent behind HTTP: POST /invoke asks it, POST /reset forgets what it knows.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { research } from "./research.mjs";
import { Notes } from "./notes-client.mjs";

const notes = await Notes.connect(process.env.NOTES_COMMAND ?? "node notes.mjs");

createServer((request, response) => void serve(request, response)).listen(
  Number(process.env.PORT ?? 8030),
  "127.0.0.1",
);

async function serve(request, response) {
  const [status, data] = await answer(request.url, await text(request)).catch((thrown) => [
    500,
    { error: thrown instanceof Error ? thrown.message : String(thrown) },
  ]);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

async function answer(path, body) {
  if (path === "/reset") {
    await notes.call("forget", {});
    return [200, { reset: true }];
  }
  if (path !== "/invoke") return [404, { error: "POST /invoke or /reset" }];
  return [200, { output: await research(JSON.parse(body).input, notes) }];
}
