import { scoreText } from "../numbers.ts";
import type { Reply } from "../reply.ts";
import { isList } from "../resp-write.ts";
import { jsonNull } from "./cjson.ts";
import { LuaTable, type LuaValue } from "./values.ts";

/** What a command answers, as a script sees it. */
export function toLua(reply: Reply): LuaValue {
  if (reply === null) return false;
  if (typeof reply === "bigint") return Number(reply);
  if (typeof reply === "string" || typeof reply === "number") return reply;
  if (isList(reply)) return LuaTable.of(reply.map((item) => toLua(item)));
  switch (reply.kind) {
    case "status":
      return single("ok", reply.text);
    case "error":
      return single("err", reply.text);
    case "double":
      return scoreText(reply.value);
    case "boolean":
      return reply.value ? 1 : false;
    case "verbatim":
      return reply.text;
    case "map":
    case "set":
    case "push":
      return toLua(reply.items);
    case "pairs":
      return toLua(reply.items.flat());
    case "keyed":
      return toLua(reply.items);
    case "no array":
    case "none":
      return false;
  }
}

/** What a script returns, as a client sees it. */
export function fromLua(value: LuaValue, depth = 0): Reply {
  if (depth > depthMax) return { kind: "error", text: "ERR reached lua stack limit" };
  if (typeof value === "string") return value;
  if (typeof value === "number") return Math.trunc(value) || 0;
  if (typeof value === "boolean") return value ? 1 : null;
  if (!(value instanceof LuaTable) || value === jsonNull) return null;
  const error = value.get("err");
  if (typeof error === "string") return { kind: "error", text: withoutDash(error) };
  const status = value.get("ok");
  if (typeof status === "string") {
    return { kind: "status", text: status.replaceAll(/[\r\n]/g, " ") };
  }
  const double = value.get("double");
  if (typeof double === "number") return { kind: "double", value: double };
  const items: Reply[] = [];
  for (let at = 1; value.get(at) !== undefined; at++) items.push(fromLua(value.get(at), depth + 1));
  return items;
}

/** A table with one field, as `redis.error_reply` makes them. */
export function single(name: string, text: string): LuaTable {
  const table = new LuaTable();
  table.set(name, text);
  return table;
}

// --- inside ---

const depthMax = 100;

function withoutDash(text: string): string {
  return text.startsWith("-") ? text.slice(1) : text;
}
