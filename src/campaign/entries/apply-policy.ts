import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { decodeLiteral } from "../../kernel/values/literal.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import {
  namesFor,
  type ObjectConfig,
  type ScanConfig,
  type ScanSettings,
  type Scenario,
  selects,
} from "../../config/index.ts";
import { missingParams } from "../../subject/plans/missing-params.ts";
import type { EntryOptions, UserExport } from "./entry-text.ts";

/** A target as a policy changes it, and what its calls are to know. */
export interface ConfiguredTarget {
  readonly target: CallTarget;
  readonly options: EntryOptions;
}

/**
 * Works the configuration into a target: fixtures, objects, what is expected. The literals are
 * those of its file.
 */
export function applyPolicy(
  target: CallTarget,
  policies: ScanSettings,
  literals: readonly (string | number)[] = [],
): ConfiguredTarget {
  const policy = policies.entryFor(target.module);
  const object = policies.objectFor(target);
  const data: EntryOptions["data"][number][] = [];
  const exports: EntryOptions["exports"][number][] = [];
  putFixtures(policy, { data, exports });
  putProperties(target, policy, { data, exports });
  if (policy.seedFromCode && literals.length > 0)
    data.push({ path: ["literals"], value: literals });
  const names = [target.name, ...target.calls.map((call) => call.name)];
  const preconditions = [
    ...new Set(names.flatMap((name) => namesFor(policy.expectedPreconditions, name))),
  ];
  const isExpected = policy.expectedFailures.some((one) =>
    names.some((name) => selects(one, { module: target.module, name })),
  );
  if (preconditions.length > 0 || isExpected) {
    const value = isExpected ? ["*"] : preconditions;
    data.push({ path: ["expectedPreconditions"], value });
  }
  if (object !== undefined) putObject(object, { data, exports });
  return { target: changed(target, policy, object), options: { data, exports, judges: [] } };
}

// --- inside ---

interface Sink {
  readonly data: EntryOptions["data"][number][];
  readonly exports: EntryOptions["exports"][number][];
}

function putFixtures({ fixtures, registries, seedFromFixtures }: ScanConfig, sink: Sink): void {
  for (const [name, fixture] of Object.entries(fixtures)) {
    const at = ["fixtures", name];
    if (fixture.kind === "export") sink.exports.push({ path: at, from: userExport(fixture.from) });
    else sink.data.push({ path: at, value: fixture.values.map(decodeLiteral) });
  }
  for (const [at, file] of registries.entries()) {
    sink.exports.push({ path: ["registries", String(at)], from: { file, name: "*" } });
  }
  if (!seedFromFixtures) sink.data.push({ path: ["fixturesLast"], value: true });
}

/** What is not checked of each call, and what may break; a relation is the property of its law. */
function putProperties({ calls }: CallTarget, policy: ScanConfig, { data }: Sink): void {
  const tables = [
    ["ignoredProperties", policy.ignoredProperties, policy.ignoredRelations],
    ["expectedProperties", policy.expectedProperties, policy.expectedRelations],
  ] as const;
  for (const [option, properties, relations] of tables) {
    for (const { name } of calls) {
      const laws = namesFor(relations, name).map((relation) => `law ${name}: ${relation}`);
      const value = [...namesFor(properties, name), ...laws];
      if (value.length > 0) data.push({ path: [option, name], value });
    }
  }
}

function putObject(object: ObjectConfig, sink: Sink): void {
  for (const part of ["factory", "stateFactory", "setup", "teardown"] as const) {
    const place = object[part];
    if (place === undefined) continue;
    sink.exports.push({ path: ["object", part], from: userExport(place) });
  }
  const steps = object.scenarios.filter(({ kind }) => kind !== "hook").map(scenarioData);
  if (steps.length > 0) sink.data.push({ path: ["object", "scenarios"], value: steps });
  for (const [at, scenario] of object.scenarios.entries()) {
    if (scenario.kind !== "hook") continue;
    const from = userExport(scenario.from);
    sink.exports.push({ path: ["object", "hooks", String(at)], from });
  }
}

function scenarioData(scenario: Scenario): unknown {
  switch (scenario.kind) {
    case "library":
      return scenario.name;
    case "set":
      return {
        kind: "setattr",
        path: scenario.path.join("."),
        value: decodeLiteral(scenario.value),
      };
    case "return":
      return {
        kind: "stub_return",
        path: scenario.path.join("."),
        value: decodeLiteral(scenario.value),
      };
    case "throw": {
      const { name, message } = scenario.error;
      return { kind: "stub_raise", path: scenario.path.join("."), error: `${name}: ${message}` };
    }
    default:
      return undefined;
  }
}

function userExport({ module, path }: ExportReference): UserExport {
  return { file: module, name: path.join(".") };
}

/** The target with what its policy takes away or adds. */
function changed(
  target: CallTarget,
  policy: ScanConfig,
  object: ObjectConfig | undefined,
): CallTarget {
  const { seedFromTests: tests, seedFromDocstrings: docstrings } = policy;
  const { seedFromCallSites: callSites } = policy;
  const isWanted = { test: tests, doc: docstrings, "call site": callSites, fixture: true };
  const wanted = new Set(object?.methods ?? []);
  const calls = target.calls
    .filter((call) => wanted.size === 0 || wanted.has(lastName(call.name)))
    .map((call) => {
      const examples = call.examples.filter(({ source }) => isWanted[source]);
      return { ...call, examples };
    });
  // What the user makes by a factory, or gives, need not be made from types.
  const isMade = object?.factory !== undefined || isGiven(target, policy);
  return {
    ...target,
    calls,
    harness: object?.harness ?? target.harness,
    blocked: isMade ? undefined : target.blocked,
    isWeak: policy.treatAnyAsWeak && target.isWeak,
  };
}

/** Whether fixtures stand for every parameter that cannot be made. */
function isGiven(target: CallTarget, { fixtures }: ScanConfig): boolean {
  const missing = missingParams(target);
  return (
    missing.length > 0 &&
    missing.every(({ param, call }) =>
      [`${call}.${param}`, `${target.name}.${param}`, param].some((name) =>
        Object.hasOwn(fixtures, name),
      ),
    )
  );
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
