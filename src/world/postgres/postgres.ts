import { createServer } from "node:net";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { PostgresOptions, PostgresService } from "../../kernel/services/postgres-service.ts";
import { listenAt } from "../net/listen.ts";
import { networkPart } from "../net/network.ts";
import type { SimWorld, WorldPart } from "../sim-world.ts";
import { Connection, type Service } from "./connection.ts";
import type { PostgresEngine } from "./engine.ts";
import { demandEngine, refusePostgres } from "./prepare.ts";
import { PostgresSession } from "./session.ts";

/** Lets a Postgres answer in this run: fresh, with its schema, at a place of the network. */
export function postgres(world: SimWorld, options: PostgresOptions = {}): PostgresService {
  const { host = "localhost", port = 5432, user = "postgres" } = options;
  const { database = "postgres", schema = "" } = options;
  const network = world.part(networkPart);
  const address = network.addHost(host);
  const services = world.part(servicesPart);
  const isTaken = network.find(address, port) !== undefined;
  if (services.count > 0 || isTaken) {
    throw refusePostgres(placeError(host, port, services.count > 0));
  }
  const engine = demandEngine();
  services.count += 1;
  begin(engine, [...renaming({ user, database }), ...schemaTexts(schema)]);
  const service: Service = {
    world,
    user,
    database,
    reported: engine.reported,
    session: new PostgresSession(engine, world),
    connections: new Map<number, Connection>(),
  };
  const server = createServer((socket) => void new Connection(service, socket));
  listenAt(world, server, { address, port, isTls: false });
  const place = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    host,
    port,
    url: `postgres://${encodeURIComponent(user)}@${place}/${encodeURIComponent(database)}`,
  };
}

// --- inside ---

const servicesPart: WorldPart<{ count: number }> = {
  name: "postgres",
  make: () => ({ count: 0 }),
};

function placeError(host: string, port: number, isSecond: boolean): GauntletError {
  const why = isSecond ? "there is one already in this run" : "something is mounted there already";
  return new GauntletError({
    code: "postgres-place",
    what: `\`world.postgres\` cannot be mounted at \`${host}:${port}\`: ${why}`,
    help: "call `world.postgres` once in a run, with a `port` of its own",
  });
}

function begin(engine: PostgresEngine, statements: readonly string[]): void {
  try {
    engine.reset(statements);
  } catch (thrown) {
    throw thrown instanceof GauntletError ? refusePostgres(thrown) : thrown;
  }
}

function schemaTexts(schema: string | readonly string[]): readonly string[] {
  return typeof schema === "string" ? [schema] : schema;
}

/** The one database and the one user there are; nobody can rename either while it is in use. */
function renaming(names: { readonly user: string; readonly database: string }): string[] {
  const { user, database } = names;
  if (user === "postgres" && database === "postgres") return [];
  const set = `SET allow_system_table_mods = on`;
  const of = (table: string, column: string, name: string): string =>
    `UPDATE ${table} SET ${column} = ${literal(name)} WHERE ${column} = 'postgres'`;
  return [`${set}; ${of("pg_authid", "rolname", user)}; ${of("pg_database", "datname", database)}`];
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
