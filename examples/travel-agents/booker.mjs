// Books trips: an agent that speaks A2A-style JSON-RPC and asks a model.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import OpenAI from "openai";

// Whoever asks may go away before it is read: that must not end the server.
createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
}).listen(Number(process.env.PORT ?? 8041), "127.0.0.1");

async function serve(request, response) {
  const { id, params } = await json(request);
  const answer = await book(params.message.parts[0].text).then(
    (text) => ({ result: { role: "agent", messageId: "2", parts: [{ kind: "text", text }] } }),
    (thrown) => ({ error: { code: -32000, message: thrown.message } }),
  );
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}

async function book(wish) {
  const client = new OpenAI({ apiKey: process.env.OPENAI_API_KEY ?? "none" });
  const said = await client.chat.completions.create({
    model: "booker-1",
    messages: [{ role: "user", content: wish }],
  });
  return said.choices[0]?.message.content ?? "";
}
