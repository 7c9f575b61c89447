import inspector from "node:inspector";

/** Opens the debugger of this process on loopback; gives its address. */
export function openDebugger(): string {
  inspector.open(0, "127.0.0.1", false);
  return inspector.url() ?? "";
}

/** Waits, without any turn of the event loop, until somebody is there to debug. */
export function waitForDebugger(): void {
  inspector.waitForDebugger();
}

/** Where a debugger stops; the frame above is the code that is decided about. */
export function stopForDebugger(): void {
  // oxlint-disable-next-line no-debugger -- this is what was asked for
  debugger;
}
