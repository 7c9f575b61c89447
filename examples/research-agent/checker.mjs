// A fact checker, an agent with a model of its own: POST / with {"input": "a claim"}.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import Anthropic from "@anthropic-ai/sdk";

createServer((request, response) => void serve(request, response)).listen(
  Number(process.env.PORT ?? 8032),
  "127.0.0.1",
);

async function serve(request, response) {
  const { input } = await json(request);
  const [status, data] = await check(input).then(
    (output) => [200, { output }],
    (thrown) => [500, { error: thrown.message }],
  );
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

async function check(claim) {
  const client = new Anthropic({ apiKey: process.env.ANTHROPIC_API_KEY ?? "none" });
  const said = await client.messages.create({
    model: "checker-1",
    max_tokens: 100,
    system: "You are a fact checker. Say whether a claim is confirmed.",
    messages: [{ role: "user", content: claim }],
  });
  return said.content.map((block) => block.text ?? "").join("");
}
