import { agentDefaults, fileDefaults, scanDefaults, scoringDefaults } from "../config/index.ts";
import { verbDefaults } from "./verb-defaults.ts";
import type { FlagSpec } from "./verb-spec.ts";

/** What holds where a flag is left out, as text; undefined where nothing is to be said. */
export function defaultText({ default: told, preset }: FlagSpec): string | undefined {
  if (told === "") return undefined;
  if (told !== undefined) return told.replaceAll(/\{([^}]*)\}/gu, (_, key: string) => valueOf(key));
  return preset === undefined || preset === true ? undefined : String(preset);
}

// --- inside ---

/** What a config key has where nobody says: `explorer.seed`; or a default of the verbs. */
function valueOf(key: string): string {
  let value: unknown = defaults;
  for (const name of key.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }
  if (typeof value === "string" || typeof value === "number") return String(value);
  throw new Error(`there is no default \`${key}\``);
}

const defaults = {
  ...verbDefaults,
  ...fileDefaults,
  scan: scanDefaults,
  agent: { ...agentDefaults, scoring: scoringDefaults },
};
