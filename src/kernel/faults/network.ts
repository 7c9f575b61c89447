import type { Fault } from "./fault.ts";
import { isThenable } from "./answer-kind.ts";
import { type Hit, makeFault } from "./make-fault.ts";
import type { NodeErrorFacts } from "./node-error.ts";
import { type HostOptions, hostOf, infoOf, isFromServer, placeOfHost } from "./fault-target.ts";
import { beginLater } from "./timing.ts";

/** When a connection is reset: while it is made, before the request, or when the answer is due. */
export type ResetPhase = "connect" | "request" | "response";

/** A connection is reset with ECONNRESET; in the phase `response` the server has done its work. */
export function connectionReset(
  where?: string | (HostOptions & { readonly phase?: ResetPhase }),
  options?: HostOptions & { readonly phase?: ResetPhase },
): Fault {
  const phase = (typeof where === "string" ? options : where)?.phase ?? "request";
  const place = placeOfHost(where, { seam: resetSeams[phase], options });
  const isOnWire = typeof where !== "string" && phase === "response";
  return makeFault({
    kind: `connectionReset ${phase}`,
    ...place,
    matches: (call) => {
      if (isOnWire && !isFromServer(infoOf(call.args))) return false;
      return place.matches?.(call) ?? true;
    },
    strike: (hit) => {
      const error = hit.error(undefined, resetFacts(phase, hit));
      if (isOnWire || phase !== "response") return hit.fail(error);
      const answer = hit.call.proceed();
      hit.fire(error.message);
      if (!isThenable(answer)) throw error;
      const reset = (): never => {
        throw error;
      };
      return answer.then(reset, reset);
    },
  });
}

/** A connection is refused with ECONNREFUSED. */
export function connectionRefused(where?: string | HostOptions, options?: HostOptions): Fault {
  return makeFault({
    kind: "connectionRefused",
    ...placeOfHost(where, { seam: "world:net.connect", options }),
    strike: (hit) => hit.fail(hit.error(undefined, { code: "ECONNREFUSED", ...connectFacts(hit) })),
  });
}

/** A host has no address: ENOTFOUND. */
export function dnsFailure(where?: string | HostOptions, options?: HostOptions): Fault {
  return makeFault({
    kind: "dnsFailure",
    ...placeOfHost(where, { seam: "world:dns.lookup", options }),
    strike: (hit) => hit.fail(hit.error(undefined, { code: "ENOTFOUND", ...lookupFacts(hit) })),
  });
}

/** The first `failures` lookups fail with EAI_AGAIN, and then they work. */
export function dnsFlap(
  where?: string | (HostOptions & { readonly failures?: number }),
  options?: HostOptions & { readonly failures?: number },
): Fault {
  const place = placeOfHost(where, { seam: "world:dns.lookup", options });
  return makeFault({
    kind: "dnsFlap",
    ...place,
    options: { times: place.options?.failures ?? 2, ...place.options },
    strike: (hit) => hit.fail(hit.error(undefined, { code: "EAI_AGAIN", ...lookupFacts(hit) })),
  });
}

/** Requests, connections, lookups or bytes under way take `ms` longer. */
export function slowNetwork(
  options?: HostOptions & {
    readonly ms?: number;
    readonly on?: "request" | "connect" | "data" | "lookup";
  },
): Fault {
  const { ms = 1_000, on = "request" } = options ?? {};
  const place = placeOfHost(options, { seam: networkSeams[on], options });
  return makeFault({
    kind: `slowNetwork ${on}`,
    ...place,
    // Before it: what these calls do is seen elsewhere, and nobody waits for their answer.
    strike: (hit) => beginLater(hit, ms),
  });
}

// --- inside ---

const resetSeams = {
  connect: "world:net.connect",
  request: "world:http.request",
  // The answer is not a value of the request's seam; it is bytes that the server sends.
  response: "world:net.data",
} as const;

const networkSeams = {
  request: "world:http.request",
  connect: "world:net.connect",
  data: "world:net.data",
  lookup: "world:dns.lookup",
} as const;

type Facts = Omit<NodeErrorFacts, "code">;

function resetFacts<S>(phase: ResetPhase, hit: Hit<S>): NodeErrorFacts {
  if (phase === "connect") return { code: "ECONNRESET", ...connectFacts(hit) };
  // What http says when a socket ends before its answer has begun.
  if (phase === "request") return { code: "ECONNRESET", message: "socket hang up" };
  return { code: "ECONNRESET", syscall: "read" };
}

function connectFacts<S>({ call }: Hit<S>): Facts {
  const info = infoOf(call.args);
  const port = typeof info["port"] === "number" ? info["port"] : undefined;
  return { syscall: "connect", host: hostOf(info), port };
}

function lookupFacts<S>({ call }: Hit<S>): Facts {
  return { syscall: "getaddrinfo", host: hostOf(infoOf(call.args)) };
}
