import type { Call, Commands, RedisClient, RedisHost } from "../call.ts";
import { fitsGlob } from "../glob.ts";
import { none, RedisError, type Reply } from "../reply.ts";

/** Commands of channels. */
export const pubSubCommands: Commands = {
  subscribe: [-2, "ns", (call) => subscribe(call, "channels")],
  psubscribe: [-2, "ns", (call) => subscribe(call, "patterns")],
  ssubscribe: [-2, "ns", (call) => subscribe(call, "shardChannels")],
  unsubscribe: [-1, "ns", (call) => unsubscribe(call, "channels")],
  punsubscribe: [-1, "ns", (call) => unsubscribe(call, "patterns")],
  sunsubscribe: [-1, "ns", (call) => unsubscribe(call, "shardChannels")],
  publish: [3, "", (call) => publish(call.host, call.at(0), call.at(1))],
  spublish: [3, "", publishInShard],
  pubsub: [-2, "", ask],
};

/** How many channels and patterns a client listens to. */
export function subscriptionsOf({ channels, patterns, shardChannels }: RedisClient): number {
  return channels.size + patterns.size + shardChannels.size;
}

/** Sends a message to all who listen; how many did. */
export function publish(host: RedisHost, channel: string, message: string): number {
  let heard = 0;
  for (const client of host.clients.values()) {
    if (client.channels.has(channel)) {
      client.send({ kind: "push", items: ["message", channel, message] });
      heard += 1;
    }
  }
  for (const client of host.clients.values()) {
    for (const pattern of client.patterns) {
      if (!fitsGlob(pattern, channel)) continue;
      client.send({ kind: "push", items: ["pmessage", pattern, channel, message] });
      heard += 1;
    }
  }
  return heard;
}

// --- inside ---

type Listening = "channels" | "patterns" | "shardChannels";

const prefixes = { channels: "", patterns: "p", shardChannels: "s" } as const;

function countOf(client: RedisClient, what: Listening): number {
  if (what === "shardChannels") return client.shardChannels.size;
  return client.channels.size + client.patterns.size;
}

function subscribe(call: Call, what: Listening): Reply {
  const { client } = call;
  if (!client.canWait && client.protocol === 2) {
    throw new RedisError(`ERR ${call.name} isn't allowed in a transaction or script`);
  }
  for (const name of call.args) {
    client[what].add(name);
    const items = [`${prefixes[what]}subscribe`, name, countOf(client, what)];
    client.send({ kind: "push", items });
  }
  return none;
}

function unsubscribe(call: Call, what: Listening): Reply {
  const { client } = call;
  const word = `${prefixes[what]}unsubscribe`;
  const names = call.args.length > 0 ? call.args : [...client[what]];
  for (const name of names) {
    client[what].delete(name);
    client.send({ kind: "push", items: [word, name, countOf(client, what)] });
  }
  if (names.length === 0) {
    client.send({ kind: "push", items: [word, null, countOf(client, what)] });
  }
  return none;
}

function publishInShard(call: Call): Reply {
  const listeners = [...call.host.clients.values()].filter((client) =>
    client.shardChannels.has(call.at(0)),
  );
  for (const client of listeners) {
    client.send({ kind: "push", items: ["smessage", call.at(0), call.at(1)] });
  }
  return listeners.length;
}

function ask(call: Call): Reply {
  const clients = [...call.host.clients.values()];
  const word = call.word(0);
  if (word === "NUMPAT") return new Set(clients.flatMap(({ patterns }) => [...patterns])).size;
  const what = word.startsWith("SHARD") ? "shardChannels" : "channels";
  if (word === "CHANNELS" || word === "SHARDCHANNELS") {
    const names = [...new Set(clients.flatMap((client) => [...client[what]]))];
    const pattern = call.args[1];
    return pattern === undefined ? names : names.filter((name) => fitsGlob(pattern, name));
  }
  if (word === "NUMSUB" || word === "SHARDNUMSUB") {
    const count = (name: string): number =>
      clients.filter((client) => client[what].has(name)).length;
    return call.args.slice(1).flatMap((name) => [name, count(name)]);
  }
  throw new RedisError(`ERR unknown subcommand '${call.at(0)}'. Try PUBSUB HELP.`);
}
