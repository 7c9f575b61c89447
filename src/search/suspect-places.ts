import type { SourcePlace } from "../kernel/finding.ts";
import type { Suspect } from "./prove.ts";
import type { Court } from "./record-fresh.ts";
import { loadCommand } from "./settings.ts";
import { SubjectWorker, WorkerEnded } from "./subject-worker.ts";

/** The lines at which suspects failed, as far as their stacks say; by one process for all. */
export async function suspectPlaces(
  suspects: readonly Suspect[],
  { target, settings }: Court,
): Promise<ReadonlyMap<string, SourcePlace>> {
  const places = new Map<string, SourcePlace>();
  const worker = await SubjectWorker.start(loadCommand(target, settings), settings.limits);
  try {
    for (const { identity, failure } of suspects) {
      const [place] = failure.stack === "" ? [] : await worker.places(failure.stack);
      if (place !== undefined) places.set(identity.key, place);
    }
  } catch (thrown) {
    if (!(thrown instanceof WorkerEnded)) throw thrown; // a place is a help, not the finding
  } finally {
    await worker.stop();
  }
  return places;
}
