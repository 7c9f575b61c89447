// Plans a trip and lets another agent, the booker, book it: POST / with {"input": "..."}.
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { askBooker } from "./ask-booker.mjs";

// Whoever asks may go away before it is read: that must not end the server.
createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
}).listen(Number(process.env.PORT ?? 8040), "127.0.0.1");

async function serve(request, response) {
  const { input } = await json(request);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ output: await plan(input) }));
}

async function plan(wish) {
  try {
    const booking = await askBooker(wish);
    if (/^BK-\d+/.test(booking)) return `Your trip is booked: ${booking}`;
  } catch {
    // told below: nothing was booked either way
  }
  return "I could not book your trip. Nothing was paid.";
}
