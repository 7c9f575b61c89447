import type { BuiltinRow } from "./builtin-row.ts";

const pool = "finishes when a thread of the host's pool does";
const timing = "uses the host's clock or event loop from inside Node";

/** Time, chance and what only computes. */
export const computeRows: readonly BuiltinRow[] = [
  { module: "timers", is: "simulated", names: "*" },
  { module: "timers", is: "varies", why: timing, names: "enroll unenroll active _unrefActive" },
  {
    module: "perf_hooks",
    is: "simulated",
    names: `Performance.prototype.now Performance.prototype.timeOrigin Performance.prototype.toJSON
      Performance.prototype.mark Performance.prototype.measure`,
  },
  {
    module: "perf_hooks",
    is: "pure",
    names: `Performance PerformanceEntry PerformanceMark PerformanceMeasure
      PerformanceObserverEntryList PerformanceResourceTiming createHistogram importHistogram`,
  },
  {
    module: "perf_hooks",
    is: "varies",
    why: timing,
    names: `Performance.prototype.eventLoopUtilization Performance.prototype.timerify
      eventLoopUtilization timerify monitorEventLoopDelay PerformanceObserver
      createSlidingWindowHistogram`,
  },
  ...wholeModules(),
  { module: "util", is: "varies", why: timing, names: "debounce throttle" },
  {
    module: "util",
    is: "varies",
    why: "changes this process, in later runs too",
    names: "setTraceSigInt",
  },
  {
    module: "buffer",
    is: "simulated",
    names: "Blob.prototype.stream File File.prototype.lastModified",
  },
  {
    module: "diagnostics_channel",
    is: "simulated",
    names: "Channel.prototype.subscribe Channel.prototype.bindStore",
  },
  { module: "stream", is: "simulated", names: "setDefaultHighWaterMark" },
  {
    module: "buffer",
    is: "varies",
    why: pool,
    names: "Blob.prototype.text Blob.prototype.arrayBuffer Blob.prototype.bytes",
  },
];

// --- inside ---

function wholeModules(): readonly BuiltinRow[] {
  const names = `assert assert/strict buffer console diagnostics_channel domain events path path/posix
    path/win32 punycode querystring readline readline/promises repl stream stream/consumers
    stream/promises stream/web string_decoder url util util/types sys test/reporters constants
    _stream_duplex _stream_passthrough _stream_readable _stream_transform _stream_wrap
    _stream_writable`;
  return names.split(/\s+/).map((module) => ({ module, is: "pure", names: "*" }));
}
