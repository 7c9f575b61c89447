import { performance as namedPerformance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "./fixtures/hand-drive.ts";
import { real } from "./real.ts";
import { epochMs } from "./sim-world.ts";

test("every clock starts at the same moment of the same virtual year", async () => {
  const seen = await inWorld(() => [
    Date.now(),
    new Date().getTime(),
    new Date().toISOString(),
    new Date(Date()).getTime(),
    Math.floor(performance.timeOrigin + performance.now()),
  ]);
  expect(seen).toEqual([epochMs, epochMs, "2026-01-01T00:00:00.000Z", epochMs, epochMs]);
});

test("each reading takes a microsecond, so that a spin ends", async () => {
  const spins = await inWorld(() => {
    const deadline = Date.now() + 5;
    let count = 0;
    while (Date.now() < deadline) count += 1;
    return count;
  });
  expect(spins).toBeGreaterThan(4_900);
  expect(spins).toBeLessThanOrEqual(5_000);
});

test("all clocks move together", async () => {
  const passed = await inWorld(async () => {
    const before = [Date.now(), performance.now(), process.uptime()] as const;
    const [hrtime, big] = [process.hrtime(), process.hrtime.bigint()];
    await new Promise((resolve) => void setTimeout(resolve, 90_000));
    const [seconds, nanos] = process.hrtime(hrtime);
    return [
      Date.now() - before[0],
      Math.round(performance.now() - before[1]),
      Math.round(process.uptime() - before[2]),
      seconds + Math.floor(nanos / 1_000_000),
      Number((process.hrtime.bigint() - big) / 1_000_000_000n),
    ];
  });
  expect(passed).toEqual([90_000, 90_000, 90, 90, 90]);
});

test("process.hrtime borrows from the seconds and refuses what Node refuses", async () => {
  const [first, second] = await inWorld((world) => {
    world.nowUs = 2_000_099;
    return [process.hrtime([1, 900_000_000]), process.hrtime()];
  });
  expect(first).toEqual([0, 100_100_000]);
  expect(second).toEqual([2, 101_000]);
  for (const bad of [[1], "now", 5]) {
    const call = (): unknown => process.hrtime(bad as never);
    expect(await inWorld(() => thrownBy(call))).toEqual(await thrownBy(call));
  }
});

test("a simulated date is a date in every way that code looks at it", async () => {
  class Day extends Date {
    readonly isDay = true;
  }
  await inWorld(() => {
    const now = new Date();
    expect(now).toBeInstanceOf(Date);
    expect(now).toBeInstanceOf(real.Date);
    expect(new real.Date(0)).toBeInstanceOf(Date);
    expect(now.constructor).toBe(Date);
    expect(Object.prototype.toString.call(now)).toBe("[object Date]");
    expect(Object.getPrototypeOf(now)).toBe(Date.prototype);
    expect(structuredClone(now)).toEqual(now);
    const day = new Day();
    expect(day).toBeInstanceOf(Day);
    expect(day).toBeInstanceOf(Date);
    expect([day.getTime(), day.isDay, new Day(5).getTime()]).toEqual([epochMs, true, 5]);
    expect(Reflect.construct(Date, [], Day)).toBeInstanceOf(Day);
    expect(Reflect.construct(Date, [])).toEqual(now);
    expect(typeof Date()).toBe("string");
  });
});

test("dates that are given, not read, are what they are natively", async () => {
  const given = (): unknown[] => [
    new Date(0).toISOString(),
    new Date("2020-02-30").getTime(),
    new Date(2020, 1, 30, 4, 5, 6, 7).getTime(),
    new Date(undefined as never).getTime(),
    new Date(new Date(7)).getTime(),
    Date.UTC(2020, 1),
    Date.parse("2020-01-01T00:00:00Z"),
    [Date.name, Date.length, Date.now.name, Date.now.length],
    new Set(Reflect.ownKeys(Date)),
    Object.getOwnPropertyDescriptor(Date, "now")?.enumerable,
    new Date(86_400_000).toLocaleDateString("en-GB", { timeZone: "UTC" }),
  ];
  const simulated = await inWorld(given);
  expect(simulated).toEqual(given());
});

test("Intl formats the virtual moment when it is given none", async () => {
  seededWorld();
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "short" });
  const seen = await inWorld(() => [
    format.format(),
    format.format(0),
    format.format === format.format,
    format.formatToParts().find(({ type }) => type === "year")?.value,
    [0].map(format.format as never),
  ]);
  expect(seen).toEqual(["01/01/2026", "01/01/1970", true, "2026", ["01/01/1970"]]);
  expect(format.format()).toBe(format.format(Date.now()));
});

test("marks and measures are virtual and do not outlive their run", async () => {
  const measured = async (): Promise<unknown[]> => {
    performance.mark("start");
    await new Promise((resolve) => void setTimeout(resolve, 50));
    performance.mark("end");
    const whole = performance.measure("both", "start", "end");
    const open = performance.measure("open", "start");
    const sinceOrigin = performance.measure("since");
    const detailed = performance.measure("detailed", { start: "start", detail: 5 });
    const given = performance.measure("given", { start: 1, duration: 2 });
    return [
      [whole, open, detailed, given].map(({ duration }) => Math.round(duration)),
      [sinceOrigin.startTime, Math.round(sinceOrigin.duration), detailed.detail],
      performance.getEntriesByName("start").length,
      Math.floor(performance.mark("given", { startTime: 7 }).startTime),
      performance.toJSON(),
    ];
  };
  const first = await inWorld(measured);
  expect(first[0]).toEqual([50, 50, 50, 2]);
  expect(first.slice(1)).toEqual([[0, 50, 5], 1, 7, { timeOrigin: epochMs }]);
  expect(await inWorld(measured)).toEqual(first);
});

test("an event has a virtual time that does not change", async () => {
  const times = await inWorld(async () => {
    await new Promise((resolve) => void setTimeout(resolve, 20));
    const event = new Event("tick");
    const first = event.timeStamp;
    await new Promise((resolve) => void setTimeout(resolve, 20));
    return [first, event.timeStamp];
  });
  expect(times).toEqual([20, 20]);
});

test("outside of a run every clock is the real one", () => {
  seededWorld();
  expect(Math.abs(Date.now() - real.dateNow())).toBeLessThan(1_000);
  expect(Math.abs(performance.now() - real.performanceNow())).toBeLessThan(1_000);
  expect(Math.abs(process.uptime() - real.uptime())).toBeLessThan(1);
  expect(process.hrtime.bigint() >= real.hrtimeBigint() - 1_000_000_000n).toBe(true);
  expect(new Date().getFullYear()).toBe(new real.Date().getFullYear());
  expect(namedPerformance).toBe(performance);
});

test("performance.now on a foreign receiver is refused as natively", async () => {
  const { now } = performance;
  const call = (): unknown => Reflect.apply(now, {}, []);
  expect(await thrownBy(call)).not.toBe("nothing");
  expect(await inWorld(() => thrownBy(call))).toEqual(await thrownBy(call));
});
