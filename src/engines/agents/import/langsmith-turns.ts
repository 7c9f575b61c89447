import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { isTable, type Table } from "../plain-table.ts";
import type { ToolResponse } from "../sessions/session.ts";
import { roleOf, textOf, userText } from "./langsmith-input.ts";

/** What tools answered in the turns before the last one, where the messages tell of it. */
export function earlierResponses(
  messages: readonly unknown[],
  { lastTurn, mask }: { readonly lastTurn: number; readonly mask: SecretMask },
): readonly ToolResponse[] {
  const called = new Map<string, string>();
  const responses: ToolResponse[] = [];
  let turn = 0;
  for (const message of messages) {
    if (userText(message) !== undefined) turn += 1;
    if (!isTable(message)) continue;
    for (const [id, name] of callsOf(message)) called.set(id, name);
    const tool = toolOf(message, called);
    if (turn === 0 || turn >= lastTurn || tool === undefined) continue;
    const response = mask.whole(textOf(message) ?? "");
    responses.push({ tool, response, status: statusOf(message), latencyMs: 0, turn });
  }
  return responses;
}

// --- inside ---

const toolRoles: ReadonlySet<string> = new Set(["tool", "function", "ToolMessage"]);

/** A field as APIs write it, or inside of a class that was serialised. */
function fieldOf(message: Table, field: string): unknown {
  const { kwargs, data } = message;
  const inner = isTable(kwargs) ? kwargs : isTable(data) ? data : {};
  return message[field] ?? inner[field];
}

function toolOf(message: Table, called: ReadonlyMap<string, string>): string | undefined {
  if (!toolRoles.has(roleOf(message))) return undefined;
  const name = fieldOf(message, "name");
  if (typeof name === "string" && name !== "") return name;
  const id = fieldOf(message, "tool_call_id");
  return typeof id === "string" ? called.get(id) : undefined;
}

function statusOf(message: Table): number {
  return fieldOf(message, "status") === "error" ? 500 : 200;
}

/** The calls that a model asks for, by their id, as LangChain and as OpenAI write them. */
function callsOf(message: Table): readonly (readonly [id: string, name: string])[] {
  const extra = fieldOf(message, "additional_kwargs");
  const calls = fieldOf(message, "tool_calls") ?? (isTable(extra) ? extra["tool_calls"] : []);
  if (!Array.isArray(calls)) return [];
  return (calls as readonly unknown[]).flatMap((call) => {
    if (!isTable(call)) return [];
    const { id, name, function: asked } = call;
    const named = name ?? (isTable(asked) ? asked["name"] : undefined);
    return typeof id === "string" && typeof named === "string" ? [[id, named] as const] : [];
  });
}
