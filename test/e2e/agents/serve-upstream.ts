import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Upstream } from "../../../src/world/wires/upstream.ts";

/** An upstream on loopback: `/<to>/<path>`, without any wire in between. */
export interface ServedUpstream {
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveUpstream(upstream: Upstream): Promise<ServedUpstream> {
  const server = createServer((request, response) => {
    void pass(upstream, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

// --- inside ---

async function pass(
  upstream: Upstream,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, to = "", path = "/"] = /^\/([^/]*)(.*)$/u.exec(request.url ?? "") ?? [];
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const { method = "GET" } = request;
  const body = Buffer.concat(chunks);
  const answer = await upstream.answer(
    { agent: "agent", to, method, path, headers, body },
    gone.signal,
  );
  response.writeHead(answer.status, answer.headers);
  response.flushHeaders();
  for await (const piece of answer.body) response.write(piece);
  response.end();
}
