import { type BoundaryProblem, boundaryRules } from "../kernel/result/boundary-rules.ts";

/** Problems of a registry as SARIF 2.1.0, which code hosts show beside the lines. */
export function boundariesSarif(
  problems: readonly BoundaryProblem[],
  { version, configFile }: { readonly version: string; readonly configFile: string },
): object {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "gauntlet",
            version,
            rules: boundaryRules.map(({ id, level, fails, why, help }) => ({
              id,
              shortDescription: { text: fails },
              fullDescription: { text: why },
              help: { text: help },
              defaultConfiguration: { level },
            })),
          },
        },
        results: problems.map((problem) => resultOf(problem, configFile)),
      },
    ],
  };
}

// --- inside ---

/** A pattern is no address of a file. */
const isPattern = /[*?{]/u;

function resultOf(problem: BoundaryProblem, configFile: string): object {
  const { rule, level, boundary, file, line = 1, what, help } = problem;
  const uri = file === undefined || isPattern.test(file) ? configFile : file;
  const text = boundary === undefined ? what : `${boundary}: ${what}`;
  return {
    ruleId: rule,
    ruleIndex: boundaryRules.findIndex(({ id }) => id === rule),
    level,
    message: { text: `${text}; ${help}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(uri) },
          region: { startLine: line },
        },
      },
    ],
    partialFingerprints: { "gauntlet/v1": [rule, boundary ?? "", file ?? "", what].join("|") },
  };
}
