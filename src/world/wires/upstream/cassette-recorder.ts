import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../upstream.ts";
import {
  type Cassette,
  type CassetteExchange,
  cassetteLimits,
  type CassetteResponse,
  writtenBytes,
} from "./cassette.ts";
import { learnHeaders, learnKeys } from "../wire-headers.ts";
import { maskHeaders, maskRequest } from "./mask-request.ts";
import { maskPieces } from "../../host/mask-pieces.ts";

/** Keeps what passes: the requests in their order, the answers in the pieces in which they came. */
export class CassetteRecorder {
  /** Asks the one that is recorded; nothing waits for the recording. */
  readonly upstream: Upstream;
  readonly #mask: SecretMask;
  readonly #now: () => number;
  readonly #takes: Take[] = [];
  readonly #left: string[] = [];
  #bytes = 0;

  constructor(upstream: Upstream, mask: SecretMask, now: () => number = () => performance.now()) {
    this.#mask = mask;
    this.#now = now;
    this.upstream = this.through(upstream);
  }

  /** Asks another one, and records that too. */
  through(upstream: Upstream): Upstream {
    return { answer: (request, signal) => this.#record(upstream, request, signal) };
  }

  /**
   * All that was answered so far. Secrets are left out only now, so that one which was learnt late
   * is not in what was recorded early. The first time over it is learnt what is a secret here.
   */
  cassette(): Cassette {
    for (const take of this.#takes) this.#exchangeOf(take);
    return { exchanges: this.#takes.flatMap((take) => this.#exchangeOf(take) ?? []) };
  }

  /** What was not kept, as there was too much. */
  get left(): readonly string[] {
    return this.#left;
  }

  async #record(
    upstream: Upstream,
    request: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<UpstreamResponse> {
    learnKeys(request, this.#mask);
    const take = this.#begin(request);
    const start = this.#now();
    try {
      const response = await upstream.answer(request, signal);
      learnHeaders(response.headers, this.#mask);
      take.status = response.status;
      take.headers = response.headers;
      return { ...response, body: this.#listen(response.body, take, start) };
    } catch (thrown) {
      take.broken = reasonOf(thrown);
      take.hasEnded = true;
      throw thrown;
    }
  }

  async *#listen(
    body: AsyncIterable<Uint8Array>,
    take: Take,
    start: number,
  ): AsyncGenerator<Uint8Array> {
    // Whoever stops listening leaves by `finally` alone.
    take.broken = "the agent went away";
    try {
      for await (const bytes of body) {
        this.#keep(take, { atMs: Math.round(this.#now() - start), bytes });
        yield bytes;
      }
      take.broken = undefined;
    } catch (thrown) {
      take.broken = reasonOf(thrown);
      throw thrown;
    } finally {
      take.hasEnded = true;
    }
  }

  #begin(request: UpstreamRequest): Take {
    const take: Take = {
      request,
      status: 0,
      headers: {},
      pieces: [],
      broken: undefined,
      hasEnded: false,
      isLeft: false,
    };
    if (this.#takes.length < cassetteLimits.exchanges) this.#takes.push(take);
    else take.isLeft = true;
    this.#count(take, request.body.length);
    return take;
  }

  #keep(take: Take, piece: Piece): void {
    if (take.isLeft) return;
    this.#count(take, piece.bytes.length);
    // A copy: whoever reads the answer may use its bytes again.
    take.pieces.push({ ...piece, bytes: Uint8Array.from(piece.bytes) });
  }

  #count(take: Take, bytes: number): void {
    this.#bytes += bytes;
    // Half of what a file may have, since JSON writes some bytes as two.
    if (this.#bytes > cassetteLimits.bytes / 2) take.isLeft = true;
    if (!take.isLeft) return;
    take.pieces = [];
    this.#left.push(this.#mask.text(`${take.request.to} ${take.request.path}`));
  }

  #exchangeOf(take: Take): CassetteExchange | undefined {
    if (!take.hasEnded || take.isLeft) return undefined;
    const request = maskRequest(take.request, this.#mask);
    return { request, response: this.#responseOf(take) };
  }

  #responseOf({ status, headers, pieces, broken }: Take): CassetteResponse {
    const masked = maskPieces(
      pieces.map(({ bytes }) => bytes),
      this.#mask,
    );
    return {
      status,
      headers: maskHeaders(headers, this.#mask),
      pieces: pieces.map(({ atMs, bytes }, index) => ({
        atMs,
        bytes: writtenBytes(masked[index] ?? bytes),
      })),
      broken: broken === undefined ? undefined : this.#mask.text(broken),
    };
  }
}

// --- inside ---

interface Piece {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** One exchange while it is recorded. */
interface Take {
  readonly request: UpstreamRequest;
  status: number;
  headers: Readonly<Record<string, string>>;
  pieces: Piece[];
  broken: string | undefined;
  hasEnded: boolean;
  isLeft: boolean;
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
