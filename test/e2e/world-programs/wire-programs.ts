import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { WebSocket, WebSocketServer } from "ws";
import type { Program } from "./program.ts";

/** Programs over HTTP/2, WebSockets and WebAssembly. */
export const wirePrograms: readonly Program[] = [
  {
    name: "two streams of one HTTP/2 session, and a status",
    run: async () => {
      const server = http2.createServer();
      server.on("stream", (stream, headers) => {
        stream.respond({ ":status": headers[":path"] === "/b" ? 404 : 200 });
        stream.pipe(stream);
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const session = http2.connect(`http://127.0.0.1:${port}`);
      const answers = await Promise.all(["/a", "/b"].map((path) => asked(session, path)));
      session.close();
      server.close();
      await once(server, "close");
      return answers;
    },
  },
  {
    name: "messages of a WebSocket in order, text and bytes, and why it was closed",
    run: async () => {
      const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
      await once(server, "listening");
      server.on("connection", (socket) => {
        socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
      });
      const { port } = server.address() as AddressInfo;
      const client = new WebSocket(`ws://127.0.0.1:${port}/`);
      await once(client, "open");
      const heard: unknown[] = [];
      const isHeard = new Promise<void>((resolve) => {
        client.on("message", (data: Buffer, isBinary) => {
          heard.push([data.toString("latin1").slice(0, 9), data.length, isBinary]);
          if (heard.length === 3) resolve();
        });
      });
      client.send("one");
      client.send(Buffer.from([1, 2, 3]));
      client.send("long".repeat(30_000));
      await isHeard;
      client.close(4_000, "enough");
      const [code, reason] = (await once(client, "close")) as [number, Buffer];
      server.close();
      return { heard, code, reason: String(reason) };
    },
  },
  {
    name: "WebAssembly compiled and instantiated, and what is none",
    run: async () => {
      const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Assembly };
      const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
      const made = await WebAssembly.instantiate(bytes);
      const error = await WebAssembly.compile(new Uint8Array(4)).catch(String);
      const again = await WebAssembly.instantiate(await WebAssembly.compile(bytes));
      return [Object.keys(made), error, Object.prototype.toString.call(again)];
    },
  },
];

// --- inside ---

/** The types of Node do not know it, because they know no browser. */
interface Assembly {
  compile(bytes: Uint8Array): Promise<unknown>;
  instantiate(given: unknown): Promise<object>;
}

async function asked(session: http2.ClientHttp2Session, path: string): Promise<unknown> {
  const stream = session.request({ ":path": path, ":method": "POST" });
  stream.end(`hello ${path}`);
  const [[headers], body] = await Promise.all([once(stream, "response"), text(stream)]);
  return [(headers as http2.IncomingHttpHeaders & { ":status"?: number })[":status"], body];
}
