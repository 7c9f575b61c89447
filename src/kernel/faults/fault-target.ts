import type { SeamCall } from "./fault.ts";
import { isObject } from "./answer-kind.ts";
import type { SeamOptions } from "./make-fault.ts";
import { isMeant, type Pattern, patternText } from "./pattern.ts";

/** A part of a plan: where the fault stands and which calls it is about. */
export interface FaultTarget<O> {
  readonly seam: string;
  readonly options: O | undefined;
  readonly target: string | undefined;
  readonly matches?: (call: SeamCall) => boolean;
}

/** Which requests a fault is about. */
export interface UrlOptions extends SeamOptions {
  /** The URL, in which `*` stands for anything; all of them where it is left out. */
  readonly url?: Pattern;
  readonly method?: string;
}

/** Which hosts a fault is about. */
export interface HostOptions extends SeamOptions {
  /** The host's name, in which `*` stands for anything; all of them where it is left out. */
  readonly host?: Pattern;
}

/** A function that answers like fetch, or the requests of the world that a URL names. */
export function placeOfUrl<O extends UrlOptions>(
  where: string | O | undefined,
  options: O | undefined,
): FaultTarget<O> {
  if (typeof where === "string") return { seam: where, options, target: where };
  const { url, method } = where ?? {};
  return {
    seam: "world:http.request",
    options: where,
    target: [method, patternText(url)].filter((word) => word !== undefined).join(" "),
    matches: ({ args }) => {
      const info = infoOf(args);
      const isMethod = method === undefined || isMeant(method.toUpperCase(), info["method"]);
      return isMethod && isMeant(url, info["url"]);
    },
  };
}

/** A function, or the calls of a seam of the world that go to a host. */
export function placeOfHost<O extends HostOptions>(
  where: string | O | undefined,
  { seam, options }: { readonly seam: string; readonly options: O | undefined },
): FaultTarget<O> {
  if (typeof where === "string") return { seam: where, options, target: where };
  return {
    seam,
    options: where,
    target: patternText(where?.host) ?? "",
    matches: ({ args }) => isMeant(where?.host, hostOf(infoOf(args))),
  };
}

/** What a seam of the world says about a call: its first argument. */
export function infoOf(args: readonly unknown[]): Readonly<Record<string, unknown>> {
  return isObject(args[0]) ? args[0] : noInfo;
}

/** The host that a call goes to, by its name or by its URL. */
export function hostOf(info: Readonly<Record<string, unknown>>): string | undefined {
  const host = info["host"] ?? info["hostname"];
  if (typeof host === "string") return host;
  return typeof info["url"] === "string" ? new URL(info["url"]).hostname : undefined;
}

/** Whether bytes on the wire come from the server. */
export function isFromServer(info: Readonly<Record<string, unknown>>): boolean {
  return info["direction"] === "to client";
}

// --- inside ---

const noInfo: Readonly<Record<string, unknown>> = {};
