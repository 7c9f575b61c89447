import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";

/** A small program; what it returns must be the same on the real and in the simulated world. */
export interface Program {
  readonly name: string;
  run(): unknown;
}

/** A server that listens on a port of its own, with what is needed to reach and to end it. */
export interface Served {
  readonly server: http.Server;
  readonly port: number;
  readonly url: string;
  end(): Promise<void>;
}

/** Starts a server with a listener. */
export async function served(
  listener: http.RequestListener,
  options: http.ServerOptions = {},
): Promise<Served> {
  const server = http.createServer(options, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const end = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { server, port, url: `http://127.0.0.1:${port}`, end };
}

/** Runs a body with a server around it, and ends the server whatever happens. */
export async function withServer<T>(
  listener: http.RequestListener,
  body: (served: Served) => Promise<T>,
  options?: http.ServerOptions,
): Promise<T> {
  const one = await served(listener, options);
  try {
    return await body(one);
  } finally {
    await one.end();
  }
}

/** Runs a body with a plain TCP server around it. */
export async function withTcp<T>(
  onSocket: (socket: net.Socket) => void,
  body: (port: number) => Promise<T>,
  options: net.ServerOpts = {},
): Promise<T> {
  const sockets: net.Socket[] = [];
  const server = net.createServer(options, (socket) => {
    sockets.push(socket);
    onSocket(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await body((server.address() as AddressInfo).port);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  }
}

/** All of a stream as text. */
export async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** What a call throws, in the words that Node gives it, causes included. */
export async function failure(call: () => unknown): Promise<unknown> {
  try {
    return { returned: await call() };
  } catch (thrown) {
    return errorFacts(thrown);
  }
}

/** The parts of an error that programs look at. */
export function errorFacts(thrown: unknown): unknown {
  if (!(thrown instanceof Error) && !(thrown instanceof DOMException)) return thrown;
  const { name, message, cause } = thrown;
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  const facts = { name, message: withoutPort(message), code, syscall };
  return cause === undefined ? facts : { ...facts, cause: errorFacts(cause) };
}

/** A wait for so many milliseconds of whichever world it is. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// --- inside ---

function withoutPort(message: string): string {
  return message.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:<port>");
}
