import type { BoundaryProblem } from "../../kernel/result/boundary-rules.ts";
import { findSurfaces, type FoundSurface } from "../../subject/found-seams/index.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import { broken } from "./broken.ts";
import { isMatched } from "./project-files.ts";
import type { Boundary, Registry } from "./registry.ts";

/** What is wrong with the entries, the files that they name, and the files that none names. */
export function registryProblems(registry: Registry): readonly BoundaryProblem[] {
  return [
    ...unregistered(registry),
    ...suspected(registry),
    ...stalePaths(registry),
    ...owners(registry),
    ...duplicates(registry),
    ...registry.boundaries.flatMap(incomplete),
  ];
}

/** Where data comes in, in files that no boundary has. */
export function unownedSurfaces(registry: Registry): readonly FoundSurface[] {
  const { files, rules, root } = registry;
  const owned = ownedFiles(registry);
  const source = new ProjectSource(root);
  return files
    .matching(rules.suspects)
    .filter((file) => !owned.has(file) && !isMatched(file, rules.ignore) && isCode.test(file))
    .flatMap((file) => findSurfaces(source, file));
}

// --- inside ---

const isCode = /(?<!\.d)\.[cm]?[jt]sx?$/u;

function ownedFiles({ boundaries }: Registry): ReadonlySet<string> {
  return new Set(boundaries.flatMap(({ sources }) => sources));
}

function unregistered(registry: Registry): readonly BoundaryProblem[] {
  const { files, rules } = registry;
  const owned = ownedFiles(registry);
  return files
    .matching(rules.watch)
    .filter((file) => !owned.has(file) && !isMatched(file, rules.ignore))
    .map((file) => broken("unregistered-file", { file, what: `\`${file}\` has no boundary` }));
}

/** One of a file is enough to look at it. */
function suspected(registry: Registry): readonly BoundaryProblem[] {
  const watched = new Set(registry.files.matching(registry.rules.watch));
  const first = new Map<string, FoundSurface>();
  for (const found of unownedSurfaces(registry)) {
    if (!first.has(found.file) && !watched.has(found.file)) first.set(found.file, found);
  }
  return [...first.values()].map(({ file, line, kind, what }) =>
    broken("suspected-boundary", {
      file,
      line,
      what: `\`${what}\` looks like a boundary of kind \`${kind}\``,
    }),
  );
}

function stalePaths({ boundaries, files, rules }: Registry): readonly BoundaryProblem[] {
  const stale = (patterns: readonly string[]): readonly string[] =>
    patterns.filter((pattern) => files.matching([pattern]).length === 0);
  const told = (key: string, pattern: string) => ({
    file: pattern,
    what: `\`${pattern}\` of \`${key}\` matches no file`,
  });
  return [
    ...stale(rules.watch).map((one) => broken("stale-path", told("watch", one))),
    ...boundaries.flatMap(({ id, files: sources, legalTests, invalidTests }) =>
      (
        [
          ["files", sources],
          ["legal_tests", legalTests],
          ["invalid_tests", invalidTests],
        ] as const
      ).flatMap(([key, patterns]) =>
        stale(patterns).map((one) => broken("stale-path", { boundary: id, ...told(key, one) })),
      ),
    ),
  ];
}

function owners({ boundaries }: Registry): readonly BoundaryProblem[] {
  const first = new Map<string, string>();
  const problems: BoundaryProblem[] = [];
  for (const { id, sources } of boundaries) {
    for (const file of sources) {
      const other = first.get(file);
      if (other === undefined) first.set(file, id);
      // Two entries of one id are another rule's.
      if (other === undefined || other === id) continue;
      const what = `\`${file}\` belongs to \`${other}\` and to \`${id}\``;
      problems.push(broken("double-owner", { boundary: id, file, what }));
    }
  }
  return problems;
}

function duplicates({ boundaries }: Registry): readonly BoundaryProblem[] {
  const ids = boundaries.map(({ id }) => id);
  const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  return [...twice].map((id) =>
    broken("duplicate-id", { boundary: id, what: `two boundaries are called \`${id}\`` }),
  );
}

function incomplete(entry: Boundary): readonly BoundaryProblem[] {
  const { id: boundary, owner, layers, classes, legalTests, invalidTests } = entry;
  const problems: BoundaryProblem[] = [];
  const add = (rule: BoundaryProblem["rule"], what: string): void =>
    void problems.push(broken(rule, { boundary, what }));
  if (owner === undefined) add("missing-owner", "nobody answers for it");
  if (layers.length === 0) add("missing-layer", "it does not say how it is tested");
  if (classes.length === 0) add("missing-class", "it does not say which behaviour is tested");
  const tiers = [
    ["legal", legalTests, entry.legalContract],
    ["invalid", invalidTests, entry.invalidContract],
  ] as const;
  for (const [tier, tests, contract] of tiers) {
    if (tests.length === 0) add("missing-tier", `no test plays ${tier} data to it`);
    if (tests.length > 0 && contract === undefined) {
      add("missing-contract", `its tests of ${tier} data have no \`${tier}_contract\``);
    }
  }
  return problems;
}
