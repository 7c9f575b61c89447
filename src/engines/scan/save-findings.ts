import { assert } from "../../kernel/errors/assert.ts";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import {
  type SaveOutcome,
  type ScanFinding,
  saveScanFindings,
} from "../../store/regressions/index.ts";
import { ownVersion } from "../../world/own-version.ts";
import { type Entry, entryText } from "../../campaign/entries/entry-text.ts";
import type { ProvenCall } from "./prove-calls.ts";
import { witnessOf } from "./witness.ts";

/** A target with what was proven of it, and how its subject is written. */
export interface ProvenTarget {
  readonly target: CallTarget;
  /** One for each way in which it was called. */
  readonly entries: readonly Entry[];
  readonly entryFile: string;
  readonly registries: readonly string[];
  readonly proven: readonly ProvenCall[];
  /** `proof_bundles` of its policy. */
  readonly hasBundles: boolean;
}

/** Keeps what was proven: evidence under `.gauntlet/findings/`, and a test in the project. */
export async function saveFindings(
  projectRoot: string,
  kept: readonly ProvenTarget[],
): Promise<SaveOutcome> {
  const artifacts: string[] = [];
  const notes: string[] = [];
  const unwritten: UnwrittenFile[] = [];
  for (const hasBundles of [true, false]) {
    const found = kept
      .filter((each) => each.hasBundles === hasBundles)
      .flatMap((each) => each.proven.map((proven) => scanFinding(each, proven)));
    const saved = await saveScanFindings(found, { projectRoot, hasBundles, version: ownVersion() });
    artifacts.push(...saved.artifacts);
    notes.push(...saved.notes);
    unwritten.push(...saved.unwritten);
  }
  return { artifacts: [...new Set(artifacts)], notes, unwritten };
}

// --- inside ---

function scanFinding(kept: ProvenTarget, { finding, trace, failure }: ProvenCall): ScanFinding {
  const { target, entryFile, registries } = kept;
  const { exportName } = trace.header.subject;
  const entry = kept.entries.find((one) => one.exportName === exportName);
  assert(entry !== undefined, "a finding is a run of one of the ways to call its target");
  const { calls, usesWorld } = witnessOf(entry, trace.decisions);
  const last = target.calls.find(({ name }) => name === failedCall(finding, target));
  const definedIn = last?.place.file ?? target.module;
  return {
    finding,
    trace,
    failure,
    target: { module: target.module, name: last?.name ?? target.name, definedIn },
    calls,
    usesWorld,
    level: finding.evidence?.level ?? "exploratory",
    basis: [basisOf(finding, target)],
    confidence: [
      { claim: "the arguments fit the declared types", holds: !target.isWeak },
      { claim: "a fresh process showed it again", holds: finding.isConfirmed },
      { claim: "no guard of the code means it", holds: true },
      { claim: "nothing outside the run had a part in it", holds: !usesWorld },
    ],
    subject: { text: entryText(entryFile, [entry], registries), file: entryFile },
  };
}

/** The call that failed: the last one that the story tells. */
function failedCall({ story }: ProvenCall["finding"], target: CallTarget): string {
  const [first] = target.calls;
  if (target.calls.length === 1) return first?.name ?? "";
  const named = story.flatMap(({ what, detail }) => {
    const method = /\.(?<name>[\w$]+)\(/u.exec(`${what} ${detail}`)?.groups?.["name"];
    return target.calls.filter((call) => call.from.path.at(-1) === method);
  });
  return named.at(-1)?.name ?? first?.name ?? "";
}

function basisOf({ identity, kind, message }: ProvenCall["finding"], target: CallTarget): string {
  if (identity.property !== "") return identity.property;
  if (kind === "thrown") {
    return `${target.name} is declared to take these arguments, and throws ${message}`;
  }
  return `${target.name} is declared to take these arguments, and its call ends in: ${message}`;
}
