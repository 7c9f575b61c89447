import type { Call, Command, Commands } from "../call.ts";
import { RedisError, type Reply, status } from "../reply.ts";
import { blockingCommands } from "./blocking.ts";
import { connectionCommands } from "./connection.ts";
import { hashCommands } from "./hashes.ts";
import { keyCommands } from "./keys.ts";
import { listCommands } from "./lists.ts";
import { pubSubCommands } from "./pub-sub.ts";
import { scanCommands } from "./scans.ts";
import { scriptingCommands } from "./scripting.ts";
import { serverCommands } from "./server-info.ts";
import { setCommands } from "./sets.ts";
import { sortedSetRangeCommands } from "./sorted-set-ranges.ts";
import { sortedSetCommands } from "./sorted-sets.ts";
import { streamClaimCommands } from "./stream-claims.ts";
import { streamGroupCommands } from "./stream-groups.ts";
import { streamCommands } from "./streams.ts";
import { stringCommands } from "./strings.ts";
import { transactionCommands } from "./transactions.ts";

/** Every command there is, by its name in small letters. */
export function commandNamed(name: string): Command | undefined {
  return all.get(name.toLowerCase());
}

// --- inside ---

const tables: readonly Commands[] = [
  { command: [-1, "", describe] },
  blockingCommands,
  connectionCommands,
  hashCommands,
  keyCommands,
  listCommands,
  pubSubCommands,
  scanCommands,
  scriptingCommands,
  serverCommands,
  setCommands,
  sortedSetCommands,
  sortedSetRangeCommands,
  streamCommands,
  streamClaimCommands,
  streamGroupCommands,
  stringCommands,
  transactionCommands,
];

const all: ReadonlyMap<string, Command> = new Map(tables.flatMap((table) => Object.entries(table)));

/** `COMMAND`: what there is, as far as clients ask for it. */
function describe(call: Call): Reply {
  switch (call.word(0)) {
    case "":
      return [...all].map(([name, command]) => facts(name, command));
    case "COUNT":
      return all.size;
    case "LIST":
      return [...all.keys()];
    case "INFO":
      return call.args.slice(1).map((asked) => {
        const command = commandNamed(asked);
        return command === undefined ? { kind: "no array" } : facts(asked.toLowerCase(), command);
      });
    case "DOCS":
      return { kind: "map", items: [] };
    default:
      throw new RedisError(`ERR unknown subcommand '${call.at(0)}'. Try COMMAND HELP.`);
  }
}

const words: Readonly<Record<string, string>> = {
  w: "write",
  r: "readonly",
  n: "noscript",
  b: "blocking",
  s: "pubsub",
  a: "no_auth",
};

const keyPlaces: readonly (readonly [string, readonly number[]])[] = [
  ["k", [1, 1, 1]],
  ["K", [1, -1, 1]],
  ["P", [1, 2, 1]],
  ["M", [1, -1, 2]],
];

function facts(name: string, [arity, flags]: Command): Reply {
  const named = flags.split("").flatMap((flag) => words[flag] ?? []);
  const places = keyPlaces.find(([flag]) => flags.includes(flag))?.[1] ?? [0, 0, 0];
  return [name, arity, named.map((flag) => status(flag)), ...places, [], [], [], []];
}
