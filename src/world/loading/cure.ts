import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { madeOutside } from "./idle-world.ts";
import type { Maker } from "./maker.ts";

/**
 * Throws where code that is not ours does something outside of a run that cannot be left undone
 * without its noticing: a file that it writes, a program whose output it waits for.
 */
export function refuseOutside(call: string): void {
  const refusal = refusalOutside(call);
  if (refusal !== undefined) throw refusal;
}

/** The same as a value; undefined where the call is Gauntlet's own or inside of a run. */
export function refusalOutside(call: string): GauntletError | undefined {
  const made = madeOutside();
  return made === undefined ? undefined : refusalOf(call, made.maker);
}

/** Why a call is refused, with the line of its maker and what to do. */
export function refusalOf(call: string, maker: Maker): GauntletError {
  const { packageName, place } = maker;
  const by = packageName === undefined ? "outside of any run" : `while \`${packageName}\` loads`;
  return new GauntletError({
    code: "W011",
    what: `\`${call}\` would act on the real machine ${by}`,
    where: place === "" ? undefined : place,
    note: "a package is loaded once, outside of every run, and nothing real happens there",
    help: cureFor(maker),
  });
}

/** What to do about a package that acts while it is loaded. */
export function cureFor({ packages }: Pick<Maker, "packages">): string {
  if (packages.length === 0) return "do it inside the run, such as in `setup`";
  const names = packages.map((name) => `"${name}"`).join(", ");
  return `load it, and what imports it, in each run: \`inline = [${names}]\` under \`[explorer]\``;
}
