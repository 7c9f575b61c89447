import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type MutationType, wireMutations } from "../../../src/kernel/agent/index.ts";
import { Dice } from "../../../src/engines/agents/mutations/dice.ts";
import { mutators } from "../../../src/engines/agents/mutations/mutators.ts";
import { openAgent } from "../../../src/subject/agents/index.ts";
import { agentConfig, how, noWires } from "./agent-config.ts";

// What a server really receives of every mutation that leaves the prompt as it is.

test.each(["POST", "GET", "PUT"])(
  "every variant of every type on the wire changes what a server of %s receives",
  async (method) => {
    const server = await CountingServer.open();
    const variants = [...wireMutations].flatMap((type) =>
      changesOf(type, method).map((change) => ({ key: `${type}.${change.name}`, ...change })),
    );
    // A server that is busy reads several pieces as one, so they are sent when all else is done.
    const [inPieces, others] = [
      variants.filter(({ request }) => request.pieces !== undefined),
      variants.filter(({ request }) => request.pieces === undefined),
    ];
    const asked = [{ key: "plain", request: undefined }, ...others];
    await Promise.all(asked.map(({ key, request }) => server.ask(key, method, request)));
    for (const { key, request } of inPieces) await server.ask(key, method, request);
    const plain = server.seen("plain");
    expect(plain).toMatchObject({ requests: 1 });
    const same = variants
      .map(({ key }) => key)
      .filter((key) => JSON.stringify(server.seen(key)) === JSON.stringify(plain));
    expect(variants.length).toBeGreaterThan(55);
    expect(same).toEqual([]);
  },
);

test("types on the wire leave the prompt as it is, and the others the request", () => {
  for (const [type, { variants }] of Object.entries(mutators)) {
    const isOnWire = wireMutations.has(type as MutationType);
    for (const { name, change } of variants) {
      const made = change(given("POST", name));
      if (made === undefined) continue;
      expect([
        type,
        name,
        made.request !== undefined,
        isOnWire && made.edits !== undefined,
      ]).toEqual([type, name, isOnWire, false]);
    }
  }
});

// --- inside ---

function changesOf(type: MutationType, method: string) {
  return mutators[type].variants.flatMap(({ name, change }) => {
    const request = change(given(method, name))?.request;
    return request === undefined ? [] : [{ name, request }];
  });
}

function given(method: string, name: string) {
  const words = ["1", name];
  const prompt = "Where is order A-1042 of 3 May? Please tell Maria.";
  return { prompt, words, index: 0, canary: "CNRY-1", tools: [], method, dice: new Dice(words) };
}

interface Seen {
  requests: number;
  pieces: number;
  heads: string[];
  bytes: number;
  body: string;
}

/** Notes what arrives at each of its paths; a first request that is abandoned is not answered. */
class CountingServer {
  readonly #seen = new Map<string, Seen>();
  #port = 0;

  static async open(): Promise<CountingServer> {
    const own = new CountingServer();
    const server = createServer((request, response) => {
      void own.#note(request).then((isAnswered) => {
        if (isAnswered) response.end('{"output":"fine"}');
      });
    });
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    own.#port = (server.address() as AddressInfo).port;
    return own;
  }

  seen(key: string): Seen | undefined {
    return this.#seen.get(key);
  }

  async ask(key: string, method: string, request: object | undefined): Promise<void> {
    const endpoint = `http://127.0.0.1:${this.#port}/${key}`;
    const reach = { type: "http", endpoint, method } as const;
    const agent = await openAgent(agentConfig(reach), noWires);
    await agent.ask({ prompt: "hello", request }, how());
  }

  async #note(request: IncomingMessage): Promise<boolean> {
    const { pathname, search } = new URL(request.url ?? "", "http://local");
    const key = pathname.slice(1);
    const seen = this.#seen.get(key) ?? { requests: 0, pieces: 0, heads: [], bytes: 0, body: "" };
    this.#seen.set(key, seen);
    seen.requests += 1;
    const isFirst = seen.requests === 1;
    seen.heads.push(`${request.method} ${search} ${request.rawHeaders.join("|")}`);
    request.on("error", () => {}); // a client that went away
    request.on("data", (chunk: Buffer) => {
      seen.pieces += 1;
      seen.bytes += chunk.length;
      if (seen.bytes < 1_000) seen.body += chunk.toString();
    });
    await Promise.race([once(request, "end"), once(request, "close")]);
    return !(isFirst && key.includes(".abandoned"));
  }
}
