import { activeWorld } from "./active-world.ts";
import { real } from "./real.ts";
import { seamOf } from "./seam.ts";
import { epochMs, type SimWorld } from "./sim-world.ts";
import { imitate, replaceFunction, replaceGetter, replaceValue } from "./stand-in.ts";

/** Puts virtual time behind `Date`, `process.hrtime`, `process.uptime`, `Intl` and events. */
export function installClock(): void {
  installDate();
  installHrtime();
  installIntl();
  installEventTime();
}

/** Reads the virtual time as milliseconds since 1970. */
export function readEpochMs(world: SimWorld): number {
  const us = world.readUs();
  // Only the wall clock can be wrong: what measures durations is never set back.
  const told = clockSeam.isOn ? Number(clockSeam.call(undefined, [us], () => us)) : us;
  return epochMs + Math.floor(told / 1_000);
}

// --- inside ---

const clockSeam = seamOf("world:clock.read");

const RealDate = real.Date;

function installDate(): void {
  imitate(SimDate, RealDate);
  replaceFunction(SimDate, "now", () => {
    const world = activeWorld;
    return world === undefined ? real.dateNow() : readEpochMs(world);
  });
  // The prototype is shared, so `instanceof` holds for dates of either kind; its `constructor` must
  // then name the new function, or `new Date().constructor === Date` would not hold.
  replaceValue(RealDate.prototype, "constructor", SimDate);
  replaceValue(globalThis, "Date", SimDate);
}

function SimDate(...args: []): unknown {
  const target: unknown = new.target;
  const world = activeWorld;
  if (target === undefined) {
    return world === undefined ? RealDate() : new RealDate(readEpochMs(world)).toString();
  }
  const at: unknown[] = args.length > 0 || world === undefined ? args : [readEpochMs(world)];
  if (target === SimDate) {
    if (at.length === 1) return new RealDate(at[0] as number);
    return Reflect.construct(RealDate, at);
  }
  return Reflect.construct(RealDate, at, target as NewableFunction);
}

function installHrtime(): void {
  const hrtime = (previous?: readonly [number, number]): [number, number] => {
    const world = activeWorld;
    const isPair = Array.isArray(previous) && previous.length === 2;
    if (world === undefined || (previous !== undefined && !isPair)) {
      return real.hrtime(previous as [number, number]);
    }
    const nowUs = world.readUs();
    const seconds = Math.floor(nowUs / 1_000_000) - (previous?.[0] ?? 0);
    const nanos = Math.floor((nowUs % 1_000_000) * 1_000) - (previous?.[1] ?? 0);
    return nanos < 0 ? [seconds - 1, nanos + 1_000_000_000] : [seconds, nanos];
  };
  replaceFunction(process, "hrtime", hrtime);
  // The pair keeps its own property `bigint`, copied from the original by `replaceFunction`.
  replaceFunction(hrtime, "bigint", () => {
    const world = activeWorld;
    return world === undefined ? real.hrtimeBigint() : BigInt(Math.floor(world.readUs() * 1_000));
  });
  replaceFunction(process, "uptime", () => {
    const world = activeWorld;
    return world === undefined ? real.uptime() : world.readUs() / 1_000_000;
  });
}

/** `Intl.DateTimeFormat` formats the present moment when it is given none. */
function installIntl(): void {
  const { prototype } = Intl.DateTimeFormat;
  // `format` is a getter that gives one bound function for each formatter, always the same.
  type Format = (date?: unknown) => string;
  const formats = new WeakMap<Format, Format>();
  replaceGetter(prototype, "format", (self, original) => {
    const bound = Reflect.apply(original, self, []) as Format;
    let standIn = formats.get(bound);
    if (standIn === undefined) {
      standIn = imitate((date) => bound(orNow(date)), bound);
      formats.set(bound, standIn);
    }
    return standIn;
  });
  const { formatToParts } = prototype;
  replaceFunction(prototype, "formatToParts", function standIn(this: unknown, date: unknown) {
    return Reflect.apply(formatToParts, this, [orNow(date)]);
  });
}

function orNow(date: unknown): unknown {
  const world = activeWorld;
  return date === undefined && world !== undefined ? readEpochMs(world) : date;
}

/**
 * An event takes its time from inside Node when it is made, out of our reach; what can be kept is
 * that it is virtual, and that it stays what it was when it was first read.
 */
function installEventTime(): void {
  const times = new WeakMap<object, number>();
  replaceGetter(Event.prototype, "timeStamp", (self, original) => {
    const realTime = Reflect.apply(original, self, []);
    const world = activeWorld;
    if (world === undefined || typeof self !== "object" || self === null) return realTime;
    const known = times.get(self);
    if (known !== undefined) return known;
    const timeMs = (world.frozenUs ?? world.nowUs) / 1_000;
    times.set(self, timeMs);
    return timeMs;
  });
}
