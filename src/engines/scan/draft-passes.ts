import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { type ConfiguredTarget, applyPolicy } from "../../campaign/entries/apply-policy.ts";
import { claimsOf, contractsFor } from "../../campaign/entries/contracts-for.ts";
import type { Entry } from "../../campaign/entries/entry-text.ts";
import { canGrow } from "../../subject/calls/growing-value.ts";
import type { ModuleExample } from "../../subject/examples/index.ts";
import type { FunctionSinks } from "../../subject/sinks/index.ts";
import { writtenLaws } from "./confirmed.ts";
import type { Claims } from "./evidence-level.ts";
import type { ScanOptions } from "./scan-options.ts";
import type { FaultsAround } from "./seams-of.ts";

/** One way in which a target is called, before the module that does it is written. */
export interface DraftedPass {
  readonly entry: Entry;
  readonly runsMax: number;
  /** Claims that are made in this pass besides those of every call. */
  readonly claims: Claims;
  /** Whether something goes wrong around these calls. */
  readonly hasFaults: boolean;
}

/** A target with all the ways in which it can be called; the plain calls come first. */
export interface DraftedTarget {
  readonly target: CallTarget;
  readonly faults: FaultsAround;
  readonly passes: readonly DraftedPass[];
}

/** Works the configuration into a target and chooses the ways in which it is called. */
export function draftTarget(
  found: CallTarget,
  name: string,
  parts: {
    readonly options: ScanOptions;
    readonly found: readonly FunctionSinks[];
    readonly faults: FaultsAround;
    readonly literals: Parameters<typeof applyPolicy>[2];
    /** What documentation says that calls of it give. */
    readonly examples: readonly ModuleExample[];
  },
): DraftedTarget {
  const { policies, runsMax } = parts.options;
  const applied = applyPolicy(found, policies, parts.literals);
  const { target } = applied;
  const runs = runsMax ?? policies.entryFor(target.module).maxExamples;
  const plain = { claims: new Map(), hasFaults: false };
  const count = target.calls.length;
  const judges = writtenLaws(target, policies.entryFor(target.module));
  const first = entryOf(applied, name, { judges });
  const passes: DraftedPass[] = [{ ...plain, entry: first, runsMax: runs * count }];
  const { examples } = parts;
  if (examples.length > 0) {
    const data = [...applied.options.data, { path: ["mode"], value: "examples" }];
    const entry = entryOf(applied, `${name}_examples`, { data, examples });
    passes.push({ ...plain, entry, runsMax: runsPerExample * examples.length });
  }
  const contracts = contractsFor(target, policies, parts.found);
  if (contracts.length > 0) {
    const held = contracts.map((data) => ({ maker: "contract", data }));
    passes.push({
      entry: entryOf(applied, `${name}_contracts`, { judges: held }),
      runsMax: contractRuns * count,
      claims: claimsOf(contracts),
      hasFaults: false,
    });
  }
  if (mayGrow(target)) {
    const data = [...applied.options.data, { path: ["mode"], value: "growth" }];
    const entry = entryOf(applied, `${name}_growth`, { data });
    passes.push({ ...plain, entry, runsMax: growthRuns * count });
  }
  if (parts.faults.tried.length > 0) {
    const entry = entryOf(applied, `${name}_faults`, { faults: parts.faults.tried });
    passes.push({ ...plain, entry, runsMax: runs * count, hasFaults: true });
  }
  return { target, passes, faults: parts.faults };
}

// --- inside ---

/** Hostile inputs are chosen, not drawn, so a few runs show all of them. */
const contractRuns = 10;
/** A run begins with any of the examples; all are met in a few times as many runs. */
const runsPerExample = 4;
/** One run measures a call with inputs of all sizes. */
const growthRuns = 4;

function mayGrow({ calls }: CallTarget): boolean {
  return calls.some(({ params }) => params.some(({ name, shape }) => canGrow(name, shape)));
}

function entryOf(
  { target, options }: ConfiguredTarget,
  exportName: string,
  changes: Partial<Entry["options"]> = {},
): Entry {
  return { exportName, target, options: { ...options, ...changes } };
}
