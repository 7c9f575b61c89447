/** Why a statement cannot be run for one connection of several, if it cannot. */
export function refusalOf(
  sql: string,
): { readonly what: string; readonly help: string } | undefined {
  return refusals.find(({ pattern }) => pattern.test(sql));
}

/** The channels that a connection listens to after a statement. */
export function channelsAfter(channels: ReadonlySet<string>, sql: string): ReadonlySet<string> {
  if (!/listen/iu.test(sql)) return channels;
  const after = new Set(channels);
  for (const [, , isEnd, quoted, plain] of sql.matchAll(listening)) {
    const channel = quoted ?? plain?.toLowerCase() ?? "";
    if (isEnd === undefined) after.add(channel);
    else if (channel === "*") after.clear();
    else after.delete(channel);
  }
  return after;
}

/** A statement that ends nobody's listening: the session listens for all connections. */
export function withoutUnlisten(sql: string): string {
  return sql.replaceAll(listening, (whole, before: string, isEnd: string | undefined) =>
    isEnd === undefined ? whole : `${before}UNLISTEN nobody`,
  );
}

// --- inside ---

/** The start of each statement that listens, or ends that. */
const listening = /(^\s*|;\s*)(un)?listen\s+(?:"([^"]+)"|(\*|[\w$]+))/giu;

const refusals = [
  {
    pattern: /\bpg_(?:try_)?advisory_(?:lock|unlock)/iu,
    what: "session-level advisory locks: every connection would hold them",
    help: "use `pg_advisory_xact_lock` in a transaction, or a row that is locked",
  },
  {
    pattern: /^\s*copy\b[\s\S]*\bfrom\s+stdin\b/iu,
    what: "`COPY ... FROM STDIN`",
    help: "insert the rows, or put them into the `schema` of `world.postgres`",
  },
  {
    pattern: /^\s*(?:discard\s+all|deallocate\s+all)\b/iu,
    what: "`DISCARD ALL` or `DEALLOCATE ALL`: the other connections would lose their statements",
    help: "leave it out; every run begins with a fresh database",
  },
] as const;
