import { type BuiltinRow, refused } from "./builtin-row.ts";

const load = "differs with the load of the machine and the process";
const machine = "differs between machines";
const ofProcess = "changes this process, in later runs too";

/** What `process` has: this process, and the way to others. */
export const processRows: readonly BuiltinRow[] = [
  { module: "process", is: "pure", isExact: true, names: "report finalization" },
  { module: "process", is: "pure", names: "finalization.unregister" },
  { module: "process", is: "simulated", names: "_kill stdin hrtime uptime" },
  { module: "process", is: "simulated", through: "process._kill", names: "kill" },
  { module: "process", is: "simulated", through: "process.stdin", names: "openStdin" },
  {
    module: "process",
    is: "ends",
    why: "ends the worker",
    names: "abort reallyExit _fatalException",
  },
  // Ends the worker, or the simulated thread that calls it.
  { module: "process", is: "simulated", names: "exit" },
  // The same on every machine: see `machine/`.
  {
    module: "process",
    is: "simulated",
    names: `availableMemory constrainedMemory cpuUsage threadCpuUsage getegid geteuid getgid
      getgroups getuid resourceUsage memoryUsage env loadEnvFile cwd chdir umask
      setSourceMapsEnabled setUncaughtExceptionCaptureCallback`,
  },
  { module: "process", is: "simulated", names: "pid ppid title argv argv0 execPath execArgv" },
  {
    module: "process",
    is: "varies",
    why: load,
    names: "getActiveResourcesInfo _getActiveHandles _getActiveRequests",
  },
  {
    module: "process",
    is: "varies",
    why: machine,
    names: `versions permission report.getReport report.directory report.filename
        report.compact report.signal report.excludeNetwork report.excludeEnv
        report.reportOnFatalError report.reportOnSignal report.reportOnUncaughtException`,
  },
  {
    module: "process",
    is: "varies",
    why: ofProcess,
    names: `addUncaughtExceptionCaptureCallback title= debugPort= exitCode= _exiting= domain=
        finalization= allowedNodeEnvironmentFlags=`,
  },
  {
    module: "process",
    is: "varies",
    why: "talks to another process or thread",
    names: "send disconnect channel",
  },
  {
    module: "process",
    is: "pure",
    names: `_events _exiting _rawDebug _startProfilerIdleNotifier
        _stopProfilerIdleNotifier _tickCallback allowedNodeEnvironmentFlags assert domain emitWarning
        exitCode features getBuiltinModule hasUncaughtExceptionCaptureCallback nextTick ref unref
        sourceMapsEnabled stderr stdout @toStringTag debugPort title`,
  },
  refused({
    module: "process",
    seam: "processes",
    why: "acts on the worker or on other processes of the host",
    instead:
      "script the process with `world.command`, or pass the call in and give the test a fake",
    names: `_debugEnd _debugProcess execve initgroups setegid seteuid setgid setgroups setuid`,
    isNever: true,
    isOutside: true,
  }),
  refused({
    module: "process",
    seam: "native",
    why: "gives what Node itself is made of, or loads native code",
    instead: "pass the work in, and give the test a fake",
    names: "binding _linkedBinding",
  }),
  refused({
    module: "process",
    seam: "native",
    why: "loads native code, which can do everything",
    instead: "load the package where the program starts, or give the test a fake",
    names: "dlopen",
    isOfLoading: true,
  }),
  refused({
    module: "process",
    seam: "files",
    why: "writes a report to a file",
    instead: "use `process.report.getReport`, which only reads",
    names: "report.writeReport",
    isOutside: true,
  }),
  refused({
    module: "process",
    seam: "files",
    why: "has a report written to a file later",
    instead: "use `process.report.getReport`, which only reads",
    // `setUncaughtExceptionCaptureCallback` sets one of them.
    exceptFrom: "node:internal/process/execution",
    names: `report.directory= report.filename= report.compact= report.signal=
        report.excludeNetwork= report.excludeEnv= report.reportOnFatalError= report.reportOnSignal=
        report.reportOnUncaughtException=`,
  }),
  refused({
    module: "process",
    seam: "memory",
    why: "calls back when memory is collected or the process ends, after the run",
    instead: "close what is open where it is no longer needed",
    names: "finalization.register finalization.registerBeforeExit",
  }),
];
