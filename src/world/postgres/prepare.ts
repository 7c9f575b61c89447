import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { real } from "../real.ts";
import { type PostgresEngine, startEngine } from "./engine.ts";
import { findPglite, packageError } from "./pglite-package.ts";
import type { PgliteModule } from "./pglite.ts";

/** Where the package is looked for, and who has the data that it begins with. */
export interface PostgresHome {
  readonly projectRoot: string;
  /** The file with the data; making it may take long. */
  dataFile(): Promise<string>;
  /** Called from time to time while Postgres is started. */
  onAlive(): void;
}

/** Says for which project Postgres would be started, by code that is loaded now. */
export function setPostgresHome(given: PostgresHome): void {
  home = given;
  isWanted = false;
  refusal = undefined;
}

/**
 * Starts Postgres for the runs of this process, once; never inside a run, because WebAssembly is
 * compiled by threads of the machine. What goes wrong is thrown after a run has asked for it: the
 * text of the code alone does not tell that it will.
 */
export async function preparePostgres(): Promise<void> {
  isWanted = false;
  if (refusal !== undefined) throw refusal;
  if (home === undefined || engine !== undefined) return;
  const pulse = real.setInterval(home.onAlive, pulseMs);
  engine = await start(home).catch((thrown: unknown) =>
    thrown instanceof GauntletError ? thrown : packageError("could not be loaded", thrown),
  );
  real.clearInterval(pulse);
}

/**
 * Whether a run asked for a Postgres that was not started yet, and is to be made again, or for one
 * that cannot be had, which ends all runs.
 */
export function isPostgresWanted(): boolean {
  return isWanted;
}

/** The Postgres of this process. Where it is not started yet, the run is made again with it. */
export function demandEngine(): PostgresEngine {
  if (engine instanceof GauntletError) throw refusePostgres(engine);
  if (engine !== undefined) return engine;
  isWanted = true;
  throw new GauntletError({
    code: "postgres-not-started",
    what: "`world.postgres` was called before Postgres was started",
    note: "it is started between two runs, and the run is made again",
  });
}

/** Ends all runs with what is wrong in how the test uses Postgres; the code is not to blame. */
export function refusePostgres(error: GauntletError): GauntletError {
  isWanted = true;
  refusal = error;
  return error;
}

// --- inside ---

const pulseMs = 250;
let home: PostgresHome | undefined;
let engine: PostgresEngine | GauntletError | undefined;
let refusal: GauntletError | undefined;
let isWanted = false;

async function start({ projectRoot, dataFile }: PostgresHome): Promise<PostgresEngine> {
  const { file } = findPglite(projectRoot);
  const { PGlite, MemoryFS } = (await import(pathToFileURL(file).href)) as Partial<PgliteModule>;
  if (PGlite?.defaultStartParams === undefined || MemoryFS === undefined) {
    throw packageError("is of a version that cannot be driven");
  }
  try {
    return await startEngine({ PGlite, MemoryFS }, readFileSync(await dataFile()));
  } catch (thrown) {
    throw packageError("could not be started", thrown);
  }
}
