import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { RedisOptions, RedisService } from "../../kernel/services/redis-service.ts";
import type { SimWorld } from "../sim-world.ts";
import type { redis } from "./redis.ts";

/**
 * Loads the simulated Redis for the runs of this process, once. It is a large part that most
 * projects never need, and nothing can be loaded inside a run, where `world.redis` is called.
 */
export async function prepareRedis(): Promise<void> {
  mount ??= (await import("./redis.ts")).redis;
}

/** Lets a Redis answer in this run. */
export function mountRedis(world: SimWorld, options?: RedisOptions): RedisService {
  if (mount !== undefined) return mount(world, options);
  throw new GauntletError({
    code: "redis-not-loaded",
    what: "`world.redis` was called by code that does not name it",
    note: "it is loaded ahead where a file of the project says `redis`",
    help: "call it in the chaos file, as `world.redis()`",
  });
}

// --- inside ---

let mount: typeof redis | undefined;
