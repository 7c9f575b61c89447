import type { AgentReach } from "../../../config/agent/agent-config.ts";
import type { Mutation } from "./mutation.ts";

/**
 * Leaves out what only changes an HTTP request where an agent is sent none: it would be asked the
 * prompt itself, and score for it. A lockfile or a function of the user may hold such mutations.
 */
export function withoutWires(
  made: readonly Mutation[],
  { reach }: { readonly reach: Pick<AgentReach, "type"> },
  tell: (sentence: string) => void,
): readonly Mutation[] {
  if (reach.type === "http") return made;
  const left = made.filter(({ recipe }) => recipe.change.request === undefined);
  const count = made.length - left.length;
  if (count > 0) {
    const noun = count === 1 ? "mutation is" : "mutations are";
    const why = `an agent of type \`${reach.type}\` is sent no HTTP request to change`;
    tell(`${count} ${noun} left out: ${why}`);
  }
  return left;
}
