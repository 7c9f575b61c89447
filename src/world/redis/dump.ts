import type { Database, Value } from "./keyspace.ts";
import { utf8 } from "./reply-value.ts";
import { idText } from "./stream.ts";

/** What a database holds, as plain data; keys are sorted, so that two dumps can be compared. */
export function dumpDatabase(db: Database | undefined): Record<string, unknown> {
  const dumped: Record<string, unknown> = {};
  for (const key of db?.keys().toSorted() ?? []) {
    const value = db?.value(key);
    if (value !== undefined) dumped[utf8(key)] = plain(value);
  }
  return dumped;
}

// --- inside ---

function plain(value: Value): unknown {
  switch (value.kind) {
    case "string":
      return utf8(value.text);
    case "hash":
      return record([...value.fields].map(([field, text]) => [utf8(field), utf8(text)]));
    case "list":
      return value.items.map((item) => utf8(item));
    case "set":
      return [...value.members].map((member) => utf8(member)).toSorted();
    case "zset":
      return record(value.scored.all().map(({ member, score }) => [utf8(member), score]));
    case "stream":
      return value.stream.entries.map(({ id, fields }) => ({
        id: idText(id),
        fields: fields.map((field) => utf8(field)),
      }));
  }
}

/** Names may be any, `__proto__` too. */
function record(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}
