import type { RedisValue } from "../../kernel/services/redis-service.ts";
import { RedisError, type Reply } from "./reply.ts";
import { isList } from "./resp-write.ts";

/** An answer as plain data with texts of UTF-8; an error is thrown. */
export function readValue(reply: Reply): RedisValue {
  if (reply === null || typeof reply === "number") return reply;
  if (typeof reply === "string") return utf8(reply);
  if (typeof reply === "bigint") return Number(reply);
  if (isList(reply)) return reply.map((item) => readValue(item));
  switch (reply.kind) {
    case "error":
      throw new RedisError(utf8(reply.text));
    case "status":
    case "verbatim":
      return utf8(reply.text);
    case "double":
      return reply.value;
    case "boolean":
      return reply.value ? 1 : 0;
    case "map":
    case "set":
    case "push":
      return readValue(reply.items);
    case "pairs":
      return readValue(reply.items.flat());
    case "keyed":
      return readValue(reply.items);
    case "no array":
    case "none":
      return null;
  }
}

/** Bytes, one character each, as the text that they are. */
export function utf8(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}
