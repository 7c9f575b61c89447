import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline } from "node:stream";
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from "node:zlib";
import { GauntletError } from "../../../kernel/gauntlet-error.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import { askedHeaders, passedHeaders } from "../wire-headers.ts";

/** Asks whoever really answers, over HTTP; `origins` says where each of them is. */
export function providerUpstream(origins: Readonly<Record<string, string>>): Upstream {
  const bases = new Map(Object.entries(origins).map(([to, url]) => [to, new URL(url)]));
  return {
    answer(request, signal) {
      const base = bases.get(request.to);
      return base === undefined
        ? Promise.reject(unknownOrigin(request.to))
        : ask(addressOf(base, request.path), request, signal);
    },
  };
}

// --- inside ---

function unknownOrigin(to: string): GauntletError {
  const what = `nobody answers for \`${to}\``;
  const help = "give it an address in the config, or use a cassette or a scripted model";
  return new GauntletError({ code: "A035", what, help });
}

/** The base may have a path of its own; a `/v1` that stands in both is meant once. */
function addressOf(base: URL, path: string): URL {
  const folder = base.pathname.replace(/\/+$/u, "");
  const isTwice = folder.endsWith("/v1") && /^\/v1(?:[/?]|$)/u.test(path);
  const start = isTwice ? folder.slice(0, -"/v1".length) : folder;
  // An address that is called as it is has nothing after it but its query.
  const rest = start === "" ? path : path.replace(/^\/(?=\?|$)/u, "");
  const address = new URL(base.origin + start + rest);
  if (address.origin !== base.origin) throw unknownOrigin(address.origin);
  if (base.username !== "") {
    address.username = base.username;
    address.password = base.password;
  }
  if (address.search === "") address.search = base.search;
  return address;
}

function ask(
  url: URL,
  { method, headers, body }: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const hasBody = body.length > 0 || !/^(?:GET|HEAD|DELETE|OPTIONS)$/u.test(method);
  const length = hasBody ? { "content-length": String(body.length) } : {};
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      { method, signal, headers: { ...askedHeaders(headers), ...length } },
      (response) => resolve(answerOf(response, method)),
    );
    sent.on("error", (cause) => {
      // The address is ours; its user and password, and the query, may be secrets.
      reject(new Error(`${url.origin} cannot be reached: ${reasonOf(cause)}`, { cause }));
    });
    sent.end(body);
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
  if (decoder === undefined || isEmpty) return { status, headers, body: response };
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
