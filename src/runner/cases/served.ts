import type { IncomingMessage, ServerResponse } from "node:http";
import type { Case, Tier } from "../../data/case.ts";
import type { HttpAnswer } from "../../data/http/http-answer.ts";
import type { Pack } from "../../data/pack.ts";
import type { SseEvent, SseOptions } from "../../data/sse/sse-event.ts";
import { ssePack } from "../../data/sse/sse-pack.ts";
import type { WebhookOptions, WebhookPayload } from "../../data/webhook/webhook-delivery.ts";
import { webhookPack } from "../../data/webhook/webhook-pack.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { World } from "../../kernel/subject/subject.ts";
import { activeWorld } from "../../world/active-world.ts";
import { requestOf } from "../../world/players/delivery-player.ts";
import { playAnswer } from "../../world/players/play-answer.ts";
import { makeCase } from "./play-case.ts";
import { givenOf } from "./given-of.ts";

/** Which data a service of a run gives. */
export interface ServedOptions {
  /** Legal data must be handled right, invalid data must do no harm (default `legal`). */
  readonly tier?: Tier | "both" | undefined;
}

/**
 * Hostile upstreams as services of a simulated run: one case a run, drawn with everything else of
 * it, so that it is explored, replayed and shrunk like the rest.
 */
export const served: {
  /** Server-sent events at an address such as `https://events.example`; gives the case. */
  readonly sse: (
    world: World,
    url: string,
    options?: SseOptions & ServedOptions,
  ) => Case<HttpAnswer, readonly SseEvent[]>;
  /** Deliveries of webhooks, for a handler of the run; gives the case with its requests. */
  readonly webhook: (
    world: World,
    options: WebhookOptions & ServedOptions,
  ) => Case<WebhookPayload, readonly unknown[]> & { readonly requests: readonly Request[] };
} = {
  sse: (world, url, { tier, ...options } = {}) =>
    serveAnswer(world, url, { pack: ssePack, options, tier }),
  webhook: (_, { tier, ...given }) => {
    const nowMs = given.nowMs ?? Date.now();
    const options = { ...given, nowMs };
    const { made, onPlay } = drawCase({ pack: webhookPack, options, tier });
    onPlay();
    return { ...made, requests: made.payload.deliveries.map(requestOf) };
  },
};

// --- inside ---

function serveAnswer<Options, Expected>(
  world: World,
  url: string,
  of: Asked<Options, HttpAnswer, Expected>,
): Case<HttpAnswer, Expected> {
  const { made, onPlay } = drawCase(of);
  // Two parameters, which is how a listener is told from a handler of fetch's kind.
  world.serve(url, (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    onPlay();
    void playAnswer(made.payload, response);
  });
  return made;
}

interface Asked<Options, Payload, Expected> {
  readonly pack: Pack<Options, Payload, Expected>;
  readonly options: Options;
  readonly tier: ServedOptions["tier"];
}

/** The case of this run, and what tells of it in its story once it is played. */
function drawCase<Options, Payload, Expected>({
  pack,
  options,
  tier = "legal",
}: Asked<Options, Payload, Expected>): {
  readonly made: Case<Payload, Expected>;
  readonly onPlay: () => void;
} {
  const run = activeWorld;
  if (run === undefined) throw notInRun();
  const tiers: readonly Tier[] = tier === "both" ? ["legal", "invalid"] : [tier];
  const made = run.decisions.span(`hostile ${pack.kind}`, () =>
    makeCase({ pack, given: givenOf(options), tiers }, run.decisions),
  );
  let isTold = false;
  const onPlay = (): void => {
    if (!isTold) run.onFire(`${made.tier} ${pack.kind}`, made.name);
    isTold = true;
  };
  return { made, onPlay };
}

function notInRun(): GauntletError {
  return new GauntletError({
    code: "hostile-no-run",
    what: "a hostile service was asked for outside of a run",
    note: "it is a service of one simulated run, and what it sends is drawn with the rest of it",
    help: "call it in `setup`, or use `hostile` in a test of its own",
  });
}
