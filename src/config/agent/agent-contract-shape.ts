import type { z } from "zod";
import { profileNames } from "../../kernel/agent/fault-modes.ts";
import { faultIdsCheck, faultsShape, textOf } from "./agent-fault-shapes.ts";
import { invariantsOf } from "./agent-invariant-shape.ts";
import { type Checked, misplaced, missing, repeated, wrong } from "./agent-issues.ts";
import type {
  FileAgentContract,
  FileAgentScenario,
  FileChaos,
  FileFaults,
} from "../file-config.ts";
import { nearestNames } from "../nearest-name.ts";
import type { PathRules, ShapeOf, Zod } from "../schema-values.ts";
import { judge, listOf, nameOf, pathOf } from "../schema-values.ts";

/** A contract as written, in a file of its own. */
export interface FileContractBody extends Omit<FileAgentContract, "name" | "file"> {
  readonly name: string;
}

/** A list of prompts that has at least one. */
export function promptsOf(zod: Zod): z.ZodArray<z.ZodType<string>> {
  const prompt = textOf(zod, "must be a prompt");
  return listOf(zod, prompt, "prompts").min(1, "must have at least one prompt");
}

/** The keys of a contract that has a file of its own. */
export function contractBodyShape(zod: Zod, rules: PathRules): ShapeOf<FileContractBody> {
  const scenario = zod.strictObject(scenarioRowShape(zod), "must be a table").check(faultIdsCheck);
  return {
    name: nameOf(zod, "must be a text").describe("What reports call it; sessions name it."),
    description: zod
      .string("must be a text")
      .max(1000, "must be at most 1000 characters long")
      .default("")
      .describe("What it promises."),
    invariants: invariantsOf(zod, rules)
      .describe("The rules.")
      .meta({
        examples: [[{ id: "no-secrets", type: "excludes_pattern", patterns: ["sk-[a-z]+"] }]],
      }),
    chaos_matrix: listOf(zod, scenario, "tables")
      .check(repeated("name"))
      .default([])
      .describe("The scenarios in which each rule is judged.")
      .meta({
        examples: [
          [{ name: "orders-down", tool_faults: [{ tool: "get_order", mode: "timeout" }] }],
        ],
      }),
  };
}

/** A contract that has a file of its own. */
export function contractBody(zod: Zod, rules: PathRules): z.ZodType<FileContractBody> {
  return zod
    .strictObject(contractBodyShape(zod, rules), "must be a table")
    .check((checked) => emptyCheck(checked));
}

/** The keys of `[agent.contract]`. */
export function agentContractShape(zod: Zod, rules: PathRules): ShapeOf<FileAgentContract> {
  const { name: _, ...body } = contractBodyShape(zod, rules);
  return {
    file: pathOf(zod, "must be a file path,")
      .check(judge(rules.file))
      .optional()
      .describe("A file that holds the contract, instead of the keys below."),
    name: nameOf(zod, "must be a text")
      .optional()
      .describe("What reports call it; sessions name it.")
      .meta({ examples: ["support"] }),
    ...body,
  };
}

/** What must hold between the keys of `[agent.contract]`. */
export function agentContractCheck(checked: Checked<FileAgentContract>): void {
  if (checked.value.file === undefined) {
    missing(checked, "name", "must be a text");
    emptyCheck(checked);
    return;
  }
  const message = "must be left out: `file` names the contract";
  misplaced(checked, "name", message);
  for (const key of ["invariants", "chaos_matrix"] as const) {
    if (checked.value[key].length > 0) wrong(checked, [key], message);
  }
}

/** The keys of one row of `chaos_matrix`. */
export function scenarioRowShape(zod: Zod): ShapeOf<FileAgentScenario> {
  return {
    name: nameOf(zod, "must be a text").describe("What reports call it."),
    prompts: promptsOf(zod)
      .optional()
      .describe("Prompts of this scenario; those of the agent where it is left out."),
    ...faultsShape(zod),
  };
}

/** The keys of `[agent.chaos]`. */
export function chaosShape(zod: Zod): ShapeOf<FileChaos> {
  const profile = zod
    .strictObject(faultsShape(zod), "must be a table of lists of faults")
    .check(faultIdsCheck);
  return {
    profile: nameOf(zod, "must be the name of a profile,")
      .optional()
      .describe(`A list of faults by name: ${profileNames.join(", ")}, or one of your own.`)
      .meta({ examples: ["api_outage"] }),
    ...faultsShape(zod),
    profiles: zod
      .record(nameOf(zod, "must be a name,"), profile, "must be a table of profiles")
      .default({})
      .describe("Your own profiles: `[agent.chaos.profiles.NAME]` with lists of faults.")
      .meta({
        examples: [{ nightly: { tool_faults: [{ tool: "*", mode: "slow", delay_ms: 2_000 }] } }],
      }),
  };
}

/** What must hold between the keys of `[agent.chaos]`. */
export function chaosCheck(checked: Checked<FileChaos>): void {
  const { profile, profiles } = checked.value;
  faultIdsCheck(checked);
  for (const [name, faults] of Object.entries(profiles)) {
    if (faultsCount(faults) === 0) wrong(checked, ["profiles", name], "must have a fault");
  }
  const names = [...Object.keys(profiles), ...profileNames];
  if (profile === undefined || names.includes(profile)) return;
  const [nearest] = nearestNames(profile, names, { countMax: 1 });
  const meant = nearest === undefined ? "" : ` (did you mean \`${nearest}\`?)`;
  wrong(checked, ["profile"], `must be one of ${names.join(", ")}${meant}`);
}

// --- inside ---

function faultsCount({ tool_faults, llm_faults, context_attacks }: FileFaults): number {
  return tool_faults.length + llm_faults.length + context_attacks.length;
}

function emptyCheck(checked: Checked<Pick<FileContractBody, "invariants">>): void {
  if (checked.value.invariants.length > 0) return;
  wrong(checked, [], "must have at least one entry in `invariants`");
}
