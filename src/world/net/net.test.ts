import dns from "node:dns";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { serve } from "./serve.ts";

beforeAll(() => {
  seededWorld();
});

async function listening(listener: (socket: net.Socket) => void): Promise<[net.Server, number]> {
  const server = net.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, (server.address() as AddressInfo).port];
}

describe("sockets", () => {
  test("say what happens in the order that Node has", async () => {
    const program = async () => {
      const events: string[] = [];
      const watch = (who: string, socket: net.Socket) => {
        for (const name of ["connect", "ready", "end", "finish", "close"]) {
          socket.on(name, (had) =>
            events.push(`${who} ${name}${had === undefined ? "" : ` ${had}`}`),
          );
        }
        socket.on("data", (chunk) => events.push(`${who} data ${String(chunk)}`));
      };
      const [server, port] = await listening((socket) => {
        watch("server", socket);
        socket.once("data", () => socket.end("pong"));
      });
      const client = net.connect(port, "127.0.0.1");
      events.push(`connecting ${client.connecting} pending ${client.pending}`);
      watch("client", client);
      client.write("ping");
      await once(client, "close");
      events.push(`read ${client.bytesRead} written ${client.bytesWritten}`);
      server.close();
      await once(server, "close");
      return events.filter((event) => event.startsWith("client") || !event.startsWith("server"));
    };
    const simulated = await inWorld(program);
    expect(simulated).toEqual(await program());
    expect(simulated).toMatchInlineSnapshot(`
      [
        "connecting true pending true",
        "client connect",
        "client ready",
        "client data pong",
        "client end",
        "client finish",
        "client close false",
        "read 4 written 4",
      ]
    `);
  });

  test("tell their addresses", async () => {
    const seen = await inWorld(async () => {
      const [, port] = await listening((socket) => socket.end());
      const client = net.connect(port, "127.0.0.1");
      await once(client, "connect");
      return [client.address(), client.remoteAddress, client.remotePort, client.remoteFamily];
    });
    const local = { address: "127.0.0.1", family: "IPv4", port: 49_152 };
    expect(seen).toEqual([local, "127.0.0.1", 30_000, "IPv4"]);
  });

  test("hold up a writer whose reader is slow", async () => {
    const seen = await inWorld(async () => {
      let received = 0;
      const [, port] = await listening((socket) => {
        socket.pause();
        setTimeout(() => {
          socket.on("data", (chunk: Buffer) => (received += chunk.length)).resume();
        }, 1_000);
      });
      const client = net.connect(port, "127.0.0.1");
      let sent = 0;
      while (client.write(Buffer.alloc(16_384)) || sent < 1_000_000) {
        sent += 16_384;
        if (client.writableNeedDrain) {
          const drained = once(client, "drain").then(() => "drained");
          const late = new Promise((resolve) => setTimeout(resolve, 500, "late"));
          if ((await Promise.race([drained, late])) === "late") break;
        }
      }
      const before = received;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return [before, received >= sent, sent > 200_000 && sent < 400_000];
    });
    expect(seen).toEqual([0, true, true]);
  });

  test("a reset reaches the other end as ECONNRESET", async () => {
    const seen = await inWorld(async () => {
      const [, port] = await listening((socket) => socket.resetAndDestroy());
      const client = net.connect(port, "127.0.0.1");
      const [error] = (await once(client, "error")) as [object];
      return { ...error };
    });
    expect(seen).toEqual({ errno: -104, code: "ECONNRESET", syscall: "read" });
  });

  test("a place can be taken only once", async () => {
    const seen = await inWorld(async () => {
      const [, port] = await listening(() => {});
      const second = net.createServer().listen(port, "127.0.0.1");
      const [error] = (await once(second, "error")) as [{ message: string }];
      return [error.message, { ...error }];
    });
    expect(seen).toEqual([
      "listen EADDRINUSE: address already in use 127.0.0.1:30000",
      { errno: -98, code: "EADDRINUSE", syscall: "listen", address: "127.0.0.1", port: 30_000 },
    ]);
  });

  test("pipes have names", async () => {
    const seen = await inWorld(async () => {
      const server = net.createServer((socket) => socket.end("by path")).listen("/run/app.sock");
      await once(server, "listening");
      const [chunk] = (await once(net.connect("/run/app.sock"), "data")) as [Buffer];
      const missing = net.connect("/run/none.sock");
      const [error] = (await once(missing, "error")) as [Error];
      return [server.address(), chunk.toString(), error.message];
    });
    expect(seen).toEqual(["/run/app.sock", "by path", "connect ENOENT /run/none.sock"]);
  });

  test("are real outside of a run", async () => {
    const [server, port] = await listening((socket) => socket.end("real"));
    const client = net.connect(port, "127.0.0.1");
    const [chunk] = (await once(client, "data")) as [Buffer];
    await once(client, "close");
    server.close();
    await once(server, "close");
    expect([chunk.toString(), port === 30_000]).toEqual(["real", false]);
  });
});

describe("names", () => {
  test("are those that are mounted, and localhost", async () => {
    const seen = await inWorld(async (world) => {
      serve(world, "https://rates.example", () => new Response());
      return [
        await dns.promises.lookup("rates.example"),
        await dns.promises.lookup("localhost", { all: true }),
        await dns.promises.resolve4("rates.example"),
        await new dns.promises.Resolver().resolve("rates.example"),
        await dns.promises.reverse("10.1.0.2"),
        await thrownBy(() => dns.promises.lookup("nobody.example")),
        await thrownBy(() => dns.promises.resolveMx("rates.example")),
        await thrownBy(() => dns.promises.resolve6("nobody.example")),
      ];
    });
    expect(seen).toMatchObject([
      { address: "10.1.0.2", family: 4 },
      [{ address: "127.0.0.1", family: 4 }],
      ["10.1.0.2"],
      ["10.1.0.2"],
      ["rates.example"],
      { message: "getaddrinfo ENOTFOUND nobody.example" },
      { message: "queryMx ENODATA rates.example" },
      { message: "queryAaaa ENOTFOUND nobody.example" },
    ]);
  });
});
