import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { ScannedTarget } from "../../kernel/result/scan.ts";
import type { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { fixturesHelp, objectHelp } from "../../subject/plans/paste-lines.ts";
import type { Refusal, Tally } from "../../kernel/judge/tally.ts";

/** Why a target was never called in any run, with the line of configuration that would help. */
export function neverMade(target: CallTarget, tally: Tally): ScannedTarget["blocked"] {
  const isCalled = target.calls.some(({ name }) => countOf(name, tally) > 0);
  const [most] = unmadeIn(tally);
  if (isCalled || most === undefined) return undefined;
  const call = target.calls.find(({ name }) => name === most.operation);
  return { why: whyOf(most), help: call === undefined ? objectLine(target) : fixtureLine(call) };
}

/** The same for a target of whose parameters one turned out to have no values at all. */
export function withoutValues(
  { module }: CallTarget,
  { what, note }: Pick<GauntletError, "what" | "note">,
): NonNullable<ScannedTarget["blocked"]> {
  const param = /`(?<param>[^`]+)` of/u.exec(what)?.groups?.["param"] ?? "name";
  const why = note === undefined ? what : `${what}: ${note}`;
  return { why, help: fixturesHelp(module, [{ param }]) };
}

/** The calls of a target of which none could be made, where others were. */
export function uncalledNotes(target: CallTarget, tally: Tally): readonly string[] {
  return target.calls.flatMap((call) => {
    const most = unmadeIn(tally).find(({ operation }) => operation === call.name);
    if (most === undefined || countOf(call.name, tally) > 0) return [];
    const given = lastLine(fixtureLine(call));
    const name = `${target.module}:${call.name}`;
    return [`${name} was never called: ${most.why}; its [[scan]] entry can give ${given}`];
  });
}

// --- inside ---

function countOf(operation: string, tally: Tally): number {
  return tally.operations.get(operation)?.count ?? 0;
}

/** What could not be made, the most frequent first. */
function unmadeIn({ refusals }: Tally): readonly Refusal[] {
  return [...refusals.values()]
    .filter(({ kind }) => kind === "unmade")
    .toSorted((a, b) => b.count - a.count);
}

function whyOf({ operation, why }: Refusal): string {
  return `no run got as far as a call: \`${operation}\` could not be made ready: ${why}`;
}

function lastLine(help: string): string {
  return help.slice(help.lastIndexOf("\n") + 1);
}

function objectLine({ module, name }: CallTarget): string {
  return objectHelp(module, name);
}

/** The parameter that is more than data is the one that can fail. */
function fixtureLine({ from, params }: CallPlan): string {
  const { name } = params.find(({ shape }) => shape.kind === "instance") ?? params[0] ?? {};
  return fixturesHelp(from.module, [{ param: name ?? "name" }]);
}
