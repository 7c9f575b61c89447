import { readFileSync } from "node:fs";
import type { Node } from "oxc-parser";
import { findSinks } from "../sinks/find-sinks.ts";
import type { CallSite, Frame } from "../sinks/frame.ts";
import { functionsOf, traceFunction, traceTopLevel } from "../sinks/trace-function.ts";
import { literalsOf } from "../source/literals.ts";
import type { ProjectSource } from "../source/project-source.ts";
import type { SourceModule } from "../source/source-module.ts";
import { findSeams } from "./find-seams.ts";
import type { FoundSeam } from "./found-seam.ts";

/** A place where data comes in that the project does not control. */
export interface FoundSurface {
  /** What kind of boundary it is likely to be: `sse`, `webhook`, `config`. */
  readonly kind: string;
  /** Relative to the project root. */
  readonly file: string;
  readonly line: number;
  /** What is called there: `fetch`, `crypto.createHmac`. */
  readonly what: string;
}

/**
 * Where a file takes in data from outside, by the seams that it meets, the sinks that its
 * parameters reach, and the parsers that it calls. What says most about the file comes first.
 */
export function findSurfaces(source: ProjectSource, file: string): readonly FoundSurface[] {
  const module = source.module(file);
  if (module === undefined) return [];
  const found = [
    ...ofSeams(source, module),
    ...ofCalls(source, module),
    ...ofSinks(source, module),
    ...ofEnvironment(module),
  ];
  const rank = ({ kind }: FoundSurface): number =>
    (kinds.indexOf(kind) + kinds.length) % kinds.length;
  return found.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
}

// --- inside ---

/** What says most about a file is told first. */
const kinds: readonly string[] = [
  "webhook",
  "sse",
  "websocket",
  "http",
  "stdio",
  "ipc",
  "config",
  "deserialization",
  "http-server",
  "queue",
  "database",
  "model",
  "file",
  "env",
];

function ofSeams(source: ProjectSource, module: SourceModule): readonly FoundSurface[] {
  const isOfEvents = literalsOf(module).some((text) => String(text).includes("text/event-stream"));
  return findSeams(source, module.file).flatMap((seam) => {
    const kind = kindOfSeam(seam, isOfEvents);
    if (kind === undefined) return [];
    return [{ kind, file: module.shown, line: seam.line, what: seam.what }];
  });
}

function kindOfSeam({ kind, what, effect }: FoundSeam, isOfEvents: boolean): string | undefined {
  switch (kind) {
    case "http client":
      if (/(?:^|\.)(?:WebSocket|ws)$/u.test(what)) return "websocket";
      return isOfEvents || /EventSource/u.test(what) ? "sse" : "http";
    case "http server":
      return "http-server";
    case "subprocess":
      return "stdio";
    case "file":
      return effect === "read" ? "file" : undefined;
    case "database":
    case "queue":
    case "model":
      return kind;
    default:
      // A clock and a cache of one's own give back what the program knows.
      return undefined;
  }
}

const calls: readonly (readonly [RegExp, string])[] = [
  [/^crypto\.(?:createHmac|timingSafeEqual|subtle\.verify)$/u, "webhook"],
  [/^(?:yaml|js-yaml|smol-toml|toml|@iarna\/toml|json5|ini|dotenv|jsonc-parser)\./u, "config"],
  [/^(?:fast-xml-parser|xml2js|sax)\./u, "config"],
  [/^(?:v8\.deserialize|node-serialize\.)/u, "deserialization"],
  [/^process\.stdin\b/u, "stdio"],
];

function ofCalls(source: ProjectSource, module: SourceModule): readonly FoundSurface[] {
  const found = new Map<number, FoundSurface>();
  const met = ({ ref }: CallSite, frame: Frame, node: Node): void => {
    if (ref === undefined || frame.module !== module) return;
    const kind = calls.find(([pattern]) => pattern.test(ref))?.[1];
    const line = module.lineAt(node.start);
    if (kind !== undefined) found.set(line, { kind, file: module.shown, line, what: ref });
  };
  const options = { source, met, followsParams: false };
  traceTopLevel(module, options);
  for (const one of functionsOf(module)) traceFunction(module, one, options);
  return [...found.values()];
}

/** Text of a parameter that becomes objects or messages comes from somebody. */
function ofSinks(source: ProjectSource, module: SourceModule): readonly FoundSurface[] {
  const sinks = findSinks(source, module.file).flatMap((one) => one.sinks);
  return sinks
    .filter(({ kind }) => kind === "ipc" || kind === "deserialization")
    .map(({ kind, place, sink }) => ({ kind, file: module.shown, line: place.line, what: sink }));
}

function ofEnvironment({ file, shown }: SourceModule): readonly FoundSurface[] {
  const text = readFileSync(file, "utf8");
  const at = text
    .split("\n")
    .findIndex((line) => /^(?!\s*(?:\/\/|\*)).*\bprocess\.env\b/u.test(line));
  return at === -1 ? [] : [{ kind: "env", file: shown, line: at + 1, what: "process.env" }];
}
