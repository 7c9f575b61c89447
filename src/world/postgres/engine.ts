import { gunzipSync } from "node:zlib";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { activateWorld, activeWorld } from "../active-world.ts";
import type { SimWorld } from "../sim-world.ts";
import { FileKeeper } from "./file-snapshot.ts";
import { keepMemory } from "./memory-snapshot.ts";
import { errorMessage, firstError, messagesIn, queryMessage, textAt } from "./messages.ts";
import type { EmscriptenModule, Pglite, PgliteModule } from "./pglite.ts";
import { PostgresClock } from "./postgres-clock.ts";
import { withImports } from "./wasm-imports.ts";

/** What Postgres said, and how long it slept before it did. */
export interface Answer {
  readonly bytes: Buffer;
  readonly sleptUs: number;
}

/** Starts Postgres with the packed data of a folder. */
export async function startEngine(
  pglite: PgliteModule,
  packed: Uint8Array,
): Promise<PostgresEngine> {
  const clock = new PostgresClock();
  const state = { isLoading: true };
  const fs = new pglite.MemoryFS();
  const init = fs.init.bind(fs);
  fs.init = async (instance, options) => {
    const { emscriptenOpts } = await init(instance, options);
    const ours = { clock, mayLoad: () => state.isLoading };
    return { emscriptenOpts: withImports(emscriptenOpts, ours) };
  };
  const loadDataDir = new Blob([gunzipSync(packed)], { type: "application/x-tar" });
  const startParams = [...pglite.PGlite.defaultStartParams, ...small];
  const instance = await pglite.PGlite.create({ fs, loadDataDir, startParams });
  // Libraries are loaded at their first use; one that a run loads could not be taken back.
  await instance.exec(`DO $$ BEGIN END $$; SELECT to_tsvector('english', 'cats')`);
  state.isLoading = false;
  return new PostgresEngine(instance, clock);
}

/** Postgres in this process. All of its state is put back before each run that uses it. */
export class PostgresEngine {
  readonly #instance: Pglite;
  readonly #clock: PostgresClock;
  readonly #files: FileKeeper;
  /** The settings that a server tells its clients at the start, by name. */
  readonly reported: Readonly<Record<string, string>>;
  readonly #base: Snapshot;
  readonly #prepared = new Map<string, Snapshot>();
  /** What its state is, if it is that of a snapshot. */
  #current: Snapshot | undefined;
  /** What ended its program in the last call; it would go on as if nothing had happened. */
  #crash: unknown;

  constructor(instance: Pglite, clock: PostgresClock) {
    this.#instance = instance;
    this.#clock = clock;
    this.#files = new FileKeeper(instance.Module);
    this.#watchCrash(instance.Module);
    this.reported = this.#settings();
    this.#base = this.#keep();
  }

  /** Puts Postgres into the state after the given statements, and nothing else, have been run. */
  reset(statements: readonly string[]): void {
    const key = statements.join("\0");
    const known = this.#prepared.get(key);
    this.#restore(known ?? this.#base);
    if (known !== undefined) return;
    for (const sql of statements) this.#prepare(sql);
    if (this.#prepared.size >= preparedMax) this.#prepared.clear();
    this.#current = this.#keep();
    this.#prepared.set(key, this.#current);
  }

  /** Gives it messages of a client; all that it answers comes back. */
  exec(world: SimWorld | undefined, message: Uint8Array): Answer {
    this.#current = undefined;
    this.#crash = undefined;
    const chunks: Buffer[] = [];
    // Its JavaScript half asks for dates of files; a run's clock is for Postgres itself.
    const active = activeWorld;
    activateWorld(undefined);
    try {
      const sleptUs = this.#clock.during(world, () => {
        // Everything happens before it returns; the promise is for files that are synced.
        this.#instance
          .execProtocolRawStream(message, {
            syncToFs: false,
            onRawData: (bytes) => void chunks.push(Buffer.from(bytes)),
          })
          .catch(() => {});
      });
      if (this.#crash !== undefined) chunks.push(crashed(world, this.#crash));
      return { bytes: Buffer.concat(chunks), sleptUs };
    } finally {
      activateWorld(active);
    }
  }

  #watchCrash(module: EmscriptenModule): void {
    const once = module._PostgresMainLoopOnce.bind(module);
    module._PostgresMainLoopOnce = () => {
      try {
        once();
      } catch (thrown) {
        // An error of a statement leaves it in this way, too.
        if ((thrown as { readonly status?: number }).status !== statementError) {
          this.#crash ??= thrown;
        }
        throw thrown;
      }
    };
  }

  #settings(): Readonly<Record<string, string>> {
    const settings: Record<string, string> = {};
    for (const name of reportedNames) {
      const { bytes } = this.exec(undefined, queryMessage(`SHOW ${name}`));
      const row = messagesIn(bytes).find(({ type }) => type === "D");
      // A row is the number of its columns, and for each its length and its text.
      if (row !== undefined) settings[name] = textAt(row.body, 6).text;
    }
    return settings;
  }

  #keep(): Snapshot {
    const memory = keepMemory(this.#instance.Module);
    const files = this.#files.keep();
    return {
      restore: () => {
        memory.restore();
        files.restore();
      },
    };
  }

  #restore(snapshot: Snapshot): void {
    if (this.#current !== snapshot) snapshot.restore();
    this.#current = snapshot;
  }

  #prepare(sql: string): void {
    const { bytes } = this.exec(undefined, queryMessage(sql));
    const error = firstError(bytes);
    if (error === undefined) return;
    const { message, position } = error;
    const line = sql.slice(0, Number(position ?? 1) - 1).split("\n").length;
    throw new GauntletError({
      code: "postgres-schema",
      what: `\`world.postgres\` cannot run its schema: ${message}`,
      note: position === undefined ? undefined : `line ${line} of the schema`,
      help: "mend the statements that are given as `schema`",
    });
  }
}

// --- inside ---

/** How the program says that a statement failed. */
const statementError = 100;

function crashed(world: SimWorld | undefined, cause: unknown): Buffer {
  const { message } = cause as Error;
  const error = new GauntletError({
    code: "postgres-crashed",
    what: `the Postgres of \`world.postgres\` crashed: ${message}`,
    help: "leave out the statement, or try another version of @electric-sql/pglite",
  });
  world?.onRefused(error);
  return errorMessage({ severity: "FATAL", code: "XX000", message: error.what });
}

/** So many different schemas are kept; each takes some 20 MB. */
const preparedMax = 4;

/** Little memory, because all of it is put back before each run. */
const small: readonly string[] = [
  "shared_buffers=1MB",
  "wal_buffers=64kB",
  "max_connections=5",
  "max_wal_senders=0",
  "autovacuum=off",
  // Statistics are files and timers of their own.
  "track_activities=off",
  "track_counts=off",
].flatMap((setting) => ["-c", setting]);

const reportedNames: readonly string[] = [
  "server_version",
  "server_encoding",
  "client_encoding",
  "DateStyle",
  "IntervalStyle",
  "TimeZone",
  "integer_datetimes",
  "standard_conforming_strings",
];

interface Snapshot {
  restore(): void;
}
