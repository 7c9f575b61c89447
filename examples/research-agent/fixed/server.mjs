// A research agent behind HTTP: POST /invoke asks it, POST /reset forgets what it knows.
import { createServer } from "node:http";
import { research } from "./research.mjs";
import { Notes } from "./notes-client.mjs";

const notes = await Notes.connect(process.env.NOTES_COMMAND ?? "node notes.mjs");

createServer((request, response) => {
  let body = "";
  request.on("data", (piece) => (body += piece));
  request.on("end", async () => {
    const [status, data] = await answer(request.url ?? "", body).catch((thrown) => [
      500,
      { error: thrown instanceof Error ? thrown.message : String(thrown) },
    ]);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(data));
  });
}).listen(Number(process.env.PORT ?? 8030), "127.0.0.1");

async function answer(path, body) {
  if (path === "/reset") {
    await notes.call("forget", {});
    return [200, { reset: true }];
  }
  if (path !== "/invoke") return [404, { error: "POST /invoke or /reset" }];
  return [200, { output: await research(JSON.parse(body).input, notes) }];
}
