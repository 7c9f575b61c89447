import type { IncomingMessage, ServerResponse } from "node:http";
import type { Case, Tier } from "../../data/case.ts";
import type { HttpAnswer } from "../../data/http/http-answer.ts";
import type { Pack } from "../../data/pack.ts";
import type { SseEvent, SseOptions } from "../../data/sse/sse-event.ts";
import { ssePack } from "../../data/sse/sse-pack.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { World } from "../../kernel/subject/subject.ts";
import { activeWorld } from "../../world/active-world.ts";
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
} = {
  sse: (world, url, { tier, ...options } = {}) =>
    serveAnswer(world, url, { pack: ssePack, options, tier }),
};

// --- inside ---

function serveAnswer<Options, Expected>(
  world: World,
  url: string,
  of: {
    readonly pack: Pack<Options, HttpAnswer, Expected>;
    readonly options: Options;
    readonly tier: ServedOptions["tier"];
  },
): Case<HttpAnswer, Expected> {
  const run = activeWorld;
  if (run === undefined) throw notInRun();
  const { pack, options, tier = "legal" } = of;
  const tiers: readonly Tier[] = tier === "both" ? ["legal", "invalid"] : [tier];
  const made = run.decisions.span(`hostile ${pack.kind}`, () =>
    makeCase({ pack, given: givenOf(options), tiers }, run.decisions),
  );
  let isTold = false;
  // Two parameters, which is how a listener is told from a handler of fetch's kind.
  world.serve(url, (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    if (!isTold) run.onFire(`${made.tier} ${pack.kind}`, made.name);
    isTold = true;
    void playAnswer(made.payload, response);
  });
  return made;
}

function notInRun(): GauntletError {
  return new GauntletError({
    code: "hostile-no-run",
    what: "a hostile service was asked for outside of a run",
    note: "it is a service of one simulated run, and what it sends is drawn with the rest of it",
    help: "call it in `setup`, or use `hostile` in a test of its own",
  });
}
