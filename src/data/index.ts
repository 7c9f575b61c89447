// Legal and illegal data for boundaries: what a stream, a file or a process may send, and what it
// sends all the same. A pack is one kind of boundary; its cases are functions of decisions,
// so the kernel records, replays and shrinks them. Nothing is played here: players are in
// world/players/, and runner/cases/ runs code under test against them.
// Pure, like the kernel, and sees only the kernel. Start at pack.ts, then sse/sse-pack.ts.
export { arbitraryOf } from "./arbitrary-of.ts";
export type { Case, Provenance, Tier, Variation } from "./case.ts";
export type { Given, Pack, Reading, SeededFault } from "./pack.ts";
export { packs } from "./packs.ts";
