import { setTimeout } from "node:timers/promises";
import { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import {
  type Cassette,
  type CassetteRequest,
  type CassetteResponse,
  readBytes,
} from "./cassette.ts";
import { errorAnswer } from "./error-answer.ts";
import { exactKey, looseKey } from "./exchange-key.ts";
import { learnKeys } from "../wire-headers.ts";
import { maskRequest } from "./mask-request.ts";

/**
 * `strict`: each exchange once, in the order in which an agent asked the same one before; `loose`:
 * in any order, as often as it is asked, and without ids, dates and spaces.
 */
export type CassetteMatch = "strict" | "loose";

/** How a cassette is played. */
export interface CassetteOptions {
  /** Knows the secrets that the cassette has not. */
  readonly mask?: SecretMask;
  /** `recorded` waits as long as it took; `none`, which is usual, does not wait. */
  readonly pace?: "recorded" | "none";
  /**
   * Where a strict one begins: with the first exchange, which is usual, or, where several
   * conversations were recorded one after the other, with the first that is what is asked.
   */
  readonly begins?: "first" | "anywhere";
}

/** Answers from a cassette, and never from anywhere else. */
export interface CassetteUpstream extends Upstream {
  /** What was asked and is not in the cassette; whatever was judged after it is not known. */
  readonly misses: readonly string[];
  /** Which requests are not quite the recorded ones, and in what. */
  readonly differences: readonly string[];
  /** All exchanges may be played again, from the first one on. */
  rewind(): void;
}

/** Plays a cassette. */
export function cassetteUpstream(
  cassette: Cassette,
  match: CassetteMatch,
  options: CassetteOptions = {},
): CassetteUpstream {
  return new CassettePlayer(cassette, match, options);
}

// --- inside ---

const toldMax = 1_000;
const missStatus = 599; // no server answers with it, so a log shows whose answer it is

interface Track {
  readonly request: CassetteRequest;
  readonly response: CassetteResponse;
  readonly number: number;
  readonly exact: string;
  readonly loose: string;
  isPlayed: boolean;
}

class CassettePlayer implements CassetteUpstream {
  readonly misses: string[] = [];
  readonly differences: string[] = [];
  readonly #tracks: readonly Track[];
  readonly #match: CassetteMatch;
  readonly #mask: SecretMask;
  readonly #isPaced: boolean;
  readonly #begins: "first" | "anywhere";

  constructor(cassette: Cassette, match: CassetteMatch, options: CassetteOptions) {
    const { mask = new SecretMask(), pace = "none", begins = "first" } = options;
    this.#begins = begins;
    this.#match = match;
    this.#mask = mask;
    this.#isPaced = pace === "recorded";
    this.#tracks = cassette.exchanges.map(({ request, response }, index) => ({
      request,
      response,
      number: index + 1,
      exact: exactKey(request),
      loose: match === "loose" ? looseKey(request) : "",
      isPlayed: false,
    }));
  }

  rewind(): void {
    for (const track of this.#tracks) track.isPlayed = false;
  }

  answer(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    learnKeys(request, this.#mask);
    const asked = maskRequest(request, this.#mask);
    const track = this.#match === "strict" ? this.#next(asked) : this.#nearest(asked);
    if (track === undefined) return Promise.resolve(this.#miss(request, asked));
    track.isPlayed = true;
    return this.#play(track.response, signal);
  }

  #next(asked: CassetteRequest): Track | undefined {
    const exact = exactKey(asked);
    const own = this.#tracks.filter(
      ({ request }) => request.agent === asked.agent && request.to === asked.to,
    );
    const last = own.findLastIndex(({ isPlayed }) => isPlayed);
    if (last < 0 && this.#begins === "anywhere") return own.find((track) => track.exact === exact);
    const next = own[last + 1];
    return next?.exact === exact ? next : undefined;
  }

  #nearest(asked: CassetteRequest): Track | undefined {
    const exact = exactKey(asked);
    const same = this.#tracks.filter((track) => track.exact === exact);
    const loose = same.length > 0 ? "" : looseKey(asked);
    const near = same.length > 0 ? same : this.#tracks.filter((track) => track.loose === loose);
    const found = near.find(({ isPlayed }) => !isPlayed) ?? near.at(-1);
    if (found !== undefined) this.#tell(asked, found, same.length === 0);
    return found;
  }

  #tell(asked: CassetteRequest, track: Track, isLoose: boolean): void {
    const isEarlier = ({ request, isPlayed, number }: Track): boolean =>
      !isPlayed && number < track.number && request.to === asked.to;
    const reasons = [
      ...(isLoose ? ["without ids, dates and spaces"] : []),
      ...(track.isPlayed ? ["again"] : []),
      ...(!track.isPlayed && this.#tracks.some(isEarlier) ? ["out of order"] : []),
      ...(track.request.agent === asked.agent ? [] : [`as asked by ${track.request.agent}`]),
    ];
    if (reasons.length === 0 || this.differences.length >= toldMax) return;
    this.differences.push(`${nameOf(asked)} is exchange ${track.number}, ${reasons.join(", ")}`);
  }

  #miss(request: UpstreamRequest, asked: CassetteRequest): UpstreamResponse {
    const left = this.#tracks.find((track) => !track.isPlayed && track.request.to === asked.to);
    const next = left === undefined ? "none is left" : `the next one is ${left.number}`;
    const message = `the cassette has no answer for ${nameOf(asked)}; ${next}`;
    if (this.misses.length < toldMax) this.misses.push(message);
    return errorAnswer(request, { status: missStatus, message });
  }

  async #play(response: CassetteResponse, signal: AbortSignal): Promise<UpstreamResponse> {
    const { status, headers, pieces, broken } = response;
    const firstMs = pieces[0]?.atMs ?? 0;
    if (this.#isPaced) await setTimeout(status === 0 ? 0 : firstMs, undefined, { signal });
    signal.throwIfAborted();
    if (status === 0) throw new Error(broken ?? "no answer came");
    return { status, headers, body: this.#pieces(response, signal) };
  }

  async *#pieces(
    { pieces, broken }: CassetteResponse,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    let before = pieces[0]?.atMs ?? 0;
    for (const { atMs, bytes } of pieces) {
      // Also without a pace the next piece is only made when the one before is on its way.
      await setTimeout(this.#isPaced ? Math.max(0, atMs - before) : 0, undefined, { signal });
      before = atMs;
      yield readBytes(bytes);
    }
    if (broken !== undefined) throw new Error(broken);
  }
}

function nameOf({ to, method, path }: CassetteRequest): string {
  return `${to} ${method} ${path}`;
}
