import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { leavesBase } from "./path-below.ts";

/** What a listener knows of itself. */
export interface OwnAddress {
  readonly port: number;
  /** The first part of every address that is handed out; none where the user wrote them down. */
  readonly token: string | undefined;
}

/** What was asked, without the token; or why nobody answers it. */
export type Guarded =
  | { readonly path: string; readonly refusal?: undefined }
  | { readonly refusal: Refusal };

/** Why a request is answered by nobody: nothing of it goes on, and no credentials are added. */
export interface Refusal {
  readonly status: 400 | 403 | 421;
  readonly why: string;
}

/**
 * Lets in whoever was given the address by us. A page in a browser reaches loopback too, by its
 * own address or by a name of its own that is made to mean 127.0.0.1; the first shows in `Origin`
 * and `Sec-Fetch-Site`, the second in `Host`, and neither knows the token.
 */
export function guardRequest(
  request: Pick<IncomingMessage, "headersDistinct" | "url">,
  own: OwnAddress,
): Guarded {
  const { headersDistinct: headers, url = "" } = request;
  const refusal = foreignHost(headers["host"], own) ?? foreignPage(headers, own);
  if (refusal !== undefined) return { refusal };
  // `GET http://elsewhere/` is what a proxy is asked.
  if (!url.startsWith("/")) return refused(400, "its target is not a path");
  const path = own.token === undefined ? url : withoutToken(url, own.token);
  if (path === undefined) return refused(403, "its address lacks the token of this run");
  return leavesBase(path) ? refused(403, "its path leads out of the address") : { path };
}

// --- inside ---

type Headers = IncomingMessage["headersDistinct"];

function refused(status: Refusal["status"], why: string): Guarded {
  return { refusal: { status, why } };
}

function foreignHost(hosts: readonly string[] | undefined, own: OwnAddress): Refusal | undefined {
  const [host = "", ...more] = hosts ?? [];
  if (more.length === 0 && isOwnHost(host, own)) return undefined;
  return { status: 421, why: `its Host is \`${shown([host, ...more].join(", "))}\`` };
}

function foreignPage(headers: Headers, own: OwnAddress): Refusal | undefined {
  const origins = headers["origin"] ?? [];
  const origin = origins.find((one) => !isOwnOrigin(one, own));
  if (origin !== undefined) return { status: 403, why: `its Origin is \`${shown(origin)}\`` };
  const sites = headers["sec-fetch-site"] ?? [];
  // Another port of this machine is the same site and not the same origin.
  const site = sites.find((one) => one !== "same-origin" && one !== "none");
  if (site === undefined) return undefined;
  return { status: 403, why: `its Sec-Fetch-Site is \`${shown(site)}\`` };
}

function isOwnHost(host: string, { port }: OwnAddress): boolean {
  const lower = host.toLowerCase();
  return lower === `127.0.0.1:${port}` || lower === `localhost:${port}`;
}

function isOwnOrigin(origin: string, own: OwnAddress): boolean {
  return origin.startsWith("http://") && isOwnHost(origin.slice("http://".length), own);
}

function withoutToken(url: string, token: string): string | undefined {
  const end = url.indexOf("/", 1);
  const given = Buffer.from(end === -1 ? "" : url.slice(1, end));
  const own = Buffer.from(token);
  const isOwn = given.length === own.length && timingSafeEqual(given, own);
  return isOwn ? url.slice(end) : undefined;
}

const shownMax = 80;

function shown(text: string): string {
  return text.replaceAll(/[^\x20-\x7E]/gu, "?").slice(0, shownMax);
}
