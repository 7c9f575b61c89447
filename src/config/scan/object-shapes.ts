import type { z } from "zod";
import { encodeLiteral } from "../../kernel/values/literal.ts";
import { contractNames } from "../../kernel/judge/contract-names.ts";
import type { FileContract, FileObject, FileScenario } from "../file-config.ts";
import { scenarioProblem } from "../scenario-names.ts";
import type { PathRules, ShapeOf, Zod } from "../schema-values.ts";
import { flagOf, judge, listOf, nameOf, pathOf } from "../schema-values.ts";

/** The keys of `[[objects]]`. */
export function objectShape(zod: Zod, rules: PathRules): ShapeOf<FileObject> {
  const place = (description: string) =>
    pathOf(zod, "must be `file#export`,")
      .check(judge(rules.place))
      .optional()
      .describe(description);
  return {
    target: pathOf(zod, "must be a class,")
      .check(judge(rules.target))
      .describe("The class: `Cart`, or `src/cart.ts:Cart` where the name is not enough.")
      .meta({ kind: "[target](#targets)", examples: ["src/cart.ts:Cart"] }),
    factory: place("What makes an instance; it may be async. It is given the state, if any.").meta({
      kind: "`file#export`",
      examples: ["test/factories.ts#makeCart"],
    }),
    state_factory: place("What makes the state that `factory` and the hooks are given.").meta({
      kind: "`file#export`",
      examples: ["test/factories.ts#makeState"],
    }),
    setup: place("What is called with each new instance and its state.").meta({
      kind: "`file#export`",
      examples: ["test/factories.ts#fill"],
    }),
    teardown: place("What is called with the instance and its state when a run ends.").meta({
      kind: "`file#export`",
      examples: ["test/factories.ts#close"],
    }),
    harness: zod
      .enum(["fresh", "stateful"], 'must be "fresh" or "stateful"')
      .default("fresh")
      .describe("A new instance for each call, or several calls on the same."),
    scenarios: listOf(zod, scenarioOf(zod, rules), "scenarios")
      .default([])
      .describe("What is changed about an instance after `setup`: hooks, names, or tables.")
      .meta({ kind: "list of [scenarios](#scenarios-of-objects)", examples: [["subprocess"]] }),
    methods: listOf(zod, nameOf(zod, "must be the name of a method,"), "method names")
      .default([])
      .describe("Only these methods; none means all public ones.")
      .meta({ kind: "list of names" }),
    include_private: flagOf(zod)
      .default(false)
      .describe("Also methods whose name begins with `_`."),
  };
}

/** The keys of `[[contracts]]`. */
export function contractShape(zod: Zod, rules: PathRules): ShapeOf<FileContract> {
  const name = (what: string) => nameOf(zod, `must be the name of a ${what},`);
  const names = (what: string) => listOf(zod, name(what), `names of ${what}s`);
  return {
    target: pathOf(zod, "must be a function or method,")
      .check(judge(rules.target))
      .describe("The function or method: `buildEnv`, `src/env.ts:Env.build`.")
      .meta({ kind: "[target](#targets)", examples: ["src/env.ts:Env.build"] }),
    checks: listOf(
      zod,
      zod.enum(contractNames, "must be the name of a contract").meta({ named: "FileContractName" }),
      "contract names",
    )
      .default([])
      .describe("What it must keep to.")
      .meta({
        kind: "list of contracts",
        more: "Checks and packs; [contracts](contracts.md) says what each asks.",
      }),
    kwargs: zod
      .record(name("parameter"), plainOf(zod), "must be a table from parameter names to values")
      .default({})
      .describe("Arguments to call it with, by parameter name; others are made."),
    tracked_params: names("parameter")
      .default([])
      .describe("Text parameters that are followed into commands and paths.")
      .meta({ kind: "list of names" }),
    protected_keys: names("environment variable")
      .default([])
      .describe("Environment variables that must come through unchanged.")
      .meta({ kind: "list of names" }),
    env_param: name("parameter")
      .meta({ examples: ["env"] })
      .optional()
      .describe("The parameter that takes the environment."),
    phase: name("phase")
      .meta({ examples: ["setup"] })
      .optional()
      .describe("The phase of life under test, such as `setup`."),
    followup_phases: names("phase")
      .default([])
      .describe("Phases that must still run when `fault` strikes.")
      .meta({ kind: "list of names" }),
    fault: name("fault")
      .meta({ examples: ["cancel_setup"] })
      .optional()
      .describe("What strikes: `cancel_<phase>` or `raise_<phase>_hook`."),
    handler_name: name("method")
      .meta({ examples: ["onSetup"] })
      .optional()
      .describe("The method that handles the phase."),
  };
}

// --- inside ---

function scenarioOf(zod: Zod, rules: PathRules): z.ZodType<string | FileScenario> {
  const text = pathOf(zod, "must be `file#export` or the name of a scenario,").check(
    judge((written) => scenarioProblem(written, rules.place)),
  );
  const shape: ShapeOf<FileScenario> = {
    kind: zod.enum(
      ["setattr", "stub_return", "stub_raise"],
      'must be "setattr", "stub_return" or "stub_raise"',
    ),
    path: nameOf(zod, "must be a path of names, such as `client.mode`,").regex(
      /^[\w$]+(?:\.[\w$]+)*$/u,
      "must be a path of names, such as `client.mode`",
    ),
    value: plainOf(zod).optional(),
    error: nameOf(zod, "must be `Class: message`,").optional(),
  };
  const table = zod.strictObject(shape).check(({ value, issues }) => {
    const needed = value.kind === "stub_raise" ? "error" : "value";
    const other = needed === "error" ? "value" : "error";
    if (value[needed] === undefined || value[other] !== undefined) {
      const message = `must have \`${needed}\` and no \`${other}\` for ${value.kind}`;
      issues.push({ code: "custom", message, input: value });
    }
  });
  return zod.union([text, table], "must be a text or a table with `kind` and `path`");
}

/** Anything that JSON can hold; dates and infinite nesting come here as symbols. */
function plainOf(zod: Zod): z.ZodUnknown {
  return zod.unknown().check(({ value, issues }) => {
    if (encodeLiteral(value) !== undefined) return;
    const message = "must be plain data of at most 65536 characters";
    issues.push({ code: "custom", message, input: value });
  });
}
