import type { ModelContext } from "../../../kernel/agent/agent-event.ts";
import { eventTextMax } from "../../../kernel/agent/agent-journal.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import type { Question } from "./dialect.ts";

/**
 * What a question tells the model besides the conversation, as far as no earlier one of this agent
 * did: an agent sends all of it again with each question.
 */
export function newlyGiven(
  { system, said, tools }: Pick<Question, "system" | "said" | "tools">,
  { agent, seen }: { readonly agent: string; readonly seen: Set<string> },
): ModelContext | undefined {
  const isNew = (...parts: readonly unknown[]): boolean => {
    const key = sha256(JSON.stringify([agent, ...parts])).slice(0, 24);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const written = said
    .filter(({ role, text }) => role === "user" && text !== "" && isNew("said", text))
    .map(({ text }) => text.slice(0, seen.size > wholeMax ? shortTextMax : eventTextMax));
  const schemas = tools.filter(({ name, schema }) => isNew("schema", name, schema));
  const given: ModelContext = {
    ...(system !== "" && isNew("system", system) ? { system: system.slice(0, eventTextMax) } : {}),
    ...(written.length === 0 ? {} : { said: written }),
    ...(schemas.length === 0
      ? {}
      : { schemas: Object.fromEntries(schemas.map(({ name, schema }) => [name, schema])) }),
  };
  return Object.keys(given).length === 0 ? undefined : given;
}

// --- inside ---

/** An agent may ask thousands of times: after so many new things, of each only the beginning. */
const wholeMax = 100;
const shortTextMax = 200;
