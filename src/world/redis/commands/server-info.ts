import type { Call, Commands } from "../call.ts";
import { fitsGlob } from "../glob.ts";
import { ok, RedisError, type Reply } from "../reply.ts";

/** The version whose behaviour this is; replies are compared with it. */
export const redisVersion = "7.0.15";

/** Commands about the server itself. */
export const serverCommands: Commands = {
  time: [1, "r", ({ host }) => timeReply(host.nowUs())],
  info: [-1, "", (call) => ({ kind: "verbatim", text: infoText(call) })],
  config: [-2, "n", config],
  role: [1, "n", () => ["master", 0, []]],
  wait: [3, "n", () => 0],
};

// --- inside ---

function timeReply(nowUs: number): Reply {
  return [String(Math.floor(nowUs / 1_000_000)), String(Math.floor(nowUs % 1_000_000))];
}

function infoText(call: Call): string {
  const wanted = new Set(call.args.map((word) => word.toLowerCase()));
  const isAll = ["default", "all", "everything"].some((word) => wanted.has(word));
  const isShown = (name: string): boolean =>
    wanted.size === 0 || isAll || wanted.has(name.toLowerCase());
  return infoSections(call)
    .filter(([name]) => isShown(name))
    .map(([name, ...facts]) => [`# ${name}`, ...facts, ""].join("\r\n"))
    .join("\r\n");
}

function infoSections(call: Call): readonly (readonly [string, ...string[]])[] {
  const { host } = call;
  const bySpace = host.databases.flatMap((db, index) => {
    const keys = db.keys().length;
    return keys === 0 ? [] : [`db${index}:keys=${keys},expires=${db.expiriesCount},avg_ttl=0`];
  });
  return [
    [
      "Server",
      `redis_version:${redisVersion}`,
      "redis_mode:standalone",
      "os:Linux",
      "arch_bits:64",
      `tcp_port:${host.port}`,
      "uptime_in_seconds:1",
    ],
    ["Clients", `connected_clients:${host.clients.size}`, "blocked_clients:0"],
    ["Memory", "used_memory:1000000", "maxmemory:0", "maxmemory_policy:noeviction"],
    ["Persistence", "loading:0", "aof_enabled:0"],
    ["Replication", "role:master", "connected_slaves:0"],
    ["Cluster", "cluster_enabled:0"],
    ["Keyspace", ...bySpace],
  ];
}

function config(call: Call): Reply {
  const { settings } = call.host;
  switch (call.word(0)) {
    case "GET": {
      const patterns = call.args.slice(1).map((pattern) => pattern.toLowerCase());
      const found = [...settings].filter(([name]) =>
        patterns.some((pattern) => fitsGlob(pattern, name)),
      );
      return { kind: "map", items: found.flat() };
    }
    case "SET": {
      const name = call.at(1).toLowerCase();
      if (settings.get(name) === undefined) {
        throw new RedisError(
          `ERR Unknown option or number of arguments for CONFIG SET - '${call.at(1)}'`,
        );
      }
      // A setting that says something else than what is done would be a lie.
      if (settings.get(name) !== call.at(2)) call.host.tellUncovered(`CONFIG SET ${name}`);
      settings.set(name, call.at(2));
      return ok;
    }
    case "RESETSTAT":
      return ok;
    default:
      throw new RedisError(`ERR unknown subcommand '${call.at(0)}'. Try CONFIG HELP.`);
  }
}
