import { type InertKind, readingEvents, readingMethods, writingMethods } from "./inert.ts";

/** A process that was started outside of runs: it never runs. */
export const inertProcess: InertKind = {
  name: "process",
  noun: "a process",
  seam: "processes",
  methods: ["kill", "send"],
  events: new Set(["exit", "close", "message", "spawn"]),
};

/** Its standard input. */
export const inertInput: InertKind = {
  name: "stdin",
  noun: "the input of a process",
  seam: "processes",
  methods: writingMethods,
};

/** What it would print. */
export const inertOutput: InertKind = {
  name: "stdout",
  noun: "the output of a process",
  seam: "processes",
  methods: readingMethods,
  events: new Set(readingEvents),
};
