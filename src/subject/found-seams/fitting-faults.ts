import type { FittingFault, SeamCallKind, SeamFunction, SeamKind } from "./found-seam.ts";

/**
 * The faults of the catalogue that fit a call, as they would be written. Those of a function depend
 * on how it answers: one that gives no promise must throw, and cannot be late.
 */
export function fittingFaults(call: SeamCallKind, seam: SeamFunction): readonly FittingFault[] {
  const { kind, effect, about } = call;
  switch (kind) {
    case "subprocess":
      return ofCommands(about);
    case "http client":
      return ofRequests(about);
    case "http server":
      return [made("connectionReset", { phase: "response" }), made("slowNetwork")];
    case "file":
      return ofFiles(effect);
    case "time":
      if (effect === "read") return [made("clockSkew"), made("clockJump")];
      return onSeam(seam, ["late", "timeout"]);
    case "cache":
      return onSeam(seam, ["staleRead", "returnEmpty", "errorOnCall", "slow"]);
    case "database":
      return onSeam(seam, ["timeout", "lostReply", "errorOnCall", "slow"]);
    case "queue":
      return onSeam(seam, ["duplicateCall", "lostReply", "reorderedCompletion", "swallowedCall"]);
    case "model":
      return onSeam(seam, effect === "data" ? dataNames : modelNames);
  }
}

/** Sentences to start from; each is true of a service that does what one expects. */
export const starterInvariants: Readonly<Record<SeamKind, readonly string[]>> = {
  subprocess: [
    "a command that fails or is killed is told to the caller",
    "nothing that a failed command left behind is taken for its result",
  ],
  "http client": [
    "a request that failed is tried again only if that cannot do its work twice",
    "an answer that is no success is never taken for one",
  ],
  "http server": [
    "every request is answered once",
    "a client that goes away leaves nothing half done",
  ],
  cache: [
    "what the cache gives is what its source has, or not older than allowed",
    "without the cache every answer is the same",
  ],
  file: [
    "after a crash a file is whole: the old one or the new one",
    "what was acknowledged is on the disk",
  ],
  database: [
    "a change is made whole or not at all",
    "a change whose answer was lost is not made twice",
  ],
  queue: [
    "every message is worked off at least once, and its effect happens once",
    "a message that always fails does not stop the others",
  ],
  model: [
    "no result is NaN or infinite",
    "each result belongs to its input, and to the version of the model that it names",
  ],
  time: [
    "nothing depends on the clock going only forward",
    "whatever waits ends, or is told that it waited too long",
  ],
};

// --- inside ---

const modelNames = ["staleArtifact", "versionSkew", "corruptWeights"] as const;
const dataNames = [
  "wrongShape",
  "dtypeDrift",
  "nanBurst",
  "partialBatch",
  "missingFeature",
] as const;

type Options = Readonly<Record<string, string | number>>;

function made(name: string, options?: Options): FittingFault {
  const text = options === undefined ? "" : optionsText(options);
  return { name, code: `fault.${name}(${text})` };
}

function optionsText(options: Options): string {
  const fields = Object.entries(options).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return fields.length === 0 ? "" : `{ ${fields.join(", ")} }`;
}

/** These strike instead of the call, so they do not see whether it gives a promise. */
const unseeing = /^(?:errorOnCall|timeout|swallowedCall)$/u;
/** These do nothing to what is answered at once. */
const delaying = /^(?:late|slow|reorderedCompletion)$/u;

function onSeam(
  { seam, answering }: SeamFunction,
  names: readonly string[],
): readonly FittingFault[] {
  if (seam === undefined) return [];
  const [isAtOnce, isKnown] = [answering === "at once", answering !== undefined];
  return names
    .filter((name) => !isAtOnce || !delaying.test(name))
    .map((name) => {
      const isUnseeing = unseeing.test(name);
      const options = isAtOnce && isUnseeing ? ", { sync: true }" : "";
      const code = `fault.${name}(${JSON.stringify(seam)}${options})`;
      return { name, code, ...(isUnseeing && !isKnown ? { isGuess: true as const } : {}) };
    });
}

function ofCommands(command: string | undefined): readonly FittingFault[] {
  const which = command === undefined ? {} : { command };
  return ["commandExit", "commandTimeout", "commandSignal", "truncateStdout"].map((name) =>
    made(name, which),
  );
}

function ofRequests(origin: string | undefined): readonly FittingFault[] {
  const url = origin === undefined ? {} : { url: `${origin}/*` };
  const host = origin === undefined ? {} : { host: origin.replace(/^https?:\/\//, "") };
  return [
    made("http", { ...url, status: 503 }),
    made("rateLimited", url),
    // The server has done its work and nobody hears of it: harder than a request that is lost.
    made("connectionReset", { ...host, phase: "response" }),
    made("partialResponse", host),
    made("slowNetwork", host),
  ];
}

function ofFiles(effect: SeamCallKind["effect"]): readonly FittingFault[] {
  if (effect === "sync") return [made("lostSync"), made("ioError", { on: "sync" })];
  if (effect === "write") return [made("diskFull"), made("partialWrite"), made("permissionDenied")];
  return [made("ioError"), made("partialRead"), made("permissionDenied")];
}
