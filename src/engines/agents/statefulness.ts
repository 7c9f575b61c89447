import type { Conversation } from "../../kernel/agent/index.ts";

/**
 * Says whether an agent remembers: asked the same again, it asks its model something else. Answers
 * are no sign of that, because a model may answer the same question in other words each time.
 */
export function remembers(repeated: readonly Conversation[]): boolean {
  const firsts = repeated.map(({ events }) => {
    const call = events.find(({ kind }) => kind === "model-call");
    return call?.kind === "model-call" ? call.question : undefined;
  });
  return new Set(firsts.filter((question) => question !== undefined)).size > 1;
}
