import type {
  BytesLimits,
  IntegerRange,
  Named,
  ValuePlan,
} from "../../kernel/decisions/decisions.ts";
import type { RunSource } from "../strategy.ts";

/** What a run of a swarm is told to do. */
export interface SwarmOrders {
  /** Whether a rule, or `fault <name>`, stays in. */
  readonly stays: (name: string) => boolean;
  /** Faults that are to be on together. */
  readonly together: readonly string[];
}

/** Answers which rules and faults are left out; everything else another source answers. */
export class SwarmSource implements RunSource {
  readonly #inner: RunSource;
  readonly #orders: SwarmOrders;
  /** Whether it was asked for a fault and knew which one is wanted. */
  hasSteered = false;

  constructor(inner: RunSource, orders: SwarmOrders) {
    this.#inner = inner;
    this.#orders = orders;
  }

  pick(label: string, options: readonly Named[], known: readonly Named[]): number {
    if (label !== "fault" || this.#orders.together.length === 0) {
      return this.#inner.pick(label, options, known);
    }
    const wanted = this.#wantedFault(options);
    this.hasSteered ||= wanted !== undefined;
    return wanted ?? this.#inner.pick(label, options, known);
  }

  chance(label: string, probability: number): boolean {
    if (label.startsWith("without ")) return !this.#orders.stays(label.slice("without ".length));
    return this.#inner.chance(label, probability);
  }

  integer(label: string, range: IntegerRange): number {
    return this.#inner.integer(label, range);
  }

  bytes(label: string, limits: BytesLimits): Uint8Array {
    return this.#inner.bytes(label, limits);
  }

  value(label: string): ValuePlan {
    return this.#inner.value(label);
  }

  open(label: string): void {
    this.#inner.open(label);
  }

  close(): void {
    this.#inner.close();
  }

  int(min: number, max: number): number {
    return this.#inner.int(min, max);
  }

  big(min: bigint, max: bigint): bigint {
    return this.#inner.big(min, max);
  }

  /** One that should be on and is not; once all are, any that need not be. */
  #wantedFault(options: readonly Named[]): number | undefined {
    const { together } = this.#orders;
    const isMissing = (name: string): boolean =>
      options.some((option) => option.name === name && option.isOn !== true);
    const missing = together.find(isMissing);
    const wanted = options.findIndex(({ name }) =>
      missing === undefined ? !together.includes(name) : name === missing,
    );
    return wanted < 0 ? undefined : wanted;
  }
}
