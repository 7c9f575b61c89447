import { type Call, type Commands, uncovered } from "../call.ts";
import { wholeNumber } from "../numbers.ts";
import { ok, RedisError, refused, type Reply, status } from "../reply.ts";
import { redisVersion } from "./server-info.ts";
import { subscriptionsOf } from "./pub-sub.ts";

/** Commands of one connection. */
export const connectionCommands: Commands = {
  ping: [-1, "s", ping],
  echo: [2, "", (call) => call.at(0)],
  select: [2, "", select],
  auth: [-2, "na", authenticate],
  hello: [-1, "na", hello],
  quit: [-1, "nas", quit],
  reset: [1, "nas", reset],
  client: [-2, "n", client],
};

// --- inside ---

function refuse(because: string): never {
  throw new RedisError(`ERR ${because}`);
}

function ping(call: Call): Reply {
  if (call.args.length > 1) refuse("wrong number of arguments for 'ping' command");
  const isListening = call.client.protocol === 2 && subscriptionsOf(call.client) > 0;
  if (isListening) return ["pong", call.args[0] ?? ""];
  return call.args[0] ?? status("PONG");
}

function select(call: Call): Reply {
  const index = wholeNumber(call.at(0));
  if (call.host.databases[index] === undefined) refuse("DB index is out of range");
  call.client.dbIndex = index;
  return ok;
}

function authenticate(call: Call): Reply {
  if (call.args.length > 2) throw refused.syntax();
  if (call.args.length === 1 && call.host.password === undefined) {
    refuse(
      "AUTH <password> called without any password configured for the default user. " +
        "Are you sure your configuration is correct?",
    );
  }
  const [first = "", second] = call.args;
  const user = second === undefined ? "default" : first;
  demandPassword(call, user, second ?? first);
  return ok;
}

function demandPassword(call: Call, user: string, password: string): void {
  const { password: wanted } = call.host;
  if (user !== "default" || (wanted !== undefined && wanted !== password)) {
    throw new RedisError("WRONGPASS invalid username-password pair or user is disabled.");
  }
  call.client.isAuthenticated = true;
}

function hello(call: Call): Reply {
  const { client: own } = call;
  const [version] = call.args;
  if (version !== undefined && !/^-?\d+$/.test(version)) {
    refuse("Protocol version is not an integer or out of range");
  }
  if (version !== undefined && version !== "2" && version !== "3") {
    throw new RedisError("NOPROTO unsupported protocol version");
  }
  for (let index = 1; index < call.args.length; index++) {
    if (call.word(index) === "AUTH") {
      demandPassword(call, call.at(index + 1), call.at(index + 2));
      index += 2;
    } else if (call.word(index) === "SETNAME") {
      index += 1;
      own.name = call.at(index);
    } else refuse(`Syntax error in HELLO option '${call.at(index)}'`);
  }
  if (!own.isAuthenticated) {
    throw new RedisError(
      "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO " +
        "<proto> AUTH <user> <pass> option can be used to authenticate the client and select the " +
        "RESP protocol version at the same time",
    );
  }
  if (version !== undefined) own.protocol = version === "3" ? 3 : 2;
  const items: Reply[] = ["server", "redis", "version", redisVersion, "proto", own.protocol];
  items.push("id", own.id, "mode", "standalone", "role", "master", "modules", []);
  return { kind: "map", items };
}

function quit(call: Call): Reply {
  call.client.send(ok);
  call.client.close();
  return { kind: "none" };
}

function reset({ client: own, host }: Call): Reply {
  own.transaction = undefined;
  own.watched.clear();
  for (const set of [own.channels, own.patterns, own.shardChannels]) set.clear();
  own.dbIndex = 0;
  own.protocol = 2;
  own.name = "";
  own.isAuthenticated = host.password === undefined;
  return status("RESET");
}

function client(call: Call): Reply {
  const own = call.client;
  switch (call.word(0)) {
    case "ID":
      return own.id;
    case "GETNAME":
      return own.name === "" ? null : own.name;
    case "SETNAME":
      if (!/^[!-~]*$/.test(call.at(1))) {
        refuse("Client names cannot contain spaces, newlines or special characters.");
      }
      own.name = call.at(1);
      return ok;
    case "LIST":
      return {
        kind: "verbatim",
        text: [...call.host.clients.values()].map((other) => line(call, other)).join(""),
      };
    case "INFO":
      return { kind: "verbatim", text: line(call, own) };
    case "UNBLOCK":
      return unblock(call);
    case "KILL":
      return kill(call);
    case "NO-EVICT":
    case "NO-TOUCH":
      return ok;
    case "REPLY":
    case "PAUSE":
    case "UNPAUSE":
    case "TRACKING":
    case "CACHING":
      throw uncovered(call, `CLIENT ${call.word(0)}`);
    default:
      return refuse(`unknown subcommand '${call.at(0)}'. Try CLIENT HELP.`);
  }
}

function line(call: Call, other: Call["client"]): string {
  const age = Math.floor((call.host.nowMs() - other.connectedAtMs) / 1_000);
  const queued = other.transaction === undefined ? -1 : other.transaction.queue.length;
  const facts = [
    `id=${other.id} addr=${other.address} laddr=127.0.0.1:${call.host.port} fd=8`,
    `name=${other.name} age=${age} idle=0 flags=N db=${other.dbIndex}`,
    `sub=${other.channels.size} psub=${other.patterns.size} ssub=${other.shardChannels.size}`,
    `multi=${queued} cmd=${other.lastCommand} user=default redir=-1 resp=${other.protocol}`,
  ];
  return `${facts.join(" ")}\n`;
}

function unblock(call: Call): Reply {
  const other = call.host.clients.get(wholeNumber(call.at(1)));
  const isError = call.word(2) === "ERROR";
  const text = "UNBLOCKED client unblocked via CLIENT UNBLOCK";
  return other?.unblock(isError ? { kind: "error", text } : { kind: "no array" }) === true ? 1 : 0;
}

function kill(call: Call): Reply {
  const isOld = call.args.length === 2;
  const wanted = call.at(isOld ? 1 : 2);
  const by = isOld ? "ADDR" : call.word(1);
  if (by !== "ADDR" && by !== "ID") throw uncovered(call, `CLIENT KILL ${by}`);
  const found = [...call.host.clients.values()].filter((other) =>
    by === "ID" ? String(other.id) === wanted : other.address === wanted,
  );
  for (const other of found) other.close();
  if (isOld) return found.length > 0 ? ok : refuse("No such client");
  return found.length;
}
