import type { InvariantType } from "../../../kernel/agent/agent-invariant.ts";
import { importFaults } from "./flakestorm-faults.ts";
import { pythonPattern } from "./python-pattern.ts";
import { filled, type Section } from "./flakestorm-section.ts";
import type { Table } from "../plain-table.ts";

/** The rules of a list, as they are written here. */
export function importInvariants(
  sections: readonly Section[],
  { isContract }: { readonly isContract: boolean },
): readonly Table[] {
  const ids = new Set<string>();
  return sections.flatMap((section) => {
    const [rule] = invariant(section, isContract);
    if (rule === undefined) return [];
    const id = rule["id"];
    if (typeof id !== "string" || !ids.has(id)) {
      if (typeof id === "string") ids.add(id);
      return [rule];
    }
    section.warn("id", `\`${id}\` is there twice, so this one gets a name of its own`);
    const { id: _, ...rest } = rule;
    return [rest];
  });
}

/** The contract, with the scenarios that stood outside of it. */
export function importContract(root: Section, known: ContractParts): Table | undefined {
  const section = root.section("contract");
  const outside = root.sections("chaos_matrix");
  if (outside.length > 0) {
    root.warn(
      "chaos_matrix",
      "was never run at the top of the file (no cells, score 100); now it is part of the contract",
    );
  }
  if (section === undefined && outside.length === 0) return undefined;
  const inside = section?.sections("chaos_matrix") ?? [];
  const written = importInvariants(section?.sections("invariants") ?? [], { isContract: true });
  const contract = filled({
    name: section?.name("name") || "default",
    description: section?.text("description", { max: 1000 }),
    invariants: written.length > 0 ? written : known.invariants,
    chaos_matrix: scenarios([...inside, ...outside], known.agentUrl),
  });
  section?.done();
  if (written.length === 0 && known.invariants.length > 0) {
    root.warn("contract.invariants", "are none, so the contract gets those of the agent");
  }
  return written.length === 0 && known.invariants.length === 0 ? dropped(root) : contract;
}

/** What a contract is made with. */
export interface ContractParts {
  readonly agentUrl: string;
  /** The rules of the agent, for a contract that has none. */
  readonly invariants: readonly Table[];
}

// --- inside ---

type OldType = Extract<InvariantType, (typeof oldTypes)[number]>;

const oldTypes = [
  "contains",
  "contains_any",
  "latency",
  "valid_json",
  "regex",
  "similarity",
  "excludes_pii",
  "refusal_check",
  "output_not_empty",
  "completes",
  "excludes_pattern",
  "behavior_unchanged",
] as const;

/** Types that their documents have and their code did not know. */
const writtenTypes = ["not_contains", "refusal"] as const;

type WrittenType = OldType | (typeof writtenTypes)[number];

/** What each rule reads; the first one must be there. */
const ruleKeys: Readonly<Record<OldType, readonly string[]>> = {
  contains: ["value"],
  contains_any: ["values"],
  latency: ["max_ms"],
  valid_json: [],
  regex: ["pattern"],
  similarity: ["expected", "threshold"],
  excludes_pii: [],
  refusal_check: [],
  output_not_empty: [],
  completes: [],
  excludes_pattern: ["patterns"],
  behavior_unchanged: ["baseline", "similarity_threshold"],
};

const needing: ReadonlySet<string> = new Set(
  oldTypes.filter((type) => type !== "behavior_unchanged" && ruleKeys[type].length > 0),
);

const whens = [
  "always",
  "tool_faults_active",
  "llm_faults_active",
  "any_chaos_active",
  "no_chaos",
] as const;

/** Types that looked at `negate`. */
const negatable = /^(?:contains|contains_any|regex|excludes_pattern|behavior_unchanged)$/u;

function invariant(section: Section, isContract: boolean): readonly Table[] {
  const kind = section.kind("type", [...oldTypes, ...writtenTypes]);
  if (kind === undefined) {
    if (isContract) section.warn("type", "a type that is not known was read as `regex` there");
    return [];
  }
  const type = typeOf(section, kind);
  const when = section.word("when", whens);
  const isNegated = section.flag("negate");
  const negate = kind === "not_contains" ? isNegated !== true : isNegated;
  const probes = [...(section.texts("probes") ?? []), ...dangerousOf(section)];
  const common = {
    id: section.name("id"),
    type,
    description: section.text("description", { max: 1000 }),
    severity: section.word("severity", ["critical", "high", "medium", "low"]),
    when: when === "always" ? undefined : when,
    negate: negate === true ? true : undefined,
    probes: probes.length === 0 ? undefined : probes,
  };
  const values = valuesOf(section, type);
  tellOfFilter(section);
  section.done();
  tellOfChanges(section, { type, kind, when, negate: isNegated, isContract });
  const keys = ruleKeys[type];
  const [needed] = keys;
  if (needing.has(type) && needed !== undefined && values[needed] === undefined) {
    section.warn("", `is left out: \`${type}\` needs \`${needed}\``);
    return [];
  }
  for (const key of Object.keys(values)) {
    if (values[key] !== undefined && !keys.includes(key)) {
      section.warn(key, `is left out: \`${type}\` does not read it`);
    }
  }
  const read = Object.fromEntries(keys.map((key) => [key, values[key]]));
  return [filled({ ...common, ...read })];
}

const dangerous = "dangerous_prompts";

/** A list of prompts; their own examples have `true` there, which says nothing. */
function dangerousOf(section: Section): readonly string[] {
  if (typeof section.take(dangerous) !== "boolean") return section.texts(dangerous) ?? [];
  section.warn(dangerous, "is left out: `true` or `false` did nothing; `probes` lists prompts");
  return [];
}

/** The type of ours for one of theirs. */
function typeOf(section: Section, kind: WrittenType): OldType {
  if (kind === "refusal") return "refusal_check";
  const isExact = section.take("case_sensitive") === true && section.has("value");
  // Capitals do not matter to `contains`, here as there.
  if (isExact && (kind === "contains" || kind === "not_contains")) return "regex";
  if (kind !== "not_contains") return kind;
  return section.has("values") && !section.has("value") ? "contains_any" : "contains";
}

/** Rules for some of the prompts are in their documents only. */
function tellOfFilter(section: Section): void {
  if (section.take("prompt_filter") === undefined) return;
  section.warn("prompt_filter", "is left out: it did nothing there; a rule is for every prompt");
}

function valuesOf(section: Section, type: OldType): Table {
  const isExact = section.take("case_sensitive") === true && type === "regex";
  const literal = isExact ? section.text("value") : undefined;
  if (literal !== undefined)
    return { pattern: literal.replaceAll(/[$()*+./?[\\\]^{|}]/gu, "\\$&") };
  const patterns = section.texts("patterns")?.flatMap((one) => pattern(section, "patterns", one));
  const [regex] = pattern(section, "pattern", section.text("pattern"));
  const values = section.texts("values");
  return {
    value: section.text("value"),
    values: values?.length === 0 ? undefined : values,
    pattern: regex,
    patterns: patterns?.length === 0 ? undefined : patterns,
    max_ms: section.whole("max_ms", { min: 1, max: 3_600_000 }),
    expected: section.text("expected"),
    threshold: section.number("threshold", { min: 0, max: 1 }),
    baseline: section.text("baseline"),
    similarity_threshold: section.number("similarity_threshold", { min: 0, max: 1 }),
  };
}

function tellOfChanges(
  section: Section,
  rule: {
    readonly type: OldType;
    readonly kind: WrittenType;
    readonly when: string | undefined;
    readonly negate: boolean | undefined;
    readonly isContract: boolean;
  },
): void {
  const { type, kind, when, negate, isContract } = rule;
  if (kind === "not_contains") {
    section.warn("type", "`not_contains` was no type there; now it is `contains` with `negate`");
  }
  if (kind === "refusal") {
    section.warn("type", "`refusal` was no type there; now it is `refusal_check`");
  }
  if (when !== undefined && when !== "always") {
    section.warn("when", "was ignored there; now the rule is judged only then");
  }
  if (negate === true && !negatable.test(type)) {
    section.warn("negate", `was ignored by \`${type}\` there; now the opposite must hold`);
  }
  if (Array.isArray(section.take(dangerous))) {
    section.warn(dangerous, "were never asked there; now they are the `probes` of the rule");
  }
  if (type === "similarity" && isContract) {
    section.warn("type", "`similarity` in a contract was an error there; now it is judged");
  }
  if (type === "excludes_pattern") {
    section.warn("patterns", "were looked for as plain texts; now they are regular expressions");
  }
  if (type === "completes") {
    section.warn("type", "`completes` could not fail there; now it does when no answer comes");
  }
  if (type === "refusal_check") {
    section.warn("type", "looked for a few words there; now the whole answer is judged");
  }
}

/** A regular expression of Python as one that is read here. */
function pattern(section: Section, key: string, text: string | undefined): readonly string[] {
  if (text === undefined || text === "") return [];
  const read = pythonPattern(text);
  if (read.kind === "read") return [read.pattern];
  section.warn(key, `is left out: \`${text}\` is a pattern of Python, and ${read.because}`);
  return [];
}

function scenarios(sections: readonly Section[], agentUrl: string): readonly Table[] {
  const names = new Set<string>();
  return sections.flatMap((section) => {
    const name = section.name("name");
    const prompts = section.texts("prompts");
    const faults = importFaults(section, agentUrl);
    section.done();
    if (name === undefined || name === "" || names.has(name)) {
      const why = name === undefined || name === "" ? "it has no name" : "its name is there twice";
      section.warn("name", `is left out: ${why}`);
      return [];
    }
    names.add(name);
    return [filled({ name, prompts: prompts?.length === 0 ? undefined : prompts, ...faults })];
  });
}

function dropped(root: Section): undefined {
  root.warn("contract", "is left out: it has no rules");
  return undefined;
}
