/** Where a simulated Postgres is reached, and what it holds at the start. */
export interface PostgresOptions {
  /** The name under which it is reached; `localhost` unless told. */
  readonly host?: string;
  /** 5432 unless told. */
  readonly port?: number;
  /** The one database there is; `postgres` unless told. */
  readonly database?: string;
  /** The one user there is, who may do everything, with any password; `postgres` unless told. */
  readonly user?: string;
  /** SQL that is run before the first client connects; its result is kept between runs. */
  readonly schema?: string | readonly string[];
}

/** How to reach it. */
export interface PostgresService {
  readonly host: string;
  readonly port: number;
  /** For clients that take an address: `postgres://postgres@localhost:5432/postgres`. */
  readonly url: string;
}
