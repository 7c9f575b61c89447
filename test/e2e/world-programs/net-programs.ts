import dns from "node:dns/promises";
import { once } from "node:events";
import net from "node:net";
import { pipeline } from "node:stream/promises";
import { errorFacts, failure, pause, type Program, textOf, withTcp } from "./program.ts";

/** Programs over `node:net` and `node:dns`. */
export const netPrograms: readonly Program[] = [
  {
    name: "an echo over a socket, with the order of the client's events",
    run: () =>
      withTcp(
        (socket) => void pipeline(socket, socket),
        async (port) => {
          const log: string[] = [];
          const socket = net.connect(port, "127.0.0.1");
          for (const event of ["lookup", "connect", "ready", "end", "finish", "close"]) {
            socket.on(event, () => log.push(event));
          }
          socket.setEncoding("utf8");
          socket.write("one ");
          log.push(`connecting ${socket.connecting}, ${socket.readyState}`);
          await once(socket, "connect");
          socket.end("two");
          const text = await textOf(socket);
          await pause(5);
          return { text, log, read: socket.bytesRead, written: socket.bytesWritten };
        },
      ),
  },
  {
    name: "half-open: one side ends and still hears the other",
    run: () =>
      withTcp(
        (socket) => {
          socket.on("end", () => setTimeout(() => socket.end("after your end"), 5));
          socket.resume();
        },
        async (port) => {
          const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
          socket.end("bye");
          return [await textOf(socket), socket.readyState];
        },
        { allowHalfOpen: true },
      ),
  },
  {
    name: "a reset reaches the other side, and a write after the end is refused",
    run: async () => {
      const reset = await withTcp(
        (socket) => {
          socket.once("data", () => socket.resetAndDestroy());
        },
        async (port) => {
          const socket = net.connect(port, "127.0.0.1");
          socket.write("x");
          const [error] = (await once(socket, "error")) as [Error];
          const [hadError] = (await once(socket, "close")) as [boolean];
          return [errorFacts(error), hadError];
        },
      );
      const late = await withTcp(
        (socket) => socket.resume(),
        async (port) => {
          const socket = net.connect(port, "127.0.0.1");
          await once(socket, "connect");
          socket.end();
          const told = once(socket, "error");
          socket.write("late");
          const [error] = (await told) as [Error];
          return errorFacts(error);
        },
      );
      return { reset, late };
    },
  },
  {
    name: "a paused socket keeps what comes, and setTimeout tells of silence",
    run: () =>
      withTcp(
        (socket) => socket.write("waiting"),
        async (port) => {
          const socket = net.connect(port, "127.0.0.1");
          socket.pause();
          await once(socket, "connect");
          await pause(30);
          const log = [`seen ${socket.bytesRead > 0 ? "some" : "none"}`];
          socket.setTimeout(80, () => log.push("silence"));
          const data = once(socket, "data");
          socket.resume();
          const [chunk] = (await data) as [Buffer];
          log.push(chunk.toString());
          await once(socket, "timeout");
          log.push(`destroyed ${socket.destroyed}`);
          socket.destroy();
          return log;
        },
      ),
  },
  {
    name: "a server pauses its sockets, counts them, and takes no more than it may",
    run: async () => {
      const server = net.createServer({ pauseOnConnect: true });
      server.maxConnections = 1;
      const log: string[] = [];
      const sockets: net.Socket[] = [];
      server.on("connection", (socket) => {
        log.push(`paused ${socket.isPaused()}`);
        sockets.push(socket);
      });
      server.on("drop", () => log.push("dropped"));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as net.AddressInfo;
      const first = net.connect(port, "127.0.0.1");
      await once(server, "connection");
      const second = net.connect(port, "127.0.0.1");
      second.on("error", () => {});
      await once(second.resume(), "close");
      const count = await new Promise((resolve) => {
        server.getConnections((_error, open) => resolve(open));
      });
      for (const socket of [first, ...sockets]) socket.destroy();
      server.close();
      await once(server, "close");
      return { log, count };
    },
  },
  {
    name: "a place that is taken, and options that are wrong",
    run: () =>
      withTcp(
        () => {},
        async (port) => {
          const second = net.createServer().listen(port, "127.0.0.1");
          const [error] = (await once(second, "error")) as [Error];
          return [
            errorFacts(error),
            await failure(() => net.connect(70_000)),
            await failure(() => net.createServer().listen(-1)),
            await failure(() => net.connect({ port: 1, host: 1 as unknown as string })),
            [net.isIP("127.0.0.1"), net.isIP("::1"), net.isIP("x"), net.isIPv6("::")],
          ];
        },
      ),
  },
  {
    name: "localhost has addresses, and an address needs no looking up",
    run: async () => [
      await dns.lookup("127.0.0.1"),
      await dns.lookup("localhost", { family: 4 }),
      await dns.lookup("::1"),
      await failure(() => dns.lookup("localhost", { family: 5 })),
    ],
  },
];
