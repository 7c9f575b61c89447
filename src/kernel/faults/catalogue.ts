import { clockJump, clockSkew } from "./clocks.ts";
import { contendedCall, delayedRelease } from "./contention.ts";
import { custom } from "./custom.ts";
import {
  corruptedFloats,
  dtypeDrift,
  featureOrderDrift,
  infInjection,
  missingFeature,
  nanInjection,
  partialBatch,
  wrongShape,
} from "./data.ts";
import {
  duplicateCall,
  errorOnCall,
  lostReply,
  reorderedCompletion,
  swallowedCall,
} from "./errors.ts";
import {
  diskFull,
  ioError,
  lostSync,
  partialRead,
  partialWrite,
  permissionDenied,
  slowDisk,
} from "./files.ts";
import { authFailure, http, httpError, intermittentHttpError, rateLimited } from "./http.ts";
import { corruptWeights, infBurst, nanBurst, staleArtifact, versionSkew } from "./models.ts";
import { connectionRefused, connectionReset, dnsFailure, dnsFlap, slowNetwork } from "./network.ts";
import { partialResponse } from "./partial-response.ts";
import {
  commandDelay,
  commandExit,
  commandSignal,
  commandTimeout,
  corruptStdout,
  truncateStderr,
  truncateStdout,
} from "./processes.ts";
import { corruptOutput, returnEmpty, staleRead, staleState, truncateOutput } from "./results.ts";
import { cutStream } from "./streams.ts";
import { workerCorrupt, workerDelay, workerKill, workerStop, workerTruncate } from "./workers.ts";
import { intermittentCrash, jitter, late, slow, timeout } from "./timing.ts";

/** Every fault that there is, by name; each makes a fault to list in a subject's `faults`. */
export const fault: Catalogue = Object.freeze({
  timeout,
  slow,
  late,
  intermittentCrash,
  jitter,
  errorOnCall,
  lostReply,
  duplicateCall,
  swallowedCall,
  reorderedCompletion,
  returnEmpty,
  corruptOutput,
  truncateOutput,
  staleRead,
  staleState,
  cutStream,
  http,
  httpError,
  intermittentHttpError,
  rateLimited,
  authFailure,
  partialResponse,
  connectionReset,
  connectionRefused,
  dnsFailure,
  dnsFlap,
  slowNetwork,
  diskFull,
  permissionDenied,
  ioError,
  partialWrite,
  partialRead,
  slowDisk,
  lostSync,
  commandTimeout,
  commandExit,
  commandSignal,
  commandDelay,
  truncateStdout,
  truncateStderr,
  corruptStdout,
  workerKill,
  workerStop,
  workerDelay,
  workerCorrupt,
  workerTruncate,
  clockSkew,
  clockJump,
  contendedCall,
  delayedRelease,
  nanInjection,
  infInjection,
  corruptedFloats,
  wrongShape,
  dtypeDrift,
  partialBatch,
  featureOrderDrift,
  missingFeature,
  nanBurst,
  infBurst,
  staleArtifact,
  versionSkew,
  corruptWeights,
  custom,
});

/** The type of `fault`: one function for each kind of fault. */
export interface Catalogue {
  readonly timeout: typeof timeout;
  readonly slow: typeof slow;
  readonly late: typeof late;
  readonly intermittentCrash: typeof intermittentCrash;
  readonly jitter: typeof jitter;
  readonly errorOnCall: typeof errorOnCall;
  readonly lostReply: typeof lostReply;
  readonly duplicateCall: typeof duplicateCall;
  readonly swallowedCall: typeof swallowedCall;
  readonly reorderedCompletion: typeof reorderedCompletion;
  readonly returnEmpty: typeof returnEmpty;
  readonly corruptOutput: typeof corruptOutput;
  readonly truncateOutput: typeof truncateOutput;
  readonly staleRead: typeof staleRead;
  readonly staleState: typeof staleState;
  readonly cutStream: typeof cutStream;
  readonly http: typeof http;
  readonly httpError: typeof httpError;
  readonly intermittentHttpError: typeof intermittentHttpError;
  readonly rateLimited: typeof rateLimited;
  readonly authFailure: typeof authFailure;
  readonly partialResponse: typeof partialResponse;
  readonly connectionReset: typeof connectionReset;
  readonly connectionRefused: typeof connectionRefused;
  readonly dnsFailure: typeof dnsFailure;
  readonly dnsFlap: typeof dnsFlap;
  readonly slowNetwork: typeof slowNetwork;
  readonly diskFull: typeof diskFull;
  readonly permissionDenied: typeof permissionDenied;
  readonly ioError: typeof ioError;
  readonly partialWrite: typeof partialWrite;
  readonly partialRead: typeof partialRead;
  readonly slowDisk: typeof slowDisk;
  readonly lostSync: typeof lostSync;
  readonly commandTimeout: typeof commandTimeout;
  readonly commandExit: typeof commandExit;
  readonly commandSignal: typeof commandSignal;
  readonly commandDelay: typeof commandDelay;
  readonly truncateStdout: typeof truncateStdout;
  readonly truncateStderr: typeof truncateStderr;
  readonly corruptStdout: typeof corruptStdout;
  readonly workerKill: typeof workerKill;
  readonly workerStop: typeof workerStop;
  readonly workerDelay: typeof workerDelay;
  readonly workerCorrupt: typeof workerCorrupt;
  readonly workerTruncate: typeof workerTruncate;
  readonly clockSkew: typeof clockSkew;
  readonly clockJump: typeof clockJump;
  readonly contendedCall: typeof contendedCall;
  readonly delayedRelease: typeof delayedRelease;
  readonly nanInjection: typeof nanInjection;
  readonly infInjection: typeof infInjection;
  readonly corruptedFloats: typeof corruptedFloats;
  readonly wrongShape: typeof wrongShape;
  readonly dtypeDrift: typeof dtypeDrift;
  readonly partialBatch: typeof partialBatch;
  readonly featureOrderDrift: typeof featureOrderDrift;
  readonly missingFeature: typeof missingFeature;
  readonly nanBurst: typeof nanBurst;
  readonly infBurst: typeof infBurst;
  readonly staleArtifact: typeof staleArtifact;
  readonly versionSkew: typeof versionSkew;
  readonly corruptWeights: typeof corruptWeights;
  readonly custom: typeof custom;
}
