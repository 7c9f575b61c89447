/** Asks the booker in JSON-RPC, as A2A agents do, and gives back what it says. */
export async function askBooker(wish) {
  const message = { role: "user", messageId: "1", parts: [{ kind: "text", text: wish }] };
  const response = await fetch(process.env.BOOKER_URL ?? "http://127.0.0.1:8041/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/send", params: { message } }),
    signal: AbortSignal.timeout(20_000),
  });
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(error.message);
  return result.parts.map(({ text }) => text).join("");
}
