import type { Fault } from "../../src/kernel/faults/fault.ts";
import { fault } from "../../src/kernel/faults/catalogue.ts";
import type { SeamOptions } from "../../src/kernel/faults/make-fault.ts";
import type { FaultCase } from "./fault.contract.ts";

/** The seam at which the faults of functions are tried. */
export const functionSeam = "src/gateway.ts#charge";

const chunk = new TextEncoder().encode("HTTP/1.1 200 OK");

/** Every fault of the catalogue, with a function that shows it. */
export const faultCases: Readonly<Record<keyof typeof fault, FaultCase>> = {
  timeout: onFunction(fault.timeout),
  slow: onFunction(fault.slow, { shapes: ["async", "callback"] }),
  late: onFunction(fault.late, { shapes: ["async", "callback"] }),
  intermittentCrash: onFunction(fault.intermittentCrash, { calls: 3 }),
  jitter: onFunction(fault.jitter, { answer: () => 10.5 }),
  errorOnCall: onFunction(fault.errorOnCall),
  lostReply: onFunction(fault.lostReply),
  duplicateCall: onFunction(fault.duplicateCall),
  swallowedCall: onFunction(fault.swallowedCall),
  reorderedCompletion: onFunction(fault.reorderedCompletion, {
    shapes: ["async", "callback"],
    calls: 2,
    atOnce: true,
  }),
  returnEmpty: onFunction(fault.returnEmpty),
  corruptOutput: onFunction(fault.corruptOutput),
  truncateOutput: onFunction(fault.truncateOutput, { answer: () => "a receipt" }),
  staleRead: onFunction(fault.staleRead, { calls: 2, answer: (_, place) => ({ place }) }),
  staleState: onFunction(fault.staleState, { calls: 2, answer: (_, place) => ({ place }) }),
  cutStream: onFunction(fault.cutStream, { answer: () => threeReceipts() }),
  http: onRequest((options) =>
    fault.http({ ...options, url: "https://rates.example/*", status: 503 }),
  ),
  httpError: onFunction(fault.httpError),
  intermittentHttpError: onRequest((options) => fault.intermittentHttpError(options), 3),
  rateLimited: onRequest((options) => fault.rateLimited({ ...options, url: "*/eur" })),
  authFailure: onRequest((options) => fault.authFailure(options)),
  partialResponse: {
    make: (options) => fault.partialResponse({ ...options, url: "https://rates.example/*" }),
    shapes: ["sync"],
    args: [{ host: "rates.example", port: 443, direction: "to client", chunk }],
    answer: ([info]) => `${(info as { chunk: Uint8Array }).chunk.length} bytes under way`,
    changesArgs: true,
  },
  connectionReset: onRequest((options) =>
    fault.connectionReset({ ...options, host: "rates.*", phase: "request" }),
  ),
  connectionRefused: {
    make: (options) => fault.connectionRefused({ ...options, host: "rates.example" }),
    shapes: ["async"],
    args: [{ host: "rates.example", port: 443 }],
    answer: () => "a socket",
  },
  dnsFailure: onLookup((options) => fault.dnsFailure({ ...options, host: "*.example" })),
  dnsFlap: onLookup((options) => fault.dnsFlap(options)),
  slowNetwork: onRequest((options) => fault.slowNetwork(options)),
  diskFull: onFile((options) => fault.diskFull({ ...options, path: "data/*" })),
  permissionDenied: onFile((options) => fault.permissionDenied({ ...options, path: "/srv/*" })),
  ioError: onFile((options) => fault.ioError(options)),
  partialWrite: { ...onFile((options) => fault.partialWrite(options)), changesArgs: true },
  partialRead: onFile((options) => fault.partialRead(options)),
  slowDisk: { ...onFile((options) => fault.slowDisk(options)), shapes: ["async"] },
  lostSync: onFile((options) => fault.lostSync(options)),
  commandTimeout: onCommand((options) => fault.commandTimeout({ ...options, command: "git" })),
  commandExit: onCommand((options) => fault.commandExit({ ...options, command: "git push*" })),
  commandSignal: onCommand((options) => fault.commandSignal(options)),
  commandDelay: { ...onCommand((options) => fault.commandDelay(options)), shapes: ["async"] },
  truncateStdout: onOutput("stdout", (options) => fault.truncateStdout(options)),
  truncateStderr: onOutput("stderr", (options) => fault.truncateStderr(options)),
  corruptStdout: { ...onOutput("stdout", (options) => fault.corruptStdout(options)), lasts: false },
  workerKill: { ...onWorker((options) => fault.workerKill(options)), changesArgs: true },
  workerStop: { ...onWorker((options) => fault.workerStop(options)), changesArgs: true },
  workerDelay: onWorker((options) => fault.workerDelay(options)),
  workerCorrupt: onAnswer((options) => fault.workerCorrupt({ ...options, worker: "kv" })),
  workerTruncate: onAnswer((options) => fault.workerTruncate(options)),
  clockSkew: onClock((options) => fault.clockSkew(options)),
  clockJump: { ...onClock((options) => fault.clockJump({ ...options, ms: -5_000 })), calls: 15 },
  contendedCall: onFunction(fault.contendedCall, {
    shapes: ["async", "callback"],
    calls: 2,
    atOnce: true,
  }),
  delayedRelease: onFunction(fault.delayedRelease),
  nanInjection: onFunction(fault.nanInjection),
  infInjection: onFunction(fault.infInjection, { answer: () => Float64Array.of(1, 2, 3) }),
  corruptedFloats: onFunction(fault.corruptedFloats, { answer: () => [[1, 2], [3]] }),
  wrongShape: onFunction(fault.wrongShape, { answer: () => [1, 2, 3] }),
  dtypeDrift: onFunction(fault.dtypeDrift),
  partialBatch: onFunction(fault.partialBatch, { answer: () => [1, 2, 3] }),
  featureOrderDrift: onFunction(fault.featureOrderDrift),
  missingFeature: onFunction(fault.missingFeature, { answer: () => [{ a: 1, b: 2 }, { a: 3 }] }),
  nanBurst: onFunction(fault.nanBurst, { answer: () => [1, 2, 3] }),
  infBurst: onFunction(fault.infBurst, { answer: () => [1, 2, 3] }),
  staleArtifact: onFunction(fault.staleArtifact, { calls: 2, answer: (_, place) => ({ place }) }),
  versionSkew: onFunction(fault.versionSkew, { answer: () => ({ version: "v2.1", w: [1] }) }),
  corruptWeights: onFunction(fault.corruptWeights, { answer: () => ({ weights: [0.5, 2] }) }),
  custom: {
    ...onFunction(fault.timeout),
    make: (options) =>
      fault.custom({
        name: "answers twice over",
        seam: functionSeam,
        ...options,
        strike: (call) => {
          call.fire();
          const answer = call.proceed();
          return answer instanceof Promise ? answer.then((one) => [one, one]) : [answer, answer];
        },
      }),
  },
};

// --- inside ---

type FunctionFault = (seam: string, options?: SeamOptions) => Fault;

function onFunction(make: FunctionFault, more: Partial<FaultCase> = {}): FaultCase {
  return {
    make: (options) => make(functionSeam, options),
    shapes: ["sync", "async", "callback"],
    args: [700, { currency: "eur" }],
    answer: () => ({ id: "receipt", cents: 700, isPaid: true }),
    ...more,
  };
}

function onRequest(make: FaultCase["make"], calls = 1): FaultCase {
  return {
    make,
    shapes: ["async"],
    args: [{ url: "https://rates.example/eur", method: "GET" }],
    answer: () => Response.json({ eur: 1.1 }),
    calls,
  };
}

function onLookup(make: FaultCase["make"]): FaultCase {
  const answer = (): unknown => ({ address: "10.0.0.1", family: 4 });
  return { make, shapes: ["async"], args: [{ host: "rates.example" }], answer };
}

function onFile(make: FaultCase["make"]): FaultCase {
  return {
    // A file seam throws unless it is told that a promise is expected.
    make: (options) => make({ sync: false, ...options }),
    shapes: ["sync", "async"],
    args: [{ path: "/srv/data/log", operation: "write", data: "an entry" }],
    answer: ([info]) => (info as { data: string }).data.length,
  };
}

function onCommand(make: FaultCase["make"]): FaultCase {
  return {
    make,
    shapes: ["sync", "async"],
    args: [{ command: "git", args: ["push", "origin"] }],
    answer: () => ({ exitCode: 0, stdout: "done", stderr: "" }),
  };
}

function onOutput(stream: "stdout" | "stderr", make: FaultCase["make"]): FaultCase {
  return {
    make,
    shapes: ["sync", "async"],
    args: [{ command: "git", stream }],
    answer: () => new TextEncoder().encode("a line"),
    lasts: true,
  };
}

function onWorker(make: FaultCase["make"]): FaultCase {
  return {
    make,
    shapes: ["async"],
    args: [{ worker: "kv", request: 1, text: "get a" }],
    // What a worker that was disturbed answers: the fault only says what is to be done to it.
    answer: ([info]) => (Object.keys(info as object).length === 3 ? "a=1" : "no answer"),
  };
}

function onAnswer(make: FaultCase["make"]): FaultCase {
  const answer = (): unknown => '{"a":1}';
  return { make, shapes: ["sync"], args: [{ worker: "kv", request: 1, sync: true }], answer };
}

function onClock(make: FaultCase["make"]): FaultCase {
  return { make, shapes: ["sync"], args: [1_000_000], answer: () => 1_000_000, lasts: true };
}

function* threeReceipts(): Generator<string> {
  yield "first";
  yield "second";
  yield "third";
}
