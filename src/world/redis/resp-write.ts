import { scoreText } from "./numbers.ts";
import type { Reply, SpecialReply } from "./reply.ts";

/** An answer in the bytes of RESP2 or RESP3. */
export function respText(reply: Reply, protocol: 2 | 3): string {
  if (typeof reply === "string") return `$${reply.length}\r\n${reply}\r\n`;
  if (typeof reply === "number" || typeof reply === "bigint") return `:${reply}\r\n`;
  if (reply === null) return protocol === 2 ? "$-1\r\n" : "_\r\n";
  if (isList(reply)) return listText("*", reply, protocol);
  return specialText(reply, protocol);
}

/** Whether an answer is an array. */
export function isList(reply: Reply): reply is readonly Reply[] {
  return Array.isArray(reply);
}

// --- inside ---

function specialText(reply: SpecialReply, protocol: 2 | 3): string {
  const isOld = protocol === 2;
  switch (reply.kind) {
    case "status":
      return `+${reply.text}\r\n`;
    case "error":
      return `-${reply.text.replaceAll(/[\r\n]/g, " ")}\r\n`;
    case "double":
      return isOld ? respText(scoreText(reply.value), 2) : `,${scoreText(reply.value)}\r\n`;
    case "boolean":
      return isOld ? respText(reply.value ? 1 : null, 2) : `#${reply.value ? "t" : "f"}\r\n`;
    case "verbatim":
      return isOld ? respText(reply.text, 2) : `=${reply.text.length + 4}\r\ntxt:${reply.text}\r\n`;
    case "map":
      if (isOld) return listText("*", reply.items, 2);
      return `%${reply.items.length / 2}\r\n${joined(reply.items, 3)}`;
    case "set":
      return listText(isOld ? "*" : "~", reply.items, protocol);
    case "push":
      return listText(isOld ? "*" : ">", reply.items, protocol);
    case "pairs":
      return respText(isOld ? reply.items.flat() : reply.items, protocol);
    case "keyed":
      if (isOld) return respText(reply.items, 2);
      return `%${reply.items.length}\r\n${joined(reply.items.flat(), 3)}`;
    case "no array":
      return isOld ? "*-1\r\n" : "_\r\n";
    case "none":
      return "";
  }
}

function listText(mark: string, items: readonly Reply[], protocol: 2 | 3): string {
  return `${mark}${items.length}\r\n${joined(items, protocol)}`;
}

function joined(items: readonly Reply[], protocol: 2 | 3): string {
  let text = "";
  for (const item of items) text += respText(item, protocol);
  return text;
}
