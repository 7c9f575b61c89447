import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { EntryOptions } from "../../campaign/entries/entry-text.ts";
import { type ByFunction, namesFor, type ScanConfig } from "../../config/index.ts";
import { lawsNamed } from "../../subject/laws/index.ts";

/** A property as a configuration names it: whose it is, and its name without that. */
interface NamedProperty {
  readonly call: string;
  readonly name: string;
}

/** Whether the author has confirmed that what a finding breaks is meant to hold. */
export function isConfirmedBy(
  { identity }: Finding,
  target: CallTarget,
  confirmed: ByFunction,
): boolean {
  const named = namedProperty(identity.property, target);
  return named !== undefined && namesFor(confirmed, named.call).includes(named.name);
}

/** The line of the configuration that confirms it; undefined where there is nothing to confirm. */
export function confirmingLine(
  { identity, kind }: Finding,
  target: CallTarget,
): string | undefined {
  if (kind !== "property") return undefined;
  const named = namedProperty(identity.property, target);
  if (named === undefined) return undefined;
  const key = /^[\w-]+$/u.test(named.call) ? named.call : JSON.stringify(named.call);
  return `confirmed_properties = { ${key} = [${tomlText(named.name)}] }`;
}

/** Judges of the laws that the author has confirmed or put in words: every call is held to them. */
export function writtenLaws(
  { calls }: CallTarget,
  { confirmedProperties }: Pick<ScanConfig, "confirmedProperties">,
): EntryOptions["judges"] {
  return calls.flatMap((call) =>
    [...new Set([...namesFor(confirmedProperties, call.name), ...statedIn(call)])]
      .filter((name) => lawsNamed(name, call).kind === "laws")
      .map((name) => ({ maker: "law", data: { call: call.name, name } })),
  );
}

// --- inside ---

/** Methods change what they belong to, and callbacks what they are given. */
function statedIn({ kind, stated }: CallPlan): readonly string[] {
  const names = (stated?.laws ?? []).map(({ name }) => name);
  return kind === "method" ? names.filter((name) => /^(?:output|throws)\b/u.test(name)) : names;
}

/** What is held against the types needs nobody to confirm it. */
const declared = "returns what it declares";

function namedProperty(property: string, target: CallTarget): NamedProperty | undefined {
  const all = [target.name, ...target.calls.map(({ name }) => name)];
  // The longest name first: `parse` is also how `parse (overload 2)` begins.
  const names = all.toSorted((a, b) => b.length - a.length);
  for (const call of names) {
    for (const start of [`law ${call}: `, `${call} `]) {
      if (!property.startsWith(start)) continue;
      const name = property.slice(start.length);
      return name === declared ? undefined : { call, name };
    }
  }
  return undefined;
}

/** A text as TOML writes it, without escapes where it can do without. */
function tomlText(text: string): string {
  return text.includes('"') && !/['\n]/u.test(text) ? `'${text}'` : JSON.stringify(text);
}
