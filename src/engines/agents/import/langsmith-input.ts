import { isTable, type Table } from "../plain-table.ts";

/** What a user asked, and what was said before. */
export interface AskedInput {
  readonly input: string;
  readonly history: readonly string[];
}

/** Finds what the user asked in the inputs of a run, in all the usual shapes. */
export function askedInput(inputs: Table): AskedInput | undefined {
  const before = historyKeys.flatMap((key) => saidByUsers(inputs[key]));
  const found = askedIn(inputs, depthMax);
  if (found === undefined) return undefined;
  return { input: found.input, history: [...before, ...found.history] };
}

/** The text of a message or of anything that has one. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const texts = value.map(partText).filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join("");
  }
  if (!isTable(value)) return undefined;
  const inner = value["kwargs"] ?? value["data"];
  return textOf(value["content"] ?? (isTable(inner) ? inner["content"] : undefined));
}

// --- inside ---

const depthMax = 4;
const historyKeys = ["chat_history", "history", "conversation_history"];
const inputKeys = [
  "input",
  "question",
  "query",
  "prompt",
  "message",
  "text",
  "user_input",
  "human_input",
  "messages",
  "inputs",
  "kwargs",
  "state",
];

function askedIn(inputs: Table, depth: number): AskedInput | undefined {
  for (const key of inputKeys) {
    const found = askedOf(inputs[key], depth);
    if (found !== undefined) return found;
  }
  const texts = Object.entries(inputs).filter(([key]) => !historyKeys.includes(key));
  // A traced function has its parameter's own name.
  const [only] = texts;
  if (texts.length !== 1 || typeof only?.[1] !== "string") return undefined;
  return { input: only[1], history: [] };
}

function askedOf(value: unknown, depth: number): AskedInput | undefined {
  if (typeof value === "string") return { input: value, history: [] };
  if (depth === 0) return undefined;
  if (isTable(value)) {
    const text = isMessage(value) ? userText(value) : undefined;
    return text === undefined ? askedIn(value, depth - 1) : { input: text, history: [] };
  }
  const said = saidByUsers(value);
  const input = said.at(-1);
  return input === undefined ? undefined : { input, history: said.slice(0, -1) };
}

/** What users say in a list of messages; chat models are given lists of lists. */
function saidByUsers(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const items = value as readonly unknown[];
  const [first] = items;
  if (Array.isArray(first) && !isPair(first)) return items.flatMap(saidByUsers);
  return items.flatMap((item) => userText(item) ?? []);
}

function userText(item: unknown): string | undefined {
  if (typeof item === "string") return item;
  if (isPair(item)) return userRoles.has(item[0]) ? item[1] : undefined;
  return isTable(item) && userRoles.has(roleOf(item)) ? textOf(item) : undefined;
}

const userRoles: ReadonlySet<string> = new Set([
  "user",
  "human",
  "HumanMessage",
  "HumanMessageChunk",
]);

function isPair(item: unknown): item is readonly [string, string] {
  if (!Array.isArray(item) || item.length !== 2) return false;
  const [role, text] = item as readonly unknown[];
  return typeof role === "string" && typeof text === "string" && knownRoles.has(role);
}

const knownRoles: ReadonlySet<string> = new Set([
  ...userRoles,
  "ai",
  "assistant",
  "system",
  "developer",
  "tool",
]);

function isMessage(item: Table): boolean {
  return roleOf(item) !== "" && textOf(item) !== undefined;
}

/** The role of a message: as APIs write it, as LangChain does, or as a serialised class. */
function roleOf(item: Table): string {
  const { role, type, id, kwargs } = item;
  if (typeof role === "string") return role;
  const last: unknown = Array.isArray(id) ? id.at(-1) : undefined;
  if (typeof last === "string") return last;
  if (typeof type === "string" && type !== "constructor") return type;
  return isTable(kwargs) && typeof kwargs["type"] === "string" ? kwargs["type"] : "";
}

function partText(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  return isTable(part) && typeof part["text"] === "string" ? part["text"] : undefined;
}
