// The host tier: real programs, real HTTP, real files and the real heap, asked by a run once and
// written down as decisions, so that a strict replay needs none of them.
// `run-host-process.ts` and `ask-host-http.ts` are what a run calls; `process-once.ts` and
// `http-once.ts` do it, in the thread of `world/workers`. `recorded-fact.ts` lies in between.
// It sees the kernel and this room. Start reading at `recorded-fact.ts`.
export { askHostHttp, type HostHttpEnd, type HostHttpSpec } from "./ask-host-http.ts";
export { hostAccessOf } from "./host-access.ts";
export { hostCallsCount } from "./host-calls.ts";
export { type HostFiles, hostFiles } from "./host-files.ts";
export { hostLimits } from "./host-limits.ts";
export { readHeap } from "./read-heap.ts";
export { type HostProcessEnd, type HostProcessSpec, runHostProcess } from "./run-host-process.ts";
