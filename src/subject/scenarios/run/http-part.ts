import { askHostHttp } from "../../../world/host/ask-host-http.ts";
import { hostLimits } from "../../../world/host/host-limits.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { isServed } from "../../../world/net/serve.ts";
import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import {
  addressOf,
  fitsHostRequest,
  fitsRequest,
  type HttpRule,
  httpRule,
  type HttpTarget,
  suggestedHttpWhen,
} from "./http-rules.ts";
import { hostTimeout, hostTooLong } from "./host-failures.ts";
import { judgeAnswer } from "./http-judge.ts";
import type { Answer } from "./matchers.ts";
import { RuleBook } from "./rule-book.ts";
import { harnessError, StepFailed } from "./step-failure.ts";
import type { PartKind, ScopePart, StepScope } from "./step-scope.ts";

/**
 * What a scenario says of HTTP. Scripted, its rules answer the scenario's own requests and those of
 * called code to the origins that rules name. With the real network they are contracts, which the
 * answers of real servers must keep.
 */
export class HttpPart implements ScopePart {
  static readonly kind: PartKind<HttpPart> = {
    name: "http",
    make: (scope) => new HttpPart(scope),
  };

  readonly #scope: StepScope;
  readonly #rules = new RuleBook<HttpRule>();
  readonly #origins = new Set<string>();

  constructor(scope: StepScope) {
    this.#scope = scope;
  }

  /** Takes an `http_when`. */
  declare(said: OutsideSteps["http_when"]): void {
    const { path, times } = said;
    const address = addressOf(path);
    if (this.#isHost) {
      if (address === undefined && !path.startsWith("/")) {
        const help = "give an absolute http or https address, or a path that begins with `/`";
        throw harnessError("http_when_host_path", `\`${path}\` fits no real request: ${help}`);
      }
    } else if (address !== undefined) this.#mount(address.origin);
    this.#rules.add(httpRule(said), times);
  }

  /** Makes a request of the scenario's own. */
  async ask(asked: OutsideSteps["http_request"]): Promise<Answer> {
    if (this.#isHost) return this.#askHost(asked);
    const address = addressOf(asked.path);
    // A server that called code has started answers for itself, where no rule has its origin.
    const isOfCode =
      address !== undefined &&
      !this.#origins.has(address.origin) &&
      isServed(this.#scope.world, address);
    return isOfCode ? askServed(asked) : this.#answer(this.#ruleFor(asked));
  }

  /** Mounted origins stay so; without a rule, whoever asks is told what is missing. */
  snapshot(): () => void {
    return this.#rules.snapshot();
  }

  get #isHost(): boolean {
    return this.#scope.world.host.http;
  }

  #ruleFor(target: HttpTarget): HttpRule {
    const fits = (rule: HttpRule): boolean => fitsRequest(rule, target);
    const rule = this.#rules.take(fits);
    if (rule !== undefined) return rule;
    const { method, path } = target;
    const isUsedUp = this.#rules.hasUsedUp(fits);
    const why = isUsedUp ? "every http_when is used up" : "there is no http_when";
    const help = `add before it: ${suggestedHttpWhen(target)}`;
    throw harnessError("http_unmatched", `${why} for ${method} ${path}; ${help}`);
  }

  async #answer({ delayMs, answer }: HttpRule): Promise<Answer> {
    if (delayMs > 0) await this.#scope.context.world.sleep(delayMs);
    return answer;
  }

  /** Lets called code reach an origin; what no rule is for breaks the run, be it caught or not. */
  #mount(origin: string): void {
    if (this.#origins.has(origin)) return;
    const handler = async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      const target = { method: request.method, path: `${origin}${pathname}${search}` };
      try {
        return responseOf(await this.#answer(this.#ruleFor(target)), target);
      } catch (thrown) {
        if (!(thrown instanceof StepFailed)) throw thrown;
        this.#scope.breakRun(thrown);
        return new Response(thrown.message, { status: 501 });
      }
    };
    try {
      this.#scope.context.world.serve(origin, handler);
    } catch (thrown) {
      if (!(thrown instanceof GauntletError)) throw thrown;
      throw harnessError("http_when_origin", `\`${origin}\` cannot be scripted: ${thrown.what}`);
    }
    this.#origins.add(origin);
  }

  #askHost({ method, path, headers = {}, body }: OutsideSteps["http_request"]): Answer {
    const { world } = this.#scope;
    const target = { method, path };
    if (addressOf(path) === undefined) {
      const what = `\`${path}\` is not an absolute http or https URL, which a real request needs`;
      throw harnessError("http_host_url", what);
    }
    const rule = this.#contractFor(target);
    const request = `${method} ${path}`;
    const asked = { method, url: path, headers, body, ...hostLimits(world) };
    const end = askHostHttp(world, asked);
    if (end.kind === "timeout") throw hostTimeout(request, end.afterMs, `waiting for ${end.phase}`);
    if (end.kind === "too long") throw hostTooLong(request, "the body", end);
    if (end.kind === "failed") {
      throw new StepFailed("http_host_request", `${request} failed: ${end.because}`);
    }
    const text = end.isText ? end.body : Buffer.from(end.body, "base64").toString();
    const answer: Answer = { status: end.status, headers: end.headers, body: text };
    if (rule !== undefined) judgeContract(answer, rule, request);
    return answer;
  }

  #contractFor(target: HttpTarget): HttpRule | undefined {
    const rule = this.#rules.take((known) => fitsHostRequest(known, target));
    if (rule !== undefined || this.#rules.isEmpty) return rule;
    const { method, path } = target;
    throw harnessError(
      "http_when_host_unmatched",
      `no http_when is left for the real request ${method} ${path}, and there are others: ` +
        `correct the method or path of one, add ${suggestedHttpWhen(target)}, ` +
        "or use `--http-backend scripted`",
    );
  }
}

// --- inside ---

/** Through the simulated network, as any client would. */
async function askServed(asked: OutsideSteps["http_request"]): Promise<Answer> {
  const { method, path, headers = {}, body } = asked;
  const sent = body === undefined ? {} : { body };
  const response = await fetch(path, { method, headers, ...sent, redirect: "manual" });
  const { status } = response;
  return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** Statuses that come without a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf({ status, headers, body }: Answer, { method, path }: HttpTarget): Response {
  if (status < 200) {
    const what = `called code got ${status} for ${method} ${path}, which only starts an answer`;
    throw harnessError("http_when_status", `${what}; give a status of 200 or above`);
  }
  const isEmpty = bodiless.has(status) || method === "HEAD";
  return new Response(isEmpty ? null : body, { status, headers });
}

function judgeContract(answer: Answer, { said }: HttpRule, request: string): void {
  const { status, headers, body } = said;
  const json = "json" in said && said.json !== undefined ? { value: said.json } : undefined;
  judgeAnswer(answer, { status, headers, body, json }, { prefix: "http_when_host_", request });
}
