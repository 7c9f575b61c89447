import type { z } from "zod";
import type { FileBoundaries, FileBoundaryRules } from "./file-config.ts";
import type { PathRules, ShapeOf, Zod } from "./schema-values.ts";
import { judge, listOf, nameOf, numberOf, pathOf, wholeOf } from "./schema-values.ts";

// What a registry asks of an entry (an owner, a layer, tests of both tiers) is not required here:
// `gauntlet boundaries check` says all that is missing at once, and a waiver may excuse it.

/** The keys of `[[boundaries]]`. */
export function boundaryShape(zod: Zod, rules: PathRules): ShapeOf<FileBoundaries> {
  const path = pathOf(zod, "must be a file path or pattern").check(judge(rules.output));
  const tests = (tier: string) =>
    listOf(zod, path, "paths")
      .default([])
      .describe(`Test files that play ${tier} to it.`)
      .meta({ kind: "list of paths", examples: [["test/events.test.ts"]] });
  const sentence = (text: string) => nameOf(zod, "must be a sentence").optional().describe(text);
  return {
    id: nameOf(zod, "must be words of a-z and 0-9 with `-` between them,")
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, "must be words of a-z and 0-9 with `-` between them")
      .describe("Its name in reports and on the command line.")
      .meta({ examples: ["events-client"] }),
    kind: nameOf(zod, "must be a kind of boundary,")
      .describe("What comes in there: the name of a pack, such as `sse`, or a word of your own.")
      .meta({ examples: ["sse"] }),
    owner: nameOf(zod, "must be a person or a team,")
      .optional()
      .describe("Who answers for it.")
      .meta({ examples: ["team-billing"] }),
    files: listOf(zod, path, "paths or patterns")
      .default([])
      .describe("The code that takes the data in; none where it has no file of its own.")
      .meta({ kind: "list of paths or patterns", examples: [["src/events/**"]] }),
    legal_contract: sentence("What holds for every legal input.").meta({
      examples: ["any legal split of the stream gives the same events"],
    }),
    invalid_contract: sentence("What no other input may do.").meta({
      examples: ["a cut stream is an error and leaks nothing"],
    }),
    legal_tests: tests("legal data"),
    invalid_tests: tests("invalid data"),
    layers: listOf(zod, layerOf(zod), "layers")
      .default([])
      .describe("How it is tested: bytes, structured, property, simulation.")
      .meta({ kind: "list of layers", examples: [["structured"]] }),
    classes: listOf(zod, classOf(zod), "classes of behaviour")
      .default([])
      .describe("Which behaviour is tested: bounded or unbounded, invalid or valid.")
      .meta({
        kind: "list of classes",
        more: "`bounded invalid`, `unbounded invalid`, `bounded valid`, `unbounded valid`.",
        examples: [["unbounded invalid", "unbounded valid"]],
      }),
    scenarios: listOf(zod, nameOf(zod, "must be the id of a scenario,"), "ids")
      .default([])
      .describe("Ids of the scenario catalog that go through it.")
      .meta({ kind: "list of ids", examples: [["streaming-tools"]] }),
    corpora: corporaOf(zod, path),
    waivers: waiversOf(zod),
  };
}

/** The keys of `[boundary_rules]`. */
export function boundaryRulesShape(zod: Zod, rules: PathRules): ShapeOf<FileBoundaryRules> {
  const path = pathOf(zod, "must be a file path or pattern").check(judge(rules.output));
  const paths = listOf(zod, path, "paths or patterns");
  return {
    watch: paths
      .default([])
      .describe("Every file of these belongs to a boundary, or the check fails.")
      .meta({ kind: "list of paths or patterns", examples: [["src/adapters/**"]] }),
    suspects: paths
      .default(["src/**"])
      .describe("Where calls that take in foreign data are looked for.")
      .meta({ kind: "list of paths or patterns" }),
    ignore: paths
      .default(["**/*.test.ts", "**/*.spec.ts"])
      .describe("Files that are never looked at.")
      .meta({ kind: "list of paths or patterns" }),
    catalog: path
      .default("boundary-scenarios.json")
      .describe("The scenario catalog.")
      .meta({ kind: "path" }),
    regressions: path
      .default("boundary-regressions.jsonl")
      .describe("Findings that were promoted; every campaign plays them first.")
      .meta({ kind: "path", more: "Commit this file." }),
    reach_min: numberOf(zod, { min: 0, max: 1 })
      .default(0.5)
      .describe("The share of cases that must get past the door of a pack."),
    bite_min: numberOf(zod, { min: 0, max: 1 })
      .default(1)
      .describe("The share of seeded faults that a tier must notice."),
    disk_max_mb: wholeOf(zod, { min: 1, max: 1_048_576 })
      .default(64)
      .describe("Megabytes of campaigns that are kept; the oldest go first."),
  };
}

// --- inside ---

type CorporaSchema = z.ZodType<FileBoundaries["corpora"]>;
type WaiversSchema = z.ZodType<FileBoundaries["waivers"]>;

function layerOf(zod: Zod) {
  return zod
    .enum(
      ["bytes", "structured", "property", "simulation"],
      'must be "bytes", "structured", "property" or "simulation"',
    )
    .meta({ named: "FileBoundaryLayer" });
}

function classOf(zod: Zod) {
  return zod
    .enum(
      ["bounded invalid", "unbounded invalid", "bounded valid", "unbounded valid"],
      'must be "bounded" or "unbounded", and "invalid" or "valid"',
    )
    .meta({ named: "FileBoundaryClass" });
}

function corporaOf(zod: Zod, path: z.ZodType<string>): CorporaSchema {
  const must = "must be 64 hexadecimal digits";
  const corpus = {
    path: path.describe("A file."),
    sha256: zod
      .string(must)
      .regex(/^[0-9a-f]{64}$/u, must)
      .describe("Its digest."),
  };
  return listOf(zod, zod.strictObject(corpus, "must be a table"), "tables")
    .default([])
    .describe("Files of cases that its tests read, each with its digest.")
    .meta({
      examples: [
        [
          {
            path: "test/corpora/events.jsonl",
            sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          },
        ],
      ],
    });
}

function waiversOf(zod: Zod): WaiversSchema {
  const day = "must be a day, such as `2027-01-31`,";
  const waiver = {
    rule: nameOf(zod, "must be the name of a rule,").describe("The rule that is excused."),
    reason: nameOf(zod, "must be a sentence").describe("Why."),
    until: nameOf(zod, day)
      .regex(/^\d{4}-\d{2}-\d{2}$/u, "must be a day, such as `2027-01-31`")
      .describe("The last day on which it is excused."),
  };
  return listOf(zod, zod.strictObject(waiver, "must be a table"), "tables")
    .default([])
    .describe("Rules that it may break for now.")
    .meta({
      examples: [[{ rule: "toothless", reason: "waits for the new parser", until: "2027-01-31" }]],
    });
}
