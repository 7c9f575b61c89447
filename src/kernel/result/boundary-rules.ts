/** The rules of a registry of boundaries. */
export type BoundaryRuleId =
  | "unregistered-file"
  | "suspected-boundary"
  | "stale-path"
  | "double-owner"
  | "duplicate-id"
  | "missing-owner"
  | "missing-contract"
  | "missing-layer"
  | "missing-class"
  | "missing-tier"
  | "empty-target"
  | "vacuous-generator"
  | "toothless"
  | "unpromoted-finding"
  | "dangling-corpus"
  | "dangling-scenario"
  | "expired-waiver"
  | "unknown-waiver";

/** What is said of a rule wherever it is named. */
export interface BoundaryRule {
  readonly id: BoundaryRuleId;
  readonly level: "error" | "warning";
  /** When it is broken, as a phrase. */
  readonly fails: string;
  readonly why: string;
  /** What mends it. */
  readonly help: string;
}

/** A rule that is broken, once. */
export interface BoundaryProblem {
  readonly rule: BoundaryRuleId;
  readonly level: BoundaryRule["level"];
  /** The boundary that it is about; absent where it is about a file that has none. */
  readonly boundary?: string | undefined;
  /** Where it shows, relative to the project root. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly what: string;
  readonly help: string;
}

/** Every rule, in the order in which it is documented. */
export const boundaryRules: readonly BoundaryRule[] = [
  {
    id: "unregistered-file",
    level: "error",
    fails: "a file below `watch` belongs to no boundary",
    why: "a new adapter is a new way in, and nobody has said yet how it is tested",
    help: "add the file to the `files` of a boundary, or write a new entry",
  },
  {
    id: "suspected-boundary",
    level: "warning",
    fails: "code outside of every boundary takes in data from outside",
    why: "it calls a network, a process, a parser or a file that somebody else writes",
    help: "run `gauntlet boundaries init --discover`, or add the file to `ignore`",
  },
  {
    id: "stale-path",
    level: "error",
    fails: "a path or pattern of the registry matches no file",
    why: "a file that was moved or removed takes its tests out of the registry without a word",
    help: "name the file as it is called now, or remove the path",
  },
  {
    id: "double-owner",
    level: "error",
    fails: "a file belongs to two boundaries",
    why: "what two own, each expects the other to test",
    help: "leave the file in one of them",
  },
  {
    id: "duplicate-id",
    level: "error",
    fails: "two boundaries have the same id",
    why: "evidence, findings and waivers are kept by id",
    help: "rename one of them",
  },
  {
    id: "missing-owner",
    level: "error",
    fails: "a boundary has no `owner`",
    why: "a finding needs somebody who decides what is right",
    help: "write `owner`",
  },
  {
    id: "missing-contract",
    level: "error",
    fails: "a boundary with tests does not say what they hold it to",
    why: "without a sentence, a test protects whatever the code does today",
    help: "write `legal_contract` and `invalid_contract`, one sentence each",
  },
  {
    id: "missing-layer",
    level: "error",
    fails: "a boundary does not state its `layers`",
    why: "bytes by chance show containment only; correctness needs generators that know the format",
    help: "write `layers`: bytes, structured, property, simulation",
  },
  {
    id: "missing-class",
    level: "error",
    fails: "a boundary does not state the `classes` of behaviour that are tested",
    why: "each class has a technique of its own, and one that is not named is not tested",
    help: "write `classes`: bounded or unbounded, invalid or valid",
  },
  {
    id: "missing-tier",
    level: "error",
    fails: "a boundary names no test for legal data, or none for invalid data",
    why: "legal data must be handled right and invalid data must do no harm: two promises",
    help: "write `legal_tests` and `invalid_tests`, or a waiver",
  },
  {
    id: "empty-target",
    level: "error",
    fails: "a test of a tier played no case to the code as it is now",
    why: "a test that was renamed, emptied or never run protects nothing",
    help: "run `gauntlet boundaries run smoke`",
  },
  {
    id: "vacuous-generator",
    level: "error",
    fails: "too few cases of a tier got past the door",
    why: "data that is refused at the door says nothing about the code behind it",
    help: "make the generator's data nearly right, and see the stages in the evidence",
  },
  {
    id: "toothless",
    level: "error",
    fails: "a tier does not notice the faults that are put into its code on purpose",
    why: "a check that a planted bug survives does not find a real one either",
    help: "compare what was read with `expected`, and let errors through",
  },
  {
    id: "unpromoted-finding",
    level: "error",
    fails: "a finding is kept that no regression repeats",
    why: "what was found once comes back, through another path",
    help: "run `gauntlet boundaries promote <finding>` and commit the file",
  },
  {
    id: "dangling-corpus",
    level: "error",
    fails: "a corpus is not there, or is not the one that was registered",
    why: "tests that read other cases than they say pass for another reason",
    help: "write the path and digest of the file that the tests read",
  },
  {
    id: "dangling-scenario",
    level: "error",
    fails: "a boundary names a scenario that the catalog does not have",
    why: "a link that leads to nothing satisfies a rule and nobody else",
    help: "add the scenario to the catalog, or remove the id",
  },
  {
    id: "expired-waiver",
    level: "error",
    fails: "the day of a waiver is over",
    why: "an excuse without an end is a rule less",
    help: "mend what it excuses, or move `until` with a reason",
  },
  {
    id: "unknown-waiver",
    level: "error",
    fails: "a waiver names a rule that there is not",
    why: "it excuses nothing, and whoever reads it believes otherwise",
    help: "name one of the rules that `gauntlet boundaries explain` lists",
  },
];

/** The rule with that name. */
export function boundaryRule(id: string): BoundaryRule | undefined {
  return boundaryRules.find((rule) => rule.id === id);
}
