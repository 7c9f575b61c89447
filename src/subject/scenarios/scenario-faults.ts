import type { Fault } from "../../kernel/faults/fault.ts";
import { fault as catalogue } from "../../kernel/faults/catalogue.ts";
import { type ErrorParts, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { pointerOf } from "../../config/config-problem.ts";
import type { NamedFaults } from "./run/step-scope.ts";
import { pointerText } from "./scenario-words.ts";
import type { Scenario, ScenarioFault } from "./step.ts";

/** The faults that a scenario names, and what is wrong with those that cannot be made. */
export function makeFaults({ faults = {} }: Scenario): {
  readonly made: NamedFaults;
  readonly problems: readonly ErrorParts[];
} {
  const made = new Map<string, Fault>();
  const problems: ErrorParts[] = [];
  for (const [name, spec] of Object.entries(faults)) {
    const result = makeFault(name, spec);
    if ("strike" in result) made.set(name, result);
    else problems.push(result);
  }
  return { made, problems };
}

// --- inside ---

/** A fault of the catalogue; the one that takes code cannot be written in a file. */
const kinds = new Map(
  Object.entries(catalogue).filter(([kind]) => kind !== "custom"),
) as ReadonlyMap<string, (...args: readonly unknown[]) => Fault>;

function makeFault(name: string, { kind, at, options }: ScenarioFault): Fault | ErrorParts {
  const make = kinds.get(kind);
  if (make === undefined) {
    const [nearest] = nearestNames(kind, kinds.keys(), { countMax: 1 });
    const help =
      nearest === undefined
        ? "docs/reference/faults.md lists them"
        : `did you mean \`${nearest}\`?`;
    return problem([name, "kind"], `is not a kind of fault, got \`${kind}\``, { help });
  }
  // Faults of a seam take it before their options; the others would take it for options.
  if (at !== undefined && make.length < 2) {
    return problem([name, "at"], `is not for \`${kind}\`, which has no seam in code`, {});
  }
  try {
    return { ...make(...[at, options].filter((part) => part !== undefined)), name };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    if (at === undefined && make.length >= 2) {
      const help = 'write `at: "src/gateway.ts#charge"`';
      return problem([name], `needs \`at\`, the function that \`${kind}\` strikes`, { help });
    }
    const { what, note, help } = thrown instanceof GauntletError ? thrown : ofError(thrown);
    return problem([name], `cannot be made: ${what}`, { note, help });
  }
}

function ofError({ message }: Error): Pick<ErrorParts, "what" | "note" | "help"> {
  return { what: message, help: "docs/reference/faults.md says what each kind takes" };
}

function problem(
  path: readonly string[],
  what: string,
  more: Pick<ErrorParts, "note" | "help">,
): ErrorParts {
  const at = ["faults", ...path];
  return { code: "N010", what: `${pointerText(at)} ${what}`, pointer: pointerOf(at), ...more };
}
