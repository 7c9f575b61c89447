import type { CallOptions } from "../../kernel/subject/call-test.ts";
import type { ValueArbitrary } from "../../kernel/decisions/decisions.ts";
import { type Fixture, registeredFixture } from "../../kernel/subject/fixtures.ts";
import { decodeLiteral, encodeLiteral, literalText } from "../../kernel/values/literal.ts";
import type { Maker } from "./maker.ts";
import type { PlainFixture } from "./shape-context.ts";

/** What was said of a parameter: for this call, for its class, or for its name alone. */
export function fixtureFor(
  param: string,
  owners: readonly string[],
  options: CallOptions,
): Fixture | undefined {
  const names = [...owners.map((owner) => `${owner}.${param}`), param];
  for (const name of names) {
    const { fixtures = {} } = options;
    const given = Object.hasOwn(fixtures, name) ? fixtures[name] : undefined;
    const found = asFixture(given) ?? exportedFixture(name, options) ?? registeredFixture(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Chooses one of some values; only which one is recorded, so they may be anything. */
export function oneOfValues(values: readonly unknown[]): ValueArbitrary<unknown> {
  return {
    generate(random) {
      const at = (random as { nextInt(min: number, max: number): number }).nextInt(
        0,
        values.length - 1,
      );
      const value = copied(values[at]);
      return { value, value_: value, context: undefined };
    },
    shrink: () => [],
    canShrinkWithoutContext: () => false,
  };
}

/** Whether a fixture is an arbitrary of whatever copy of fast-check. */
export function isArbitrary(fixture: Fixture): fixture is ValueArbitrary<unknown> {
  return typeof fixture === "object" && "generate" in fixture;
}

/** Makes values of a fixture, by the number of the one that was drawn. */
export function fixtureMaker(fixture: PlainFixture): Maker {
  const values = typeof fixture === "function" ? undefined : fixture;
  return {
    isAwaited: true,
    make: (of) =>
      typeof fixture === "function" ? fixture() : copied(fixture[Number(of) % fixture.length]),
    text: (of) => literalText(values?.[Number(of) % values.length] ?? "a fixture"),
  };
}

// --- inside ---

/** What a file of fixtures exports under a name. */
function exportedFixture(name: string, { registries = {} }: CallOptions): Fixture | undefined {
  for (const exported of Object.values(registries)) {
    const value: unknown = Object.hasOwn(exported, name) ? Reflect.get(exported, name) : undefined;
    if (value !== undefined) return asFixture(value);
  }
  return undefined;
}

/** A value that is not a list, function or arbitrary is the only one to choose. */
function asFixture(value: unknown): Fixture | undefined {
  if (value === undefined) return undefined;
  const isMany = Array.isArray(value) || typeof value === "function";
  const isFixture = isMany || (typeof value === "object" && value !== null && "generate" in value);
  return isFixture ? (value as Fixture) : [value];
}

/** Plain data is copied: one run must not see what another one did to it. */
function copied(value: unknown): unknown {
  const plain = encodeLiteral(value);
  return plain === undefined ? value : decodeLiteral(plain);
}
