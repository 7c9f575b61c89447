import type OpenAI from "openai";

/** What the model may ask for. */
export const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: {
      name: "get_order",
      description: "Looks up an order by its number.",
      parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
    },
  },
  {
    type: "function",
    function: {
      name: "refund",
      description: "Refunds an order. Call it once.",
      parameters: {
        type: "object",
        properties: { order: { type: "string" }, amount: { type: "number" } },
        required: ["order", "amount"],
      },
    },
  },
];

/** Calls a tool and gives back what the model is told. */
export async function callTool({
  function: { name, arguments: written },
}: OpenAI.ChatCompletionMessageFunctionToolCall): Promise<string> {
  try {
    const given = JSON.parse(written) as Record<string, unknown>;
    if (name === "get_order") return await text(`${base("ORDERS_URL")}/${String(given["id"])}`);
    if (name === "refund") return await text(base("REFUNDS_URL"), given);
    return JSON.stringify({ error: `there is no tool ${name}` });
  } catch (thrown) {
    return JSON.stringify({ error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

function base(variable: string): string {
  return process.env[variable] ?? "http://127.0.0.1:8080";
}

async function text(url: string, body?: object): Promise<string> {
  const signal = AbortSignal.timeout(2_000);
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url, { ...sent, signal });
  if (!response.ok) return JSON.stringify({ error: `the service said ${response.status}` });
  return await response.text();
}
