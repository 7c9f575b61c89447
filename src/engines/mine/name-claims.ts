import type { Contract } from "../../kernel/judge/contract.ts";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { ConfiguredTarget } from "../../campaign/entries/apply-policy.ts";
import type { EntryOptions } from "../../campaign/entries/entry-text.ts";
import { contractNames, expandContracts } from "../../kernel/judge/contract-names.ts";
import type { ScanSettings } from "../../config/index.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { lawFamilies, lawsFor, lawsNamed } from "../../subject/laws/index.ts";
import { findCalls, type WantedCalls } from "./find-calls.ts";

/** One thing that a function is held to. */
export interface Claim {
  readonly name: string;
  /** The function, with those that the claim is about besides. */
  readonly applied: ConfiguredTarget;
  /** None where the types say that it makes no sense. */
  readonly judges: EntryOptions["judges"];
  readonly why?: string | undefined;
  /** Whether nobody asked for it: then it need not be told that no call says anything about it. */
  readonly isUsual: boolean;
  /** Whether the declared types say it, where that matters. */
  readonly isDeclared?: boolean | undefined;
}

/** What is checked where nothing is named: what nearly every function should have. */
const usualLaws = ["deterministic", "never null", "no NaN", "finite"];

/** The claims that names mean for functions; a name that nothing has is an error. */
export async function claimsOf(
  found: readonly ConfiguredTarget[],
  about: {
    readonly projectRoot: string;
    readonly wanted: WantedCalls;
    readonly laws: readonly string[];
    readonly contracts: readonly string[];
    readonly policies: ScanSettings;
  },
): Promise<readonly Claim[]> {
  const { laws, contracts } = about;
  const isUsual = laws.length === 0 && contracts.length === 0;
  const others = laws.length === 0 ? [] : await neighbours(about);
  const claims = found.flatMap((applied) =>
    applied.target.calls.flatMap((call) => {
      const alone = { ...applied, target: { ...applied.target, calls: [call] } };
      return [
        ...(isUsual ? usualLaws : laws).flatMap((name) => lawClaims(name, alone, { call, others })),
        ...contracts.map((name) => contractClaim(name, alone, call)),
      ];
    }),
  );
  if (!isUsual) return claims;
  // Null is only wrong where the types do not allow it.
  return claims
    .filter(({ judges, isDeclared }) => judges.length > 0 && isDeclared !== false)
    .map((claim) => ({ ...claim, isUsual }));
}

// --- inside ---

/** All functions of the file: a claim may be about two of them. */
async function neighbours(about: {
  readonly projectRoot: string;
  readonly wanted: WantedCalls;
  readonly policies: ScanSettings;
}): Promise<readonly CallPlan[]> {
  const all = await findCalls([{ file: about.wanted.file }], about);
  return all
    .filter(({ target }) => target.receiver === undefined)
    .flatMap(({ target }) => target.calls);
}

function lawClaims(
  name: string,
  applied: ConfiguredTarget,
  { call, others }: { readonly call: CallPlan; readonly others: readonly CallPlan[] },
): readonly Claim[] {
  const besides = others.filter((other) => other.name !== call.name);
  const named = lawsNamed(name, call, besides);
  if (named.kind === "unknown") throw unknownLaw(name, named.nearest);
  if (named.kind === "not applicable") {
    const why = "the types of the function do not allow it";
    return [{ name, applied, judges: [], why, isUsual: false }];
  }
  const alone = new Set(lawsFor(call).map((law) => law.name));
  return named.laws.map((law) => {
    // A relation is about one other function, which its name ends with.
    const other = besides.filter(
      (one) => law.isRelation && !alone.has(law.name) && law.name.endsWith(` ${one.name}`),
    );
    const target = { ...applied.target, calls: [call, ...other] };
    return {
      name: law.name,
      applied: { ...applied, target },
      judges: [{ maker: "law", data: { call: call.name, name: law.name } }],
      isUsual: false,
      ...(law.name === "never null" ? { isDeclared: law.isDeclared } : {}),
    };
  });
}

function unknownLaw(name: string, nearest: readonly string[]): GauntletError {
  const known = nearest.map((one) => `\`${one}\``).join(", ");
  return new GauntletError({
    code: "U012",
    what: `there is no law \`${name}\``,
    where: `--property ${name}`,
    ...(known === "" ? { note: `laws are ${lawFamilies.map((one) => one.name).join(", ")}` } : {}),
    help: known === "" ? "`gauntlet mine` lists what a function has" : `did you mean ${known}?`,
  });
}

function contractClaim(name: string, applied: ConfiguredTarget, call: CallPlan): Claim {
  const known = contractNames.find((one) => one === name);
  if (known === undefined) {
    const near = nearestNames(name, contractNames, { countMax: 1 })[0] ?? contractNames[0];
    throw new GauntletError({
      code: "U012",
      what: `there is no contract \`${name}\``,
      where: `--contract ${name}`,
      note: `contracts are ${contractNames.join(", ")}`,
      help: `did you mean \`${near}\`?`,
    });
  }
  const checks = expandContracts([known]);
  const data = { target: call.name, checks, source: "configured" } satisfies Contract;
  return { name, applied, judges: [{ maker: "contract", data }], isUsual: false };
}
