import type { Fault } from "./fault.ts";
import { isResponse } from "./answer-kind.ts";
import { onSettled, unchanged } from "./change-answer.ts";
import { type Hit, makeFault, type SeamOptions } from "./make-fault.ts";
import type { Pattern } from "./pattern.ts";
import { type HostOptions, infoOf, isFromServer, placeOfHost } from "./fault-target.ts";
import { keptOf, truncated } from "./results.ts";
import { withBody } from "./streams.ts";
import { firstOf, isSized } from "./value-spots.ts";

/** How much of an answer comes; drawn where no fraction is given. */
export interface PartialOptions extends SeamOptions {
  readonly fraction?: number;
}

/** Which answers break off; on the wire, only the host of a URL can be told. */
export interface PartialAnswerOptions extends PartialOptions, HostOptions {
  readonly url?: string;
}

/** A part of the answer comes, and then the connection is reset. */
export function partialResponse(
  where?: string | PartialAnswerOptions,
  options?: PartialOptions,
): Fault {
  return typeof where === "string" ? ofFunction(where, options) : onWire(where);
}

// --- inside ---

function ofFunction(seam: string, options: PartialOptions | undefined): Fault {
  return makeFault({
    kind: "partialResponse",
    seam,
    options,
    strike: (hit) => {
      const closed = hit.error(undefined, { code: "UND_ERR_SOCKET", message: "other side closed" });
      const error = new TypeError("terminated", { cause: closed });
      const fraction = options?.fraction;
      return onSettled(hit.call.proceed(), (value) => {
        if (isResponse(value)) return breakOff(value, { hit, fraction, error });
        const short = truncated(value, hit, fraction);
        if (short === unchanged) return value;
        hit.fire();
        return short;
      });
    },
  });
}

function onWire(options: PartialAnswerOptions | undefined): Fault {
  const host: Pattern | undefined = options?.host ?? hostOfPattern(options?.url);
  const wanted = host === undefined ? options : { ...options, host };
  const place = placeOfHost(wanted, { seam: "world:net.data", options: wanted });
  return makeFault({
    kind: "partialResponse",
    ...place,
    matches: (call) => isFromServer(infoOf(call.args)) && (place.matches?.(call) ?? true),
    strike: (hit) => {
      const info = infoOf(hit.call.args);
      const { chunk } = info;
      if (!isSized(chunk) || chunk.length === 0) return hit.call.proceed();
      const error = hit.error(undefined, { code: "ECONNRESET", syscall: "write" });
      const kept = keptOf(chunk.length, hit, options?.fraction);
      hit.fire(`${kept} of ${chunk.length} bytes`);
      if (kept > 0) hit.call.proceed([{ ...info, chunk: firstOf(chunk, kept) }]);
      throw error;
    },
  });
}

function hostOfPattern(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (/^[^/]*\/\/([^/:]+)/.exec(url)?.[1] ?? "*");
}

interface BreakOff {
  readonly hit: Hit<undefined>;
  readonly fraction: number | undefined;
  readonly error: Error;
}

// Where a body breaks off depends on its length, so it is read first; an endless one never
// answers, and is a case for cutStream.
async function breakOff(response: Response, { hit, fraction, error }: BreakOff): Promise<Response> {
  if (response.body === null) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const kept = bytes.subarray(0, keptOf(bytes.length, hit, fraction));
  hit.fire(`${kept.length} of ${bytes.length} bytes`);
  let isSent = kept.length === 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) return controller.error(error);
      isSent = true;
      controller.enqueue(kept);
    },
  });
  return withBody(response, body);
}
