import { agentCheck } from "./agent/agent-rules.ts";
import { agentShape } from "./agent/agent-shape.ts";
import { boundaryRulesShape, boundaryShape } from "./boundary-shapes.ts";
import { explorerShape } from "./explorer-shape.ts";
import { loaderShape, reportShape, testShape, worldShape } from "./project-shapes.ts";
import { contractShape, objectShape } from "./scan/object-shapes.ts";
import { fixturesShape, initShape, scanShape } from "./scan/scan-shapes.ts";
import { scenariosShape } from "./scenarios-shape.ts";
import type { PathRules, Shape, Zod } from "./schema-values.ts";
import type { Checked } from "./agent/agent-issues.ts";

/** One section of a config file. All that is said of a key comes from its shape. */
export interface ConfigSection {
  /** Without brackets. */
  readonly name: string;
  /** One table whose keys all have defaults, a list of tables, or a table that may be absent. */
  readonly form: "table" | "list" | "optional";
  /** A sentence for the JSON Schema and the example. */
  readonly about: string;
  readonly shape: (zod: Zod, rules: PathRules) => Shape;
  /** What must hold between its keys. */
  readonly check?: ((checked: Checked<never>, rules: PathRules) => void) | undefined;
}

/** Every section, in the order in which it is documented. */
export const configSections: readonly ConfigSection[] = [
  {
    name: "explorer",
    form: "table",
    about: "How runs are searched: budgets, seed and limits.",
    shape: explorerShape,
  },
  {
    name: "world",
    form: "table",
    about: "What the simulated world makes of what it does not control.",
    shape: worldShape,
  },
  {
    name: "loader",
    form: "table",
    about: "How the files of the project are loaded.",
    shape: loaderShape,
  },
  {
    name: "tests",
    form: "list",
    about: "The subjects to explore, one entry for each file or pattern.",
    shape: testShape,
  },
  {
    name: "report",
    form: "table",
    about: "How findings are told and where they are kept.",
    shape: reportShape,
  },
  {
    name: "fixtures",
    form: "table",
    about: "Values for parameters, for every scanned file.",
    shape: fixturesShape,
  },
  {
    name: "scan",
    form: "list",
    about: "The files to scan, one entry for each file or pattern.",
    shape: scanShape,
  },
  {
    name: "objects",
    form: "list",
    about: "How instances of a class are made for a scan.",
    shape: objectShape,
  },
  {
    name: "contracts",
    form: "list",
    about: "What a function must keep to, with inputs to try.",
    shape: contractShape,
  },
  {
    name: "init",
    form: "table",
    about: "What `gauntlet init` writes when its flags do not say.",
    shape: initShape,
  },
  {
    name: "scenarios",
    form: "table",
    about: "How scenario files are run by `gauntlet test`.",
    shape: scenariosShape,
  },
  {
    name: "boundaries",
    form: "list",
    about: "Where data comes in that the project does not control, one entry for each place.",
    shape: boundaryShape,
  },
  {
    name: "boundary_rules",
    form: "table",
    about: "What `gauntlet boundaries` asks of these entries.",
    shape: boundaryRulesShape,
  },
  {
    name: "agent",
    form: "optional",
    about: "An agent under test, what happens around it, and what it must keep to.",
    shape: agentShape,
    check: agentCheck,
  },
];

/** The same sections, one of which has more keys. */
export function withKeys(
  sections: readonly ConfigSection[],
  name: string,
  more: ConfigSection["shape"],
): readonly ConfigSection[] {
  return sections.map((section) =>
    section.name === name
      ? {
          ...section,
          shape: (zod, rules) => ({ ...section.shape(zod, rules), ...more(zod, rules) }),
        }
      : section,
  );
}
