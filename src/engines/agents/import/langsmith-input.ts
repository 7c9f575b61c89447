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

/** All messages of the inputs in their order, whoever said them. */
export function messagesIn(inputs: Table): readonly unknown[] {
  const before = historyKeys.flatMap((key) => flatMessages(inputs[key]));
  return [...before, ...(askedIn(inputs, depthMax)?.messages ?? [])];
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

interface Found extends AskedInput {
  /** The messages among which it was found. */
  readonly messages: readonly unknown[];
}

function askedIn(inputs: Table, depth: number): Found | undefined {
  for (const key of inputKeys) {
    const found = askedOf(inputs[key], depth);
    if (found !== undefined) return found;
  }
  const texts = Object.entries(inputs).filter(([key]) => !historyKeys.includes(key));
  // A traced function has its parameter's own name.
  const [only] = texts;
  if (texts.length !== 1 || typeof only?.[1] !== "string") return undefined;
  return { input: only[1], history: [], messages: [] };
}

function askedOf(value: unknown, depth: number): Found | undefined {
  if (typeof value === "string") return { input: value, history: [], messages: [] };
  if (depth === 0) return undefined;
  if (isTable(value)) {
    const text = isMessage(value) ? userText(value) : undefined;
    if (text === undefined) return askedIn(value, depth - 1);
    return { input: text, history: [], messages: [] };
  }
  const messages = flatMessages(value);
  const said = messages.flatMap((item) => userText(item) ?? []);
  const input = said.at(-1);
  return input === undefined ? undefined : { input, history: said.slice(0, -1), messages };
}

function saidByUsers(value: unknown): readonly string[] {
  return flatMessages(value).flatMap((item) => userText(item) ?? []);
}

/** A list of messages; chat models are given lists of lists. */
function flatMessages(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return [];
  const items = value as readonly unknown[];
  const [first] = items;
  return Array.isArray(first) && !isPair(first) ? items.flatMap(flatMessages) : items;
}

/** What a user says in a message; nothing where someone else says it. */
export function userText(item: unknown): string | undefined {
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
export function roleOf(item: Table): string {
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
