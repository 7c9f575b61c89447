import { createServer } from "node:net";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type {
  RedisOptions,
  RedisService,
  RedisValue,
} from "../../kernel/services/redis-service.ts";
import { listenAt } from "../net/listen.ts";
import { networkPart } from "../net/network.ts";
import type { SimWorld } from "../sim-world.ts";
import type { RedisClient } from "./call.ts";
import { newClient, silentLinks } from "./client.ts";
import { dumpDatabase } from "./dump.ts";
import { connectClient } from "./redis-connection.ts";
import { RedisServer } from "./redis-server.ts";
import { readValue } from "./reply-value.ts";

/** Lets a Redis answer in this run: empty, at a place of the network, in virtual time. */
export function redis(world: SimWorld, options: RedisOptions = {}): RedisService {
  const { host = "localhost", port = 6379, password, tls = false } = options;
  if (typeof host !== "string" || host === "" || !isPort(port)) throw placeError(host, port);
  const network = world.part(networkPart);
  const place = { address: network.addHost(host), port, isTls: tls };
  if (network.find(place.address, port) !== undefined) throw placeError(host, port, "taken");
  const server = new RedisServer(world, {
    port,
    password,
    tellUncovered: (what) => world.onRefused(uncovered(what)),
  });
  const listener = createServer((socket) => connectClient(server, socket));
  listenAt(world, listener, place);
  const own = testClient(server);
  const shown = host.includes(":") ? `[${host}]` : host;
  return {
    host,
    port,
    url: `${tls ? "rediss" : "redis"}://${shown}:${port}`,
    command: (name, ...args) => commandOf(server, own, [name, ...args]),
    dump: () => dumpDatabase(server.databases[0]),
  };
}

// --- inside ---

function isPort(port: unknown): boolean {
  return typeof port === "number" && Number.isInteger(port) && port > 0 && port < 65_536;
}

/** The test itself: it needs no password and waits for nothing. */
function testClient(server: RedisServer): RedisClient {
  const facts = { id: 2, address: "", connectedAtMs: server.nowMs(), isAuthenticated: true };
  return newClient({ ...facts, canWait: false }, silentLinks);
}

function commandOf(
  server: RedisServer,
  client: RedisClient,
  words: readonly (string | number)[],
): RedisValue {
  const texts = words.map((word) => Buffer.from(String(word)).toString("latin1"));
  return readValue(server.take(client, texts));
}

function placeError(host: unknown, port: unknown, why?: "taken"): GauntletError {
  const because =
    why === "taken" ? "something is mounted there already" : "it is neither a name nor a port";
  return new GauntletError({
    code: "redis-place",
    what: `\`world.redis\` cannot be mounted at \`${String(host)}:${String(port)}\`: ${because}`,
    help: 'give each its own place, as in world.redis({ host: "cache.example", port: 6379 })',
  });
}

/** Redis would have done something that is not done here: nobody can judge such a run. */
function uncovered(what: string): GauntletError {
  return new GauntletError({
    code: "redis-uncovered",
    what: `the simulated Redis does not know ${what}`,
    note: "the run relied on it, so nothing is known of it",
    help: "see docs/reference/world.md for the commands that are there",
  });
}
