// Whom bench:agents asks: a provider with one answer, and aimock as a proxy and as a mock.
import { createServer } from "node:http";

const words = "The parcel left Oslo on Monday and arrives in Bergen on Wednesday.".split(" ");
const [part, upstream] = process.argv.slice(2);
process.send(await { provider, aimockProxy, aimockMock }[part]());

/** Speaks Chat Completions, and says at `/seen` how many calls of each way it has answered. */
function provider() {
  const head = { id: "chatcmpl-1", created: 1, model: "gpt-test" };
  const message = { role: "assistant", content: words.join(" ") };
  const usage = { prompt_tokens: 5, completion_tokens: 12, total_tokens: 17 };
  const choice = { index: 0, message, finish_reason: "stop" };
  const whole = JSON.stringify({ ...head, object: "chat.completion", choices: [choice], usage });
  const chunk = (delta, finish) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    return `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices })}\n\n`;
  };
  const chunks = [
    ...words.map((word) => chunk({ content: `${word} ` }, null)),
    chunk({}, "stop"),
    "data: [DONE]\n\n",
  ];
  const seen = {};
  return listen(async (asked, response) => {
    if (asked.url === "/seen") return void response.end(JSON.stringify(seen));
    let body = "";
    for await (const piece of asked) body += piece;
    const way = asked.headers["x-bench-way"] ?? "unknown";
    seen[way] = (seen[way] ?? 0) + 1;
    if (JSON.parse(body).stream !== true) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(whole);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const one of chunks) response.write(one);
    response.end();
  });
}

async function aimockProxy() {
  const { LLMock } = await import("@copilotkit/aimock");
  const record = { providers: { openai: upstream }, proxyOnly: true };
  return new LLMock({ port: 0, logLevel: "silent", record }).start();
}

async function aimockMock() {
  const { LLMock } = await import("@copilotkit/aimock");
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  mock.onMessage(/parcel/u, { content: words.join(" ") });
  return mock.start();
}

function listen(handle) {
  const server = createServer((asked, response) => void handle(asked, response));
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}
