import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { Proof, Suspect } from "./prove.ts";
import { loadRunner, type RunTarget } from "./record-fresh.ts";
import { Interrupted } from "../../runner/end-signal.ts";
import type { SubjectRunner } from "../../runner/subject-runner.ts";
import { WorkerEnded } from "../../runner/worker-ended.ts";

/** Gives proofs that there was no time for the lines at which their suspects failed. */
export class SuspectLocations {
  readonly #target: RunTarget;
  #known: ReadonlyMap<string, SourceLocation> | undefined;

  constructor(runTarget: RunTarget) {
    this.#target = runTarget;
  }

  /** The proof of the first suspect of those that are left, with its place. */
  async placed(proof: Proof, left: readonly Suspect[]): Promise<Proof> {
    const [suspect] = left;
    if (suspect === undefined || proof.isUnproven !== true) return proof;
    // From the first one that was too late all are, so all are looked up at once.
    this.#known ??= await placesOf(left, this.#target);
    const place = this.#known.get(suspect.identity.key);
    return { ...proof, recorded: { ...proof.recorded, place } };
  }
}

// --- inside ---

/** As far as their stacks say; by one process for all. */
async function placesOf(
  suspects: readonly Suspect[],
  { target, settings, signal }: RunTarget,
): Promise<ReadonlyMap<string, SourceLocation>> {
  const places = new Map<string, SourceLocation>();
  let worker: SubjectRunner | undefined;
  try {
    worker = await loadRunner({ target, settings, signal });
    for (const { identity, failure } of suspects) {
      const [place] = failure.stack === "" ? [] : await worker.places(failure.stack);
      if (place !== undefined) places.set(identity.key, place);
    }
  } catch (thrown) {
    // A place is a help, not the finding.
    if (!(thrown instanceof WorkerEnded || thrown instanceof Interrupted)) throw thrown;
  } finally {
    await worker?.stop();
  }
  return places;
}
