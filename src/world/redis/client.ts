import type { RedisClient, Transaction } from "./call.ts";

/** What a client does by its own means: a connection over a socket, a script at once. */
export type ClientLinks = Pick<RedisClient, "wait" | "unblock" | "send" | "close">;

/** A client that has said nothing yet. */
export function newClient(
  facts: Pick<RedisClient, "id" | "address" | "connectedAtMs" | "isAuthenticated"> & {
    readonly isScript?: boolean;
    readonly canWait?: boolean;
    readonly dbIndex?: number;
  },
  links: ClientLinks,
): RedisClient {
  return {
    name: "",
    protocol: 2,
    lastCommand: "NULL",
    transaction: undefined as Transaction | undefined,
    watched: new Map(),
    channels: new Set(),
    patterns: new Set(),
    shardChannels: new Set(),
    ...facts,
    dbIndex: facts.dbIndex ?? 0,
    canWait: facts.canWait ?? true,
    isScript: facts.isScript ?? false,
    ...links,
  };
}

/** For who gets its answers otherwise and never waits. */
export const silentLinks: ClientLinks = {
  wait: () => {},
  unblock: () => false,
  send: () => {},
  close: () => {},
};
