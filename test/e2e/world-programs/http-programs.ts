import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { errorFacts, failure, pause, type Program, served, textOf, withServer } from "./program.ts";

/** One request of `node:http` and its whole answer. */
async function ask(
  url: string,
  options: http.RequestOptions & { readonly body?: string } = {},
): Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; body: string }> {
  const request = http.request(url, options);
  request.end(options.body);
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await textOf(answer) };
}

/** Programs over `node:http` with a client and a server. */
export const httpPrograms: readonly Program[] = [
  {
    name: "a body of known length, and what the server and the client see of each other",
    run: () =>
      withServer(
        (request, response) => {
          void textOf(request).then((body) => {
            const { method, url, httpVersion } = request;
            response.setHeader("x-kind", ["a", "b"]);
            const { "content-length": length, connection, host = "" } = request.headers;
            const head = { length, connection, host: host.replace(/\d+$/, "") };
            response.end(JSON.stringify({ method, url, httpVersion, body, ...head }));
          });
        },
        async ({ url }) => {
          const answer = await ask(`${url}/pay?cents=7`, { method: "PUT", body: "seven" });
          const { date: _date, ...headers } = answer.headers;
          return { ...answer, headers, hasDate: _date !== undefined };
        },
      ),
  },
  {
    name: "a chunked body with trailers",
    run: () =>
      withServer(
        (_request, response) => {
          response.writeHead(200, { trailer: "x-sum" });
          response.write("one,");
          response.write("two");
          response.addTrailers({ "x-sum": "7" });
          response.end();
        },
        async ({ url }) => {
          const request = http.get(url);
          const [answer] = (await once(request, "response")) as [http.IncomingMessage];
          const body = await textOf(answer);
          const { "transfer-encoding": coding, "content-length": length } = answer.headers;
          return { body, coding, length, trailers: answer.trailers, complete: answer.complete };
        },
      ),
  },
  {
    name: "HEAD, 204 and 304 have no body, whatever the server writes",
    run: () =>
      withServer(
        (request, response) => {
          response.statusCode = Number(request.url?.slice(1));
          response.end("a body that is not sent");
        },
        async ({ url }) => {
          const seen: unknown[] = [];
          for (const [method, path] of [
            ["HEAD", "/200"],
            ["GET", "/204"],
            ["GET", "/304"],
          ] as const) {
            const { status, headers, body } = await ask(`${url}${path}`, { method });
            seen.push({ method, status, body, length: headers["content-length"] });
          }
          return seen;
        },
      ),
  },
  {
    name: "an agent that keeps alive asks again on the same connection",
    run: () =>
      withServer(
        (request, response) => response.end(String(request.socket.remotePort)),
        async ({ url }) => {
          const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
          const seen: { readonly port: string; readonly reused: boolean }[] = [];
          for (let times = 0; times < 3; times++) {
            const request = http.get(url, { agent });
            const [answer] = (await once(request, "response")) as [http.IncomingMessage];
            seen.push({ port: await textOf(answer), reused: request.reusedSocket });
            await pause(5);
          }
          const idle = Object.values(agent.freeSockets).flat().length;
          agent.destroy();
          return {
            ports: new Set(seen.map(({ port }) => port)).size,
            reused: seen.map(({ reused }) => reused),
            idle,
          };
        },
      ),
  },
  {
    name: "an agent with one connection sends its requests one after the other",
    run: () => {
      let open = 0;
      let openMax = 0;
      return withServer(
        (request, response) => {
          open += 1;
          openMax = Math.max(open, openMax);
          setTimeout(() => {
            open -= 1;
            response.end(request.url);
          }, 5);
        },
        async ({ url }) => {
          const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
          const paths = ["/a", "/b", "/c", "/d"];
          const ended: string[] = [];
          const asks = paths.map(async (path) => {
            const { body } = await ask(url + path, { agent });
            ended.push(body);
          });
          const queued = Object.values(agent.requests).flat().length;
          await Promise.all(asks);
          agent.destroy();
          return { ended, openMax, queued };
        },
      );
    },
  },
  {
    name: "requests that are pipelined on one socket are answered in order",
    run: () =>
      withServer(
        (request, response) => {
          const waits: Readonly<Record<string, number>> = { "/a": 12, "/b": 1, "/c": 6 };
          setTimeout(() => response.end(request.url), waits[request.url ?? ""] ?? 0);
        },
        async ({ port }) => {
          const socket = net.connect(port, "127.0.0.1");
          const get = (path: string, more = ""): string =>
            `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
          socket.write(get("/a") + get("/b") + get("/c", "connection: close\r\n"));
          const text = await textOf(socket);
          return text.replaceAll(/date: .*\r\n/gi, "");
        },
      ),
  },
  {
    name: "a server that is closed answers what is under way and then refuses",
    run: async () => {
      const {
        server,
        url,
        end: _end,
      } = await served((_request, response) => {
        setTimeout(() => response.end("in time"), 15);
      });
      const log: string[] = [];
      const under = ask(url, { agent: false });
      const [first] = (await once(server, "request")) as [http.IncomingMessage];
      log.push(`asked ${first.method}`);
      server.close((error) => log.push(`closed ${error?.message ?? "well"}`));
      log.push(`listening ${server.listening}`);
      log.push((await under).body);
      await pause(20);
      const refused = await failure(() => ask(url, { agent: false }));
      return { log, refused, again: await closedAgain(server) };
    },
  },
  {
    name: "close ends idle connections at once, and closeAllConnections the others",
    run: async () => {
      const { server, url } = await served((request, response) => {
        if (request.url === "/done") response.end("done");
        else response.write("begun");
      });
      const agent = new http.Agent({ keepAlive: true });
      await ask(`${url}/done`, { agent });
      const open = http.get(`${url}/open`);
      const [answer] = (await once(open, "response")) as [http.IncomingMessage];
      await once(answer, "readable");
      const log: string[] = [];
      server.on("close", () => log.push("close"));
      server.close();
      await pause(10);
      log.push("still open");
      const ended = failure(() => textOf(answer));
      server.closeAllConnections();
      const error = await ended;
      await pause(5);
      agent.destroy();
      return { log, error };
    },
  },
];

// --- inside ---

async function closedAgain(server: http.Server): Promise<unknown> {
  return new Promise((resolve) => {
    server.close((error) => resolve(errorFacts(error)));
  });
}
