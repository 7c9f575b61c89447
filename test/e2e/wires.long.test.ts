import { describe, expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Bugs over WebSocket, HTTP/2 and worker threads, each with a twin that does it right: the bug is
// found and replayed with every seed, the twin is silent with every one.

interface Twins {
  readonly property: string;
  readonly packages: readonly string[];
  readonly files: (isRight: boolean) => Readonly<Record<string, string>>;
}

const seeds = ["1", "2", "3"];
const runs = "30";

const twins: Readonly<Record<string, Twins>> = {
  "a WebSocket server that stores messages in the order in which writing ends": {
    property: "letters are kept in the order in which they were sent",
    packages: ["ws"],
    files: (isRight) => ({
      "src/mailbox.ts": `
        import { appendFile, readFile, writeFile } from "node:fs/promises";
        import type { WebSocket } from "ws";
        let last: Promise<unknown> = Promise.resolve();
        export function keepLetters(socket: WebSocket): void {
          socket.on("message", (data) => {
            const keep = () => store(String(data), socket);
            ${isRight ? "last = last.then(keep);" : "void keep();"}
          });
        }
        async function store(letter: string, socket: WebSocket): Promise<void> {
          await writeFile(letter, "");
          await appendFile("letters", letter);
          socket.send("kept");
        }
        export const letters = () => readFile("letters", "utf8");`,
      "subject.chaos.ts": `
        import { once } from "node:events";
        import { always, simulation } from "gauntlet";
        import { WebSocket, WebSocketServer } from "ws";
        import { keepLetters, letters } from "./src/mailbox.ts";
        export default simulation({
          name: "mailbox",
          run: async () => {
            const server = new WebSocketServer({ port: 0 });
            await once(server, "listening");
            server.on("connection", keepLetters);
            const { port } = server.address() as { port: number };
            const client = new WebSocket("ws://localhost:" + port);
            await once(client, "open");
            let count = 0;
            const areKept = new Promise<void>((resolve) => {
              client.on("message", () => void ((count += 1) === 3 && resolve()));
            });
            for (const letter of ["a", "b", "c"]) client.send(letter);
            await areKept;
            client.close();
            await once(client, "close");
            server.close();
            always(
              (await letters()) === "abc",
              "letters are kept in the order in which they were sent",
            );
          },
        });`,
    }),
  },
  "a WebSocket client that forgets what it sent while it was away": {
    property: "every order that was sent arrives",
    packages: ["ws"],
    files: (isRight) => ({
      "src/orders.ts": `
        import { WebSocket } from "ws";
        export class Orders {
          #socket: WebSocket | undefined;
          #isOver = false;
          readonly #waiting: string[] = [];
          constructor(readonly url: string) {
            this.#connect();
          }
          send(order: string): void {
            if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(order);
            ${isRight ? "else this.#waiting.push(order);" : ""}
          }
          end(): void {
            this.#isOver = true;
            this.#socket?.close();
          }
          #connect(): void {
            const socket = new WebSocket(this.url);
            this.#socket = socket;
            socket.on("open", () => {
              for (const order of this.#waiting.splice(0)) socket.send(order);
            });
            socket.on("close", () => {
              if (!this.#isOver) setTimeout(() => this.#connect(), 10);
            });
          }
        }`,
      "subject.chaos.ts": `
        import { once } from "node:events";
        import { setTimeout as sleep } from "node:timers/promises";
        import { always, simulation } from "gauntlet";
        import { WebSocketServer } from "ws";
        import { Orders } from "./src/orders.ts";
        export default simulation({
          name: "orders",
          run: async () => {
            const server = new WebSocketServer({ port: 0 });
            await once(server, "listening");
            const heard: string[] = [];
            server.on("connection", (socket) => {
              socket.on("message", (data) => heard.push(String(data)));
              socket.send("welcome");
            });
            const { port } = server.address() as { port: number };
            const orders = new Orders("ws://localhost:" + port);
            const [first] = await once(server, "connection");
            await sleep(1_000);
            first.close(1012, "restart");
            await once(first, "close");
            await sleep(40);
            orders.send("tea");
            await sleep(1_000);
            orders.end();
            server.close();
            always(heard.join() === "tea", "every order that was sent arrives");
          },
        });`,
    }),
  },
  "two streams of an HTTP/2 session that both find a seat free": {
    property: "a seat is sold once",
    packages: [],
    files: (isRight) => ({
      "src/seats.ts": `
        import http2 from "node:http2";
        import { writeFile } from "node:fs/promises";
        export function seatServer(): http2.Http2Server {
          const taken = new Set<string>();
          const server = http2.createServer();
          server.on("stream", async (stream, headers) => {
            const seat = String(headers[":path"]);
            const isFree = !taken.has(seat);
            ${isRight ? "taken.add(seat);" : ""}
            await writeFile("request-" + stream.id, seat);
            taken.add(seat);
            stream.respond({ ":status": isFree ? 200 : 409 });
            stream.end(seat);
          });
          return server;
        }`,
      "subject.chaos.ts": `
        import { once } from "node:events";
        import http2 from "node:http2";
        import { text } from "node:stream/consumers";
        import { always, simulation } from "gauntlet";
        import { seatServer } from "./src/seats.ts";
        async function buy(session: http2.ClientHttp2Session): Promise<string> {
          const stream = session.request({ ":path": "/7" });
          const [[headers], body] = await Promise.all([once(stream, "response"), text(stream)]);
          return headers[":status"] + body;
        }
        export default simulation({
          name: "seats",
          run: async () => {
            const server = seatServer().listen(0);
            await once(server, "listening");
            const { port } = server.address() as { port: number };
            const session = http2.connect("http://localhost:" + port);
            const answers = await Promise.all([buy(session), buy(session)]);
            session.close();
            server.close();
            always(answers.toSorted().join() === "200/7,409/7", "a seat is sold once");
          },
        });`,
    }),
  },
  "results of two workers that are joined as they come in": {
    property: "the halves are joined in their order",
    packages: [],
    files: (isRight) => ({
      "src/half-worker.mjs": `
        import { parentPort, workerData } from "node:worker_threads";
        parentPort.postMessage(workerData.toUpperCase());`,
      "src/join.ts": `
        import { once } from "node:events";
        import { Worker } from "node:worker_threads";
        const file = new URL("./half-worker.mjs", import.meta.url);
        export async function loud(halves: readonly string[]): Promise<string> {
          const joined: string[] = [];
          await Promise.all(
            halves.map(async (workerData, at) => {
              const [half] = await once(new Worker(file, { workerData }), "message");
              ${isRight ? "joined[at] = half;" : "joined.push(half);"}
            }),
          );
          return joined.join("");
        }`,
      "subject.chaos.ts": `
        import { always, simulation } from "gauntlet";
        import { loud } from "./src/join.ts";
        export default simulation({
          name: "halves",
          run: async () => {
            always((await loud(["left", "right"])) === "LEFTRIGHT",
              "the halves are joined in their order");
          },
        });`,
    }),
  },
};

describe.for(Object.entries(twins))("%s", ([, { property, packages, files }]) => {
  const projectOf = (isRight: boolean): TempProject => {
    const project = new TempProject(files(isRight));
    for (const name of packages) project.link(name);
    return project;
  };

  test.for(seeds)("is found and replayed, seed %s", async (seed) => {
    const project = projectOf(false);
    const flags = ["--runs", runs, "--bail", "--seed", seed];
    const { findings } = await project.told("explore", "subject.chaos.ts", ...flags);
    const [found] = findings;
    expect(findings.map(({ confirmed, identity }) => [confirmed, identity.property])).toEqual([
      [true, property],
    ]);
    if (seed !== seeds[0]) return;
    const again = await project.told("replay", found?.trace ?? "");
    expect(again.findings.map(({ identity }) => identity)).toEqual([found?.identity]);
  });

  test.for(seeds)("its twin is silent, seed %s", async (seed) => {
    const flags = ["--runs", runs, "--seed", seed];
    const told = await projectOf(true).told("explore", "subject.chaos.ts", ...flags);
    const { verdict, because, findings } = told;
    expect({ verdict, because, findings }).toEqual({ verdict: "held", findings: [] });
    const judged = told.properties.find(({ name }) => name === property);
    expect(judged?.held).toBe(Number(runs));
  });
});
