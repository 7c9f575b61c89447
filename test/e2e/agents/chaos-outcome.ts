import type { AgentChaos } from "../../../src/cli/adapters/agents/index.ts";

/** What became of an agent: what it said, and which calls were struck. */
export function outcomeOf(said: string, { strikes }: AgentChaos): string {
  const struck = strikes.map(({ target, ordinal }) => `${target} ${ordinal}`);
  // What a parser says differs between versions of Node.
  const plain = said.replace(/Expected ':'[^"\\]*/gu, "…");
  return `${plain} (struck: ${struck.join(", ") || "nothing"})`;
}

export function failureOf(thrown: unknown): string {
  return thrown instanceof Error ? `failed: ${thrown.message.split("\n")[0]}` : String(thrown);
}
