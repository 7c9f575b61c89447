/** Where a simulated Redis is reached, and what it demands. */
export interface RedisOptions {
  /** The name under which it is reached; `localhost` unless told. */
  readonly host?: string;
  /** 6379 unless told. */
  readonly port?: number;
  /** What clients have to give to `AUTH`; none unless told. */
  readonly password?: string;
  /** Whether clients have to come by TLS, as with `rediss://`. */
  readonly tls?: boolean;
}

/** What a command answers to a test; texts are UTF-8. */
export type RedisValue = string | number | null | readonly RedisValue[];

/** How to reach it, and what it holds. */
export interface RedisService {
  readonly host: string;
  readonly port: number;
  /** For clients that take an address: `redis://localhost:6379`. */
  readonly url: string;
  /** Runs a command at once, without a connection; what Redis refuses is thrown. */
  command(name: string, ...args: readonly (string | number)[]): RedisValue;
  /** What the first database holds: texts, arrays and objects, by key. */
  dump(): Record<string, unknown>;
}
