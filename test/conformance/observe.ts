// How a fixture is looked at, the same whether Node or our loader ran it. Node 24 runs this file as
// it is.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What is compared: plain data only. */
export interface Observation {
  readonly observed?: unknown;
  /** What the fixture's modules pushed to `globalThis.trail`, when it is not part of `observed`. */
  readonly trail: unknown;
  readonly error?: unknown;
}

/** One small program. */
export interface Fixture {
  readonly name: string;
  readonly directory: string;
  readonly entry: string;
  /** What to expect where Node cannot say, because it does not run such code. */
  readonly expected: { readonly why: string; readonly observed: unknown } | undefined;
}

/** Where the fixtures are. */
export const fixturesDirectory: string = fileURLToPath(new URL("fixtures", import.meta.url));

/** All fixtures, by name. */
export function listFixtures(): Fixture[] {
  return readdirSync(fixturesDirectory, { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map(({ name }) => {
      const directory = path.join(fixturesDirectory, name);
      const entry = ["entry.ts", "entry.mjs", "entry.tsx"]
        .map((file) => path.join(directory, file))
        .find((file) => existsSync(file));
      if (entry === undefined) throw new Error(`fixture ${name} has no entry`);
      const expected = path.join(directory, "expected.json");
      return {
        name,
        directory,
        entry,
        expected: existsSync(expected)
          ? (JSON.parse(readFileSync(expected, "utf8")) as Fixture["expected"])
          : undefined,
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Runs a fixture by `load` and says what came of it. */
export async function observe(
  fixture: Fixture,
  load: () => object | Promise<object>,
): Promise<Observation> {
  const trail: unknown[] = [];
  Object.assign(globalThis, { trail });
  try {
    const namespace = await load();
    const observed: unknown = Reflect.get(namespace, "observed");
    return encode({ observed, trail: observed === trail ? [] : trail }, fixture);
  } catch (error) {
    return encode({ trail, error: describeError(error) }, fixture);
  }
}

// --- inside ---

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { thrown: error };
  const code = "code" in error ? { code: error.code } : {};
  return { name: error.name, ...code, message: error.message };
}

/** Makes plain data that JSON keeps, and takes out where on this machine the fixture lies. */
function encode<T>(value: T, fixture: Fixture): T {
  const text = JSON.stringify(value, (_key, item: unknown) => {
    if (item === undefined) return "[undefined]";
    if (typeof item === "function") return `[function ${item.name}]`;
    if (typeof item === "symbol" || typeof item === "bigint") return `[${String(item)}]`;
    if (typeof item === "number" && !Number.isFinite(item)) return `[${String(item)}]`;
    return item;
  });
  const places = [pathToFileURL(fixture.directory).href, fixture.directory];
  return JSON.parse(
    places.reduce((known, place) => known.replaceAll(place, "<fixture>"), text),
  ) as T;
}
