import type { z } from "zod";
import { contractNames } from "../../kernel/judge/contract-names.ts";
import type { FileFixtures, FileInit, FileScan } from "../file-config.ts";
import { fixtureProblem } from "./fixture-values.ts";
import type { PathRules, ShapeOf, Zod } from "../schema-values.ts";
import { flagOf, judge, listOf, nameOf, pathOf, runsOf } from "../schema-values.ts";

/** The keys of `[fixtures]`. */
export function fixturesShape(zod: Zod, rules: PathRules): ShapeOf<FileFixtures> {
  return {
    registries: registriesOf(zod, rules)
      .describe(
        "Files whose exports are values for the parameters of the same name, in every scan.",
      )
      .meta({
        kind: "list of paths",
        more: "Each is a list of values, a function that gives one, or an arbitrary of fast-check.",
      }),
  };
}

/** The keys of `[[scan]]`. */
export function scanShape(zod: Zod, rules: PathRules): ShapeOf<FileScan> {
  return {
    module: pathOf(zod, "must be a file path or pattern,")
      .check(judge(rules.files))
      .describe("File or pattern to scan, relative to this file: `src/money.ts`, `src/**`.")
      .meta({
        more:
          "A folder is one too. Patterns leave out declarations, `*.test.*`, " +
          "`*.spec.*` and `*.chaos.*`; a file that is named is scanned.",
        examples: ["src/**"],
      }),
    targets: selectorsOf(zod, rules)
      .default([])
      .describe("Only these: `parsePrice`, `Cart.*`, `src/cart.ts:Cart.add`; none means all.")
      .meta({ kind: "list of [targets](#targets)" }),
    include_private: flagOf(zod)
      .default(false)
      .describe("Also functions whose name begins with `_`."),
    max_examples: runsOf(zod).default(1_000).describe("Runs for each function."),
    ...judgementShape(zod),
    ...inputShape(zod, rules),
    ...expectationShape(zod, rules),
    ...suppressionShape(zod),
  };
}

/** The keys of `[init]`. */
export function initShape(zod: Zod, rules: PathRules): ShapeOf<FileInit> {
  return {
    target: pathOf(zod, "must be a file path or pattern,")
      .check(judge(rules.files))
      .optional()
      .describe("File or pattern that starter tests are written for; absent means `src/**`.")
      .meta({ examples: ["src/**"] }),
    output_dir: pathOf(zod, "must be a path")
      .check(judge(rules.output))
      .default("tests")
      .describe("Where starter tests are written.")
      .meta({ kind: "path" }),
    ci: flagOf(zod).default(false).describe("Whether a workflow for GitHub Actions is written."),
    ci_name: zod
      .string(fileName)
      .regex(/^[\w-]{1,100}$/u, fileName)
      .default("gauntlet")
      .describe("The name of that workflow's file, without its ending."),
    install_skill: flagOf(zod)
      .default(false)
      .describe("Whether the skill for coding agents is written to `.claude/skills/gauntlet/`."),
    scan_max_examples: runsOf(zod)
      .default(500)
      .describe(
        "`max_examples` of the `[[scan]]` entry that is written; " +
          "below 200, no run is guided by earlier ones.",
      ),
  };
}

// --- inside ---

const fileName = "must be 1 to 100 letters, digits, `-` and `_`";

function judgementShape(zod: Zod) {
  return {
    mode: zod
      .enum(
        ["evidence", "coverage_gap", "candidate", "real_bug"],
        'must be "evidence", "coverage_gap", "candidate" or "real_bug"',
      )
      .default("evidence")
      .describe("What is told: all, all but what is expected, findings, or supported findings.")
      .meta({
        more:
          "`evidence`: supported and exploratory findings, what was blocked, " +
          "what is expected. `coverage_gap`: without what is expected. " +
          "`candidate`: findings only. `real_bug`: supported findings only.",
      }),
    treat_any_as_weak: flagOf(zod)
      .default(true)
      .describe("What fails with a value for `any` or `unknown` is exploratory, never supported."),
    require_replayable: flagOf(zod)
      .default(true)
      .describe("A failure that does not repeat in a fresh process is exploratory."),
    proof_bundles: flagOf(zod)
      .default(true)
      .describe("Whether `scan --save` keeps the evidence beside the trace of a finding."),
    security_focus: flagOf(zod)
      .default(false)
      .describe("Look at more kinds of sinks, and try inputs that an attacker would."),
    shell_injection_check: flagOf(zod)
      .default(false)
      .describe("Follow texts into commands before anything runs."),
    auto_contracts: listOf(zod, contractOf(zod), "contract names")
      .default([])
      .describe("Contracts that are tried on every function whose parameters fit them.")
      .meta({ kind: "list of [contracts](#contracts)" }),
  };
}

function inputShape(zod: Zod, rules: PathRules) {
  const seeds = (what: string) => flagOf(zod).default(true).describe(`Try ${what} first.`);
  const values = pathOf(zod, "must be a list of values or `file#export`,").check(
    judge((text) => fixtureProblem(text, rules.place)),
  );
  const name = nameOf(zod, "must be the name of a parameter,");
  return {
    fixtures: zod
      .record(name, values, "must be a table from parameter names to values")
      .default({})
      .describe('Values for parameters by name: `"gpt-4, claude"` or `"test/f.ts#models"`.')
      .meta({
        more: "See [values](#values); `this` is what a function that works on `this` is called on.",
      }),
    fixture_registries: registriesOf(zod, rules)
      .describe("As `[fixtures] registries`, for this entry only; wins over them.")
      .meta({ kind: "list of paths" }),
    seed_from_tests: seeds("arguments that tests give"),
    seed_from_fixtures: seeds("values of fixtures"),
    seed_from_docstrings: seeds("arguments of `@example`"),
    seed_from_code: seeds("literals of the function's file"),
    seed_from_call_sites: seeds("arguments of other calls"),
  };
}

function expectationShape(zod: Zod, rules: PathRules) {
  const text = "names of errors or parts of their messages";
  return {
    expected_failures: selectorsOf(zod, rules)
      .default([])
      .describe("Functions that are meant to throw: what they throw is expected.")
      .meta({ kind: "list of [targets](#targets)" }),
    expected_preconditions: perNameOf(zod, text)
      .default([])
      .describe("Errors that are meant, for all or by function: class or part of the message.")
      .meta({
        kind: "list, or table of lists",
        more: "A table is by function, where `*` is every function.",
      }),
    expected_properties: perNameOf(zod, "property names")
      .default([])
      .describe("Properties whose break is expected, for all or by function.")
      .meta({ kind: "list, or table of lists" }),
    expected_relations: perNameOf(zod, "relation names")
      .default([])
      .describe("Relations whose break is expected, for all or by function.")
      .meta({ kind: "list, or table of lists" }),
    confirmed_properties: perNameOf(zod, "property names")
      .default([])
      .describe("Properties and laws that are meant: what breaks them is `supported`.")
      .meta({
        kind: "list, or table of lists",
        more:
          "For all or by function. Others are exploratory, and a law that is " +
          "confirmed is checked in every call. `scan` prints the line with each " +
          "finding that it would confirm.",
      }),
  };
}

function suppressionShape(zod: Zod) {
  const names = (what: string) => listOf(zod, nameOf(zod, `must be a ${what} name,`), `${what}s`);
  return {
    ignore_contracts: listOf(zod, contractOf(zod), "contract names")
      .default([])
      .describe("Contracts that are not checked.")
      .meta({ kind: "list of [contracts](#contracts)" }),
    ignore_properties: names("property").default([]).describe("Properties that are not checked."),
    ignore_relations: names("relation").default([]).describe("Relations that are not checked."),
    contract_overrides: byNameOf(zod, contractOf(zod), "contract names")
      .default({})
      .describe("Contracts that are not checked, by function."),
    property_overrides: byNameOf(zod, nameOf(zod, "must be a name,"), "property names")
      .default({})
      .describe("Properties that are not checked, by function."),
    relation_overrides: byNameOf(zod, nameOf(zod, "must be a name,"), "relation names")
      .default({})
      .describe("Relations that are not checked, by function."),
  };
}

function contractOf(zod: Zod) {
  return zod
    .enum(contractNames, "must be the name of a contract")
    .meta({ named: "FileContractName" });
}

function selectorsOf(zod: Zod, rules: PathRules) {
  const selector = pathOf(zod, "must be a function, class or method,").check(judge(rules.target));
  return listOf(zod, selector, "functions, classes or methods");
}

function registriesOf(zod: Zod, rules: PathRules) {
  const file = pathOf(zod, "must be a file path,").check(judge(rules.file));
  return listOf(zod, file, "file paths").default([]);
}

function byNameOf<Item>(zod: Zod, item: z.ZodType<Item>, items: string) {
  const name = nameOf(zod, "must be the name of a function,");
  return zod.record(
    name,
    listOf(zod, item, items),
    `must be a table from functions to lists of ${items}`,
  );
}

function perNameOf(zod: Zod, items: string) {
  const item = nameOf(zod, "must be a text,");
  return zod.union(
    [listOf(zod, item, items), byNameOf(zod, item, items)],
    `must be a list of ${items}, or a table from functions to such lists`,
  );
}
