import type { Finding } from "../../kernel/result/finding.ts";
import { findingInput } from "../../kernel/fuzz/finding-input.ts";
import { isBetterStart } from "../../kernel/subject/rule-overlap.ts";
import { tellStory } from "../../kernel/result/story.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { keepInCorpus } from "../../store/corpus-store.ts";
import { type SavedFinding, storeFinding } from "../../store/finding-store.ts";
import { provenBefore } from "../../store/proven-before.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";
import {
  type Proof,
  provenFinding,
  type Suspect,
  traceOf,
  unproven,
} from "../../campaign/proof/prove.ts";
import { Interrupted } from "../../runner/end-signal.ts";
import { type RunTarget, recordFresh } from "../../campaign/proof/record-fresh.ts";
import { scenarioBeside, writeSmallScenario } from "../../campaign/write-small-scenario.ts";

/** Where what is proven goes. */
export interface ProofFolders {
  readonly loaded: LoadedSubject;
  /** Where runs are also kept as they first failed; undefined keeps only small ones. */
  readonly tracesFolder?: string | undefined;
  readonly corpusFolder?: string | undefined;
}

/** A finding on the disk, with its trace. */
export interface SavedProof extends SavedFinding {
  readonly trace: Trace;
}

/** Stores what a proof shows; a disk that refuses costs a note. */
export async function saveProof(
  { suspect, proof }: { readonly suspect: Suspect; readonly proof: Proof },
  runTarget: RunTarget,
  place: ProofFolders,
): Promise<SavedProof> {
  const context = { loaded: place.loaded, settings: runTarget.settings };
  const { finding: seen, trace } = provenFinding(suspect, proof, context);
  const before = isWhole(proof)
    ? undefined
    : await provenBefore(runTarget.target.projectRoot, seen);
  if (before !== undefined && isKept(before, { proof, trace, loaded: place.loaded })) {
    return asProvenBefore(seen, before, { suspect, ...place });
  }
  const original = await originalTrace(suspect, runTarget, place);
  const { projectRoot } = runTarget.target;
  const stored = await storeFinding(projectRoot, { finding: seen, trace, original });
  const { finding } = stored;
  const refused = new UnwrittenFiles(projectRoot);
  const small = await refused.attempt(() =>
    writeSmallScenario(trace, runTarget, scenarioBeside(finding, runTarget)),
  );
  const { corpusFolder } = place;
  if (corpusFolder !== undefined) {
    await refused.attempt(() => keepInCorpus(corpusFolder, finding.identity.key, trace));
  }
  return {
    finding,
    trace,
    artifacts: [...stored.artifacts, ...(small === undefined ? [] : [small])],
    unwritten: [...stored.unwritten, ...refused.list],
  };
}

// --- inside ---

/** Whether a failure was proven and made as small as it gets. */
function isWhole({ isConfirmed, attempts, cutBy }: Proof): boolean {
  return isConfirmed && attempts > 0 && cutBy === undefined;
}

/** An earlier proof stays where there is none now, and where it is the smaller of the same code. */
function isKept(
  before: Trace,
  now: { readonly proof: Proof; readonly trace: Trace; readonly loaded: LoadedSubject },
): boolean {
  if (!now.proof.isConfirmed) return true;
  const isSameCode = before.header.subject.digest === now.loaded.subject.digest;
  return isSameCode && isBetterStart(before.decisions, now.trace.decisions);
}

/** A failure that there was no time for now, as an earlier campaign has proven it. */
function asProvenBefore(
  { isUnproven, ...seen }: Finding,
  trace: Trace,
  { suspect, loaded }: { readonly suspect: Suspect; readonly loaded: LoadedSubject },
): SavedProof {
  const isSameCode = trace.header.subject.digest === loaded.subject.digest;
  const input = findingInput(trace.decisions, loaded.declared.input);
  const finding = {
    ...seen,
    story: tellStory(trace.events, suspect.failure),
    shrunk: { ...seen.shrunk, to: trace.decisions.length },
    ...(input === undefined ? {} : { input }),
    token: undefined,
    isConfirmed: isSameCode,
    ...(isSameCode || isUnproven !== true ? {} : { isUnproven }),
  };
  return { finding, trace, artifacts: [], unwritten: [] };
}

async function originalTrace(
  suspect: Suspect,
  runTarget: RunTarget,
  { tracesFolder: folder, loaded }: ProofFolders,
): Promise<{ trace: Trace; folder: string } | undefined> {
  if (folder === undefined) return undefined;
  const following = { how: "strict", decisions: suspect.decisions } as const;
  const { recorded } = await recordFresh(following, runTarget).catch((thrown: unknown) => {
    if (!(thrown instanceof Interrupted)) throw thrown;
    return unproven(suspect);
  });
  return { trace: traceOf(recorded, suspect, { loaded, settings: runTarget.settings }), folder };
}
