import { ssePack } from "../../../data/sse/sse-pack.ts";
import type { SseEvent, SseOptions } from "../../../data/sse/sse-event.ts";
import type { HttpAnswer } from "../../../data/http/http-answer.ts";
import { type HttpPlace, HttpPlayer } from "../../../world/players/http-player.ts";
import { callerLocationOf } from "../caller-location.ts";
import { type HostileOptions, HostileUpstream } from "./hostile-upstream.ts";

/** A server of events that is legal but odd, or that breaks. */
export type HostileSse = HostileUpstream<SseOptions, HttpAnswer, HttpPlace, readonly SseEvent[]>;

/** Upstreams that do whatever is legal, or whatever is not, one for each kind of boundary. */
export const hostile: {
  /** Server-sent events over HTTP, on a free port of this machine. */
  readonly sse: (options?: SseOptions & HostileOptions) => Promise<HostileSse>;
} = { sse };

// --- inside ---

async function sse(given: SseOptions & HostileOptions = {}): Promise<HostileSse> {
  const from = callerLocationOf(sse);
  const { events, ends, json, bodies, ...rest } = given;
  const options = { events, ends, json, bodies };
  const settings: HostileOptions = bodies === undefined ? rest : { ...rest, tier: "invalid" };
  const player = await HttpPlayer.open();
  return new HostileUpstream({ pack: ssePack, options, settings, player, from });
}
