import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type BoundaryProblem, boundaryRule } from "../../kernel/result/boundary-rules.ts";
import { broken } from "./broken.ts";
import { fileDigest, type Registry } from "./registry.ts";

/** What is wrong with what entries refer to: corpora, scenarios and waivers. */
export function referenceProblems(registry: Registry, today: string): readonly BoundaryProblem[] {
  return [...corpora(registry), ...scenarios(registry), ...waivers(registry, today)];
}

// --- inside ---

function corpora({ boundaries, root }: Registry): readonly BoundaryProblem[] {
  return boundaries.flatMap(({ id: boundary, corpora: wanted }) =>
    wanted.flatMap(({ path: file, sha256 }) => {
      const digest = fileDigest(path.join(root, file));
      if (digest === sha256) return [];
      const what =
        digest === undefined
          ? `the corpus \`${file}\` is not there`
          : `the corpus \`${file}\` has the digest ${short(digest)}, not ${short(sha256)}`;
      return [broken("dangling-corpus", { boundary, file, what })];
    }),
  );
}

function short(digest: string): string {
  return `${digest.slice(0, 12)}…`;
}

function scenarios({ boundaries, root, rules }: Registry): readonly BoundaryProblem[] {
  if (boundaries.every(({ scenarios: wanted }) => wanted.length === 0)) return [];
  const known = idsOf(path.join(root, rules.catalog));
  return boundaries.flatMap(({ id: boundary, scenarios: wanted }) =>
    wanted
      .filter((id) => !known.has(id))
      .map((id) =>
        broken("dangling-scenario", {
          boundary,
          file: rules.catalog,
          what: `the catalog \`${rules.catalog}\` has no scenario \`${id}\``,
        }),
      ),
  );
}

function idsOf(file: string): ReadonlySet<unknown> {
  if (!existsSync(file)) return new Set();
  try {
    const entries = JSON.parse(readFileSync(file, "utf8")) as readonly { readonly id?: unknown }[];
    return new Set(Array.isArray(entries) ? entries.map(({ id }) => id) : []);
  } catch {
    return new Set();
  }
}

function waivers({ boundaries }: Registry, today: string): readonly BoundaryProblem[] {
  return boundaries.flatMap(({ id: boundary, waivers: given }) =>
    given.flatMap(({ rule, until, reason }) => {
      if (boundaryRule(rule) === undefined) {
        return [broken("unknown-waiver", { boundary, what: `\`${rule}\` is not a rule` })];
      }
      if (until >= today) return [];
      const what = `\`${rule}\` was excused until ${until}: ${reason}`;
      return [broken("expired-waiver", { boundary, what })];
    }),
  );
}
