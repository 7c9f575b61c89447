import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import {
  errorFacts,
  failure,
  pause,
  type Program,
  textOf,
  withServer,
  withTcp,
} from "./program.ts";

/** Programs over what goes wrong between a client and a server of `node:http`. */
export const httpEdgePrograms: readonly Program[] = [
  {
    name: "Expect: 100-continue waits for the word of the server",
    run: () => {
      const log: string[] = [];
      return withServer(
        () => log.push("a request without expectation"),
        async ({ server, url }) => {
          server.on(
            "checkContinue",
            (request: http.IncomingMessage, response: http.ServerResponse) => {
              log.push(`checked ${request.headers.expect}`);
              response.writeContinue();
              void textOf(request).then((body) => response.end(`got ${body}`));
            },
          );
          const request = http.request(url, {
            method: "POST",
            headers: { expect: "100-continue", "content-length": "4" },
          });
          request.flushHeaders();
          request.on("continue", () => {
            log.push("continue");
            request.end("body");
          });
          const [answer] = (await once(request, "response")) as [http.IncomingMessage];
          return { log, body: await textOf(answer) };
        },
      );
    },
  },
  {
    name: "an upgrade that the server does not know is answered as a request",
    run: () =>
      withServer(
        (request, response) => response.writeHead(426, { upgrade: "h2c" }).end(request.url),
        async ({ url }) => {
          const request = http.get(url, {
            headers: { connection: "Upgrade", upgrade: "websocket" },
          });
          const log: string[] = [];
          request.on("upgrade", () => log.push("upgraded"));
          const [answer] = (await once(request, "response")) as [http.IncomingMessage];
          return { log, status: answer.statusCode, body: await textOf(answer) };
        },
      ),
  },
  {
    name: "an upgrade hands the socket over, with what came behind the head",
    run: () =>
      withServer(
        () => {},
        async ({ server, url }) => {
          server.on("upgrade", (_request, socket: net.Socket, head: Buffer) => {
            socket.write(
              "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\nhi,",
            );
            socket.end(`head ${head.length}`);
          });
          const request = http.get(url, { headers: { connection: "Upgrade", upgrade: "echo" } });
          const [answer, socket, head] = (await once(request, "upgrade")) as [
            http.IncomingMessage,
            net.Socket,
            Buffer,
          ];
          const rest = await textOf(socket);
          return { status: answer.statusCode, text: head.toString() + rest };
        },
      ),
  },
  {
    name: "a connection that is refused says so",
    run: async () => {
      const port = await withTcp(
        () => {},
        (free) => Promise.resolve(free),
      );
      const request = http.get({ port, host: "127.0.0.1" });
      const [error] = (await once(request, "error")) as [Error];
      const socket = net.connect(port, "127.0.0.1");
      const [other] = (await once(socket, "error")) as [Error];
      return [errorFacts(error), errorFacts(other), request.destroyed, socket.destroyed];
    },
  },
  {
    name: "a server that hangs up before, and within, its answer",
    run: () =>
      withServer(
        (request, response) => {
          if (request.url === "/before") return void request.socket.destroy();
          response.writeHead(200, { "content-length": "100" });
          response.write("a part");
          setTimeout(() => request.socket.destroy(), 5);
          return undefined;
        },
        async ({ url }) => {
          const before = http.get(`${url}/before`);
          const [first] = (await once(before, "error")) as [Error];
          const within = http.get(`${url}/within`);
          const [answer] = (await once(within, "response")) as [http.IncomingMessage];
          const log: string[] = [];
          for (const event of ["aborted", "end", "close"]) answer.on(event, () => log.push(event));
          const second = await failure(() => textOf(answer));
          return { first: errorFacts(first), second, complete: answer.complete, log };
        },
      ),
  },
  {
    name: "a client that goes away is seen by the server",
    run: () => {
      const log: string[] = [];
      return withServer(
        (request, response) => {
          request.on("aborted", () => log.push("aborted"));
          response.on("close", () => log.push(`close, finished ${response.writableFinished}`));
          request.on("error", (error) => log.push(error.message));
          response.write("x");
        },
        async ({ url }) => {
          const request = http.get(url);
          request.on("error", (error) => log.push(`client ${error.message}`));
          const [answer] = (await once(request, "response")) as [http.IncomingMessage];
          answer.on("error", (error) => log.push(`answer ${error.message}`));
          answer.resume();
          request.destroy();
          await pause(100);
          return [...log.toSorted(), request.destroyed, request.aborted];
        },
      );
    },
  },
  {
    name: "a client waits no longer than its timeout, and an abort ends the wait",
    run: () =>
      withServer(
        () => {},
        async ({ url }) => {
          const log: string[] = [];
          const waiting = http.get(url, { timeout: 10 });
          waiting.on("timeout", () => {
            log.push("timeout");
            waiting.destroy();
          });
          const [late] = (await once(waiting, "error")) as [Error];
          const controller = new AbortController();
          const aborted = http.get(url, { signal: controller.signal });
          setTimeout(() => controller.abort(), 5);
          const [error] = (await once(aborted, "error")) as [Error];
          return { log, late: errorFacts(late), error: errorFacts(error) };
        },
      ),
  },
  {
    name: "what is not HTTP is refused with 400",
    run: () =>
      withServer(
        (_request, response) => response.end("never"),
        async ({ port, server }) => {
          const codes: unknown[] = [];
          const socket = net.connect(port, "127.0.0.1");
          socket.end("this is no request\r\n\r\n");
          const plain = await textOf(socket);
          server.on("clientError", (error: NodeJS.ErrnoException, client: net.Socket) => {
            codes.push(error.code);
            client.end("HTTP/1.1 400 Mine\r\n\r\n");
          });
          const other = net.connect(port, "127.0.0.1");
          other.end("GET / HTTP/9.9\r\n\r\n");
          return { plain, mine: await textOf(other), codes };
        },
      ),
  },
  {
    name: "headers that cannot be sent are refused where they are set",
    run: () =>
      withServer(
        (_request, response) => void refusals(response),
        async ({ url }) => {
          const [answer] = (await once(http.get(url), "response")) as [http.IncomingMessage];
          return JSON.parse(await textOf(answer)) as unknown;
        },
      ),
  },
  {
    name: "a body of some megabytes comes whole, and a slow reader holds it up",
    run: () =>
      withServer(
        (_request, response) => {
          const part = Buffer.alloc(64 * 1_024, "x");
          let left = 48;
          let waits = 0;
          const more = (): void => {
            while (left > 0) {
              left -= 1;
              if (!response.write(part)) {
                waits += 1;
                return void response.once("drain", more);
              }
            }
            response.end(`waited ${waits > 0}`);
          };
          more();
        },
        async ({ url }) => {
          const [answer] = (await once(http.get(url), "response")) as [http.IncomingMessage];
          await pause(10);
          const text = await textOf(answer);
          return { length: text.length, end: text.slice(-12) };
        },
      ),
  },
];

// --- inside ---

async function refusals(response: http.ServerResponse): Promise<void> {
  const seen = [
    await failure(() => response.setHeader("x y", "1")),
    await failure(() => response.setHeader("x", "\n")),
    await failure(() => response.writeHead(99)),
  ];
  response.writeHead(200).write("");
  seen.push(await failure(() => response.setHeader("late", "1")));
  response.end(JSON.stringify(seen));
}
