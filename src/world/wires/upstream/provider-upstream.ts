import { type IncomingMessage, request as requestHttp, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline } from "node:stream";
import { urlToHttpOptions } from "node:url";
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from "node:zlib";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import { addressBelow } from "../path-below.ts";
import { askedHeaders, passedHeaders } from "../wire-headers.ts";
import { answerPieces } from "./answer-pieces.ts";

/** Asks whoever really answers, over HTTP; `origins` says where each of them is. */
export function providerUpstream(origins: Readonly<Record<string, string>>): Upstream {
  const all = new Map(Object.entries(origins).map(([to, url]) => [to, new Addresses(url)]));
  return {
    answer(request, signal) {
      const addresses = all.get(request.to);
      return addresses === undefined
        ? Promise.reject(unknownOrigin(request.to))
        : ask(addresses.at(request.path), request, signal);
    },
  };
}

// --- inside ---

/** Where a request goes, as Node wants it. */
interface Address {
  readonly origin: string;
  /** Without its user, password and query, which may be secrets. */
  readonly url: string;
  readonly isSecure: boolean;
  readonly options: RequestOptions;
}

/** The addresses at one place; an agent asks most of them again and again. */
class Addresses {
  readonly #base: URL;
  readonly #known = new Map<string, Address>();

  constructor(base: string) {
    this.#base = new URL(base);
  }

  at(path: string): Address {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const url = addressOf(this.#base, path);
    const isSecure = url.protocol === "https:";
    const { origin, pathname } = url;
    const shown = `${origin}${pathname}`;
    const address = { origin, url: shown, isSecure, options: urlToHttpOptions(url) };
    if (this.#known.size >= addressesMax) this.#known.clear();
    this.#known.set(path, address);
    return address;
  }
}

const addressesMax = 256;

function unknownOrigin(to: string): GauntletError {
  const what = `nobody answers for \`${to}\``;
  const help = "give it an address in the config, or use a cassette or a scripted model";
  return new GauntletError({ code: "A035", what, help });
}

/** The base may have a path of its own; a `/v1` that stands in both is meant once. */
function addressOf(base: URL, path: string): URL {
  const folder = base.pathname.replace(/\/+$/u, "");
  const isTwice = folder.endsWith("/v1") && /^\/v1(?:[/?]|$)/u.test(path);
  const below = isTwice ? path.slice("/v1".length) : path;
  // An address that is called as it is has nothing after it but its query.
  const rest = folder === "" ? below : below.replace(/^\/(?=\?|$)/u, "");
  const address = addressBelow(base, rest);
  if (base.username !== "") {
    address.username = base.username;
    address.password = base.password;
  }
  if (address.search === "") address.search = base.search;
  return address;
}

function ask(
  { origin, url, isSecure, options }: Address,
  { method, headers, body }: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const hasBody = body.length > 0 || !/^(?:GET|HEAD|DELETE|OPTIONS)$/u.test(method);
  const asked = askedHeaders(headers);
  if (hasBody) asked["content-length"] = String(body.length);
  const send = isSecure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send({ ...options, method, headers: asked }, (response) => {
      resolve({ ...answerOf(response, method), url });
    });
    sent.on("error", (cause) => {
      // The address is ours; its user and password, and the query, may be secrets.
      reject(new Error(`${origin} cannot be reached: ${reasonOf(cause)}`, { cause }));
    });
    // Node's own option for a signal does the same, at a tenth of the cost of a whole request.
    const leave = (): void => void sent.destroy(new Error("aborted"));
    signal.addEventListener("abort", leave);
    sent.once("close", () => signal.removeEventListener("abort", leave));
    if (signal.aborted) leave();
    else sent.end(body);
  });
}

function reasonOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

function answerOf(response: IncomingMessage, method: string): UpstreamResponse {
  const headers = passedHeaders(response.headers);
  const { statusCode: status = 502 } = response;
  const decoder = decoders[headers["content-encoding"] ?? ""];
  const isEmpty = method === "HEAD" || status === 204 || status === 304;
  if (decoder === undefined || isEmpty) {
    return { status, headers, body: answerPieces(response) };
  }
  const { "content-encoding": _, "content-length": __, ...plain } = headers;
  // A broken body ends the iteration of what is decoded with an error.
  const body = pipeline(response, decoder(), () => undefined);
  return { status, headers: plain, body };
}

const decoders: Readonly<Record<string, (() => Gunzip | Inflate | BrotliDecompress) | undefined>> =
  {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
