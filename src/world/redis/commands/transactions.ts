import type { Call, Commands, RedisClient, RedisHost } from "../call.ts";
import { noArray, ok, RedisError, type Reply } from "../reply.ts";

/** `MULTI`, `EXEC` and what belongs to them; what lies between is queued by the server. */
export const transactionCommands: Commands = {
  multi: [1, "n", begin],
  exec: [1, "n", execute],
  discard: [1, "n", discard],
  watch: [-2, "nK", watch],
  unwatch: [1, "n", (call) => (call.client.watched.clear(), ok)],
};

// --- inside ---

function begin({ client }: Call): Reply {
  if (client.transaction !== undefined) throw new RedisError("ERR MULTI calls can not be nested");
  client.transaction = { queue: [], isSpoiled: false };
  return ok;
}

function execute({ host, client }: Call): Reply {
  const { transaction } = client;
  if (transaction === undefined) throw new RedisError("ERR EXEC without MULTI");
  client.transaction = undefined;
  const isChanged = hasChanged(host, client);
  client.watched.clear();
  if (transaction.isSpoiled) {
    throw new RedisError("EXECABORT Transaction discarded because of previous errors.");
  }
  if (isChanged) return noArray;
  const couldWait = client.canWait;
  client.canWait = false;
  try {
    return transaction.queue.map((words) => host.execute(client, words));
  } finally {
    client.canWait = couldWait;
  }
}

/** Whether a watched key was changed, by whomever; what has expired meanwhile counts. */
function hasChanged(host: RedisHost, client: RedisClient): boolean {
  return [...client.watched.values()].some(({ dbIndex, key, version }) => {
    const db = host.databases[dbIndex];
    db?.value(key);
    return db?.version(key) !== version;
  });
}

function discard({ client }: Call): Reply {
  if (client.transaction === undefined) throw new RedisError("ERR DISCARD without MULTI");
  client.transaction = undefined;
  client.watched.clear();
  return ok;
}

function watch(call: Call): Reply {
  const { client, db } = call;
  if (client.transaction !== undefined) {
    throw new RedisError("ERR WATCH inside MULTI is not allowed");
  }
  for (const key of call.args) {
    const place = `${client.dbIndex} ${key}`;
    if (client.watched.has(place)) continue;
    db.value(key);
    client.watched.set(place, { dbIndex: client.dbIndex, key, version: db.version(key) });
  }
  return ok;
}
