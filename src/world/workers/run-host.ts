import type { SimWorld } from "../sim-world.ts";
import { askHost } from "../host/host-link.ts";
import type { HostLaunch, HostOperation, HostOutcome } from "../host/host-messages.ts";

/**
 * What one run asks of a real process. Every outcome is an answer in the list of decisions, so that
 * a strict replay starts no process at all.
 */
export class RunHost {
  readonly #world: SimWorld;
  readonly #launch: HostLaunch;
  /** What a replay answered from its list and the process therefore has not seen. */
  #missed: HostOperation[] = [];

  constructor(world: SimWorld, launch: HostLaunch) {
    this.#world = world;
    this.#launch = launch;
  }

  ask(operation: HostOperation): HostOutcome {
    const label = `worker ${this.#launch.name} ${operation.kind}`;
    const { decisions } = this.#world;
    let asked: HostOutcome | undefined;
    const first = decisions.answer<Part>(label, () => {
      asked = this.#askReal(operation);
      return firstPart(asked);
    });
    if (asked === undefined) this.#missed.push(operation);
    const { more = 0, ...outcome } = first;
    if (outcome.kind !== "answer") return outcome;
    let { text } = outcome;
    for (let part = 1; part <= more; part++) {
      text += decisions.answer(`${label} more`, () => partOf(asked, part));
    }
    return { kind: "answer", text };
  }

  /**
   * Where a list ends and the run goes on, as it does when the failure was mended, the process is
   * first asked all that it has missed: its answers would else be those of another session.
   */
  #askReal(operation: HostOperation): HostOutcome {
    const missed = this.#missed;
    this.#missed = [];
    for (const earlier of missed) askHost(this.#launch, earlier);
    return askHost(this.#launch, operation);
  }
}

// --- inside ---

/** The beginning of an outcome, and how many parts of its text follow. */
type Part = HostOutcome & { readonly more?: number };

/** A trace keeps 64 KiB in one decision, and JSON may take six characters for one. */
const partLength = 10_000;

function firstPart(outcome: HostOutcome): Part {
  if (outcome.kind !== "answer" || outcome.text.length <= partLength) return outcome;
  const more = Math.ceil(outcome.text.length / partLength) - 1;
  return { kind: "answer", text: partOf(outcome, 0), more };
}

function partOf(outcome: HostOutcome | undefined, part: number): string {
  const text = outcome?.kind === "answer" ? outcome.text : "";
  return text.slice(part * partLength, (part + 1) * partLength);
}
