import { activeWorld } from "./active-world.ts";
import { readEpochMs } from "./clock.ts";
import { replaceFunction } from "./stand-in.ts";

/** Puts virtual time behind `Temporal.Now`, where this Node has it. */
export function installTemporalClock(): void {
  const temporal = (globalThis as { readonly Temporal?: TemporalPart }).Temporal;
  if (temporal === undefined) return;
  const { Instant, Now } = temporal;
  const { instant, timeZoneId } = Now;
  const readInstant = (): TemporalInstant => {
    const world = activeWorld;
    return world === undefined ? instant() : Instant.fromEpochMilliseconds(readEpochMs(world));
  };
  replaceFunction(Now, "instant", readInstant);
  const zoned = (zone: unknown = timeZoneId()): ZonedDateTime =>
    readInstant().toZonedDateTimeISO(zone);
  replaceFunction(Now, "zonedDateTimeISO", zoned);
  replaceFunction(Now, "plainDateTimeISO", (zone?: unknown) => zoned(zone).toPlainDateTime());
  replaceFunction(Now, "plainDateISO", (zone?: unknown) => zoned(zone).toPlainDate());
  replaceFunction(Now, "plainTimeISO", (zone?: unknown) => zoned(zone).toPlainTime());
}

// --- inside ---

/** The part of Temporal that is used here; the types of this Node's library do not have it yet. */
interface TemporalPart {
  readonly Instant: { fromEpochMilliseconds(ms: number): TemporalInstant };
  readonly Now: { instant(): TemporalInstant; timeZoneId(): string };
}

interface TemporalInstant {
  toZonedDateTimeISO(zone: unknown): ZonedDateTime;
}

interface ZonedDateTime {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}
