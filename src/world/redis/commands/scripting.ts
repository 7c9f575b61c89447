import type { Call, Commands } from "../call.ts";
import { compiled, digestOf, runScript } from "../lua/run-script.ts";
import { wholeNumber } from "../numbers.ts";
import { ok, RedisError, type Reply } from "../reply.ts";

/** Commands of scripts. */
export const scriptingCommands: Commands = {
  eval: [-3, "n", evaluate],
  evalsha: [-3, "n", evaluateKnown],
  script: [-2, "n", script],
};

// --- inside ---

function evaluate(call: Call): Reply {
  const keysCount = keysCountOf(call);
  const source = call.at(0);
  const digest = digestOf(source);
  compiled(source, digest);
  call.host.scripts.set(digest, source);
  return run(call, { source, digest, keysCount });
}

function evaluateKnown(call: Call): Reply {
  const keysCount = keysCountOf(call);
  const digest = call.at(0).toLowerCase();
  const source = call.host.scripts.get(digest);
  if (source === undefined) {
    throw new RedisError("NOSCRIPT No matching script. Please use EVAL.");
  }
  return run(call, { source, digest, keysCount });
}

function keysCountOf(call: Call): number {
  const count = wholeNumber(call.at(1));
  if (count > call.args.length - 2) {
    throw new RedisError("ERR Number of keys can't be greater than number of args");
  }
  if (count < 0) throw new RedisError("ERR Number of keys can't be negative");
  return count;
}

function run(
  call: Call,
  { source, digest, keysCount }: { source: string; digest: string; keysCount: number },
): Reply {
  const keys = call.args.slice(2, 2 + keysCount);
  const args = call.args.slice(2 + keysCount);
  return runScript({ host: call.host, caller: call.client, source, digest, keys, args });
}

function script(call: Call): Reply {
  const { scripts } = call.host;
  switch (call.word(0)) {
    case "LOAD": {
      const digest = digestOf(call.at(1));
      compiled(call.at(1), digest);
      scripts.set(digest, call.at(1));
      return digest;
    }
    case "EXISTS":
      return call.args.slice(1).map((digest) => (scripts.has(digest.toLowerCase()) ? 1 : 0));
    case "FLUSH":
      scripts.clear();
      return ok;
    case "KILL":
      throw new RedisError("NOTBUSY No scripts in execution right now.");
    default:
      throw new RedisError(`ERR unknown subcommand '${call.at(0)}'. Try SCRIPT HELP.`);
  }
}
