import type { ValueArbitrary } from "../kernel/decisions/decisions.ts";
import type { RequestListener } from "node:http";
import type { HostWorker, WorkerOptions } from "../kernel/services/host-worker.ts";
import type { PostgresOptions, PostgresService } from "../kernel/services/postgres-service.ts";
import type { RedisOptions, RedisService } from "../kernel/services/redis-service.ts";
import type { CommandScript, ServeHandler, World } from "../kernel/subject/subject.ts";
import { crash } from "./files/durability.ts";
import { serve } from "./net/serve.ts";
import { command, type CommandScript as WorldScript } from "./processes/command.ts";
import { postgres } from "./postgres/postgres.ts";
import { mountRedis } from "./redis/prepare.ts";
import type { SimWorld } from "./sim-world.ts";
import { worker } from "./workers/worker.ts";

/** The part of a simulated world that user code is given. */
export function userWorld(world: SimWorld): World {
  return new UserWorld(world);
}

// --- inside ---

class UserWorld implements World {
  readonly #world: SimWorld;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  now(): number {
    return this.#world.nowUs / 1_000;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      // What is no time is none, as with setTimeout; a time without end never comes.
      const delayUs = Math.round(Math.max(0, ms || 0) * 1_000);
      if (delayUs < Number.POSITIVE_INFINITY) this.#world.after(delayUs, "sleep", resolve);
    });
  }

  serve(url: string, handler: ServeHandler): void {
    serve(this.#world, url, handler as RequestListener);
  }

  command(name: string, script: CommandScript): void {
    command(this.#world, name, script as WorldScript);
  }

  worker(options: WorkerOptions): HostWorker {
    return worker(this.#world, options);
  }

  redis(options?: RedisOptions): RedisService {
    return mountRedis(this.#world, options);
  }

  postgres(options?: PostgresOptions): PostgresService {
    return postgres(this.#world, options);
  }

  crash(): void {
    crash(this.#world);
  }

  draw<T>(label: string, arbitrary: ValueArbitrary<T>): T {
    return this.#world.decisions.value(label, arbitrary);
  }

  pick<T>(label: string, values: readonly T[]): T {
    return this.#world.decisions.pick(label, namedOptions(values)).value;
  }
}

/** Words are recorded as themselves, so that a trace survives reordering; all else by position. */
function namedOptions<T>(values: readonly T[]): { readonly name: string; readonly value: T }[] {
  const named = values.map((value, index) => ({ name: nameOf(value, index), value }));
  // Two values of one name, such as 1 and "1", could not be told apart in a replay.
  const isClear = new Set(named.map(({ name }) => name)).size === named.length;
  return isClear ? named : values.map((value, index) => ({ name: `#${index}`, value }));
}

function nameOf(value: unknown, index: number): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : `#${index}`;
}
