import { type MutationType, mutationWeights } from "../../../kernel/agent/index.ts";
import { Dice } from "./dice.ts";

/**
 * How many mutations of each type one prompt gets, by weight. The sum is exact and no type is
 * further than one from its share; which of them gets the odd one is drawn for each prompt, so that
 * many prompts with few mutations see all types.
 */
export function shareTypes(
  count: number,
  types: readonly MutationType[],
  {
    weights,
    words,
  }: {
    readonly weights: ReadonlyMap<MutationType, number>;
    readonly words: readonly string[];
  },
): ReadonlyMap<MutationType, number> {
  const weighted = [...new Set(types)]
    .map((type) => ({ type, weight: Math.max(0, weights.get(type) ?? mutationWeights[type]) }))
    .filter(({ weight }) => weight > 0);
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<MutationType, number>();
  if (total === 0) return shares;
  // Marks at equal distances on a line that the types divide by weight; the first one is drawn.
  const offset = new Dice([...words, "share"]).number(1_000_000) / 1_000_000;
  let until = 0;
  let next = 0;
  for (const [index, { type, weight }] of weighted.entries()) {
    until += weight;
    // The last one takes what is left: sums of fractions need not end where they should.
    const isLast = index === weighted.length - 1;
    const marks = isLast ? count : Math.ceil((until * count) / total - offset);
    const share = Math.min(count, marks) - next;
    if (share > 0) shares.set(type, share);
    next += Math.max(0, share);
  }
  return shares;
}
