/** Plays cases of one kind to code under test, one after the other. */
export interface Player<Payload, Place> {
  /** Begins a case. */
  begin(payload: Payload): Playing<Payload, Place>;
  close(): Promise<void>;
}

/** A case that is on. */
export interface Playing<Payload, Place> {
  /** What the code under test is told: an address, a path, a command. */
  readonly place: Place;
  /** The part of the payload that was handed over; undefined where nobody asked for it. */
  delivered(): Payload | undefined;
  /** Resolves once the code can only wait for what never comes. */
  readonly stalled: Promise<void>;
  end(): Promise<void>;
}
