import { quote } from "./syntax/code-frame.ts";
import type { ConfigPath } from "./syntax/config-node.ts";
import type { ConfigProblem } from "./config-problem.ts";
import type { IssueWords } from "./explain-issues.ts";
import type { FileSchema } from "./file-schema.ts";
import { nearestNames } from "./nearest-name.ts";
import { isListSection, sectionTitle, unbuiltKeys } from "./unbuilt-keys.ts";

/** How the problems of a config file are told: by section and key. */
export function configWords(keys: FileSchema["keys"]): IssueWords {
  return {
    codes: { missing: "C010", value: "C008", range: "C009", rule: "C011" },
    nameOf,
    unknownKey: (key, path) => unknownKey(key, path, keys()),
  };
}

// --- inside ---

const namesShownMax = 5;

type KnownKeys = ReturnType<FileSchema["keys"]>;

function unknownKey(key: string, path: ConfigPath, keys: KnownKeys): ConfigProblem {
  // Indexes are left out: `objects.2.scenarios.0` is the table `objects.scenarios`.
  const names = path.filter((part) => typeof part === "string");
  const section = names.join(".");
  const at = { path: [...path, key], part: "key" } as const;
  if (unbuiltKeys.get(section)?.has(key) === true) {
    const name = section === "" ? sectionTitle(key) : `${sectionTitle(section)} ${key}`;
    const what = `\`${name}\` is not built yet in this version`;
    return { code: "C007", what, at, help: "remove it; it would change nothing" };
  }
  const known = keys.get(tableOf(names)) ?? [];
  const what =
    section === ""
      ? `unknown key ${quote(key)} at the top of the config`
      : `unknown key ${quote(key)} in \`${sectionTitle(section)}\``;
  return { code: "C006", what, at, ...suggestion(key, { known, keys }) };
}

// The names of profiles are the user's: all of them are one table.
function tableOf(names: readonly string[]): string {
  const isProfile = names.slice(0, 3).join(".") === "agent.chaos.profiles";
  return (isProfile ? names.toSpliced(3, 1) : names).join(".");
}

function suggestion(
  key: string,
  { known, keys }: { known: readonly string[]; keys: KnownKeys },
): Pick<ConfigProblem, "note" | "help"> {
  const [nearest] = nearestNames(key, known, { countMax: 1 });
  if (nearest !== undefined) return { help: `did you mean \`${nearest}\`?` };
  const homes = [...keys].filter(([, names]) => names.includes(key)).map(([name]) => name);
  const [home] = homes;
  if (home !== undefined) {
    return { help: home === "" ? "move it to the top" : `move it under \`${sectionTitle(home)}\`` };
  }
  const names = known.filter((name) => !name.startsWith("$"));
  const shown = names.slice(0, namesShownMax).map((name) => `\`${name}\``);
  const hidden = names.length - shown.length;
  const more = hidden > 0 ? ` and ${hidden} more (docs/reference/config.md)` : "";
  return { note: `known here: ${shown.join(", ")}${more}` };
}

function nameOf(path: ConfigPath): string {
  const [section, ...rest] = path;
  if (section === undefined) return "the config";
  if (typeof section === "string" && section.startsWith("$")) return `\`${section}\``;
  const title = sectionTitle(String(section));
  const keyParts = isListSection(String(section)) ? rest.slice(1) : rest;
  const key = keyParts.map((part, index) => keyText(part, index)).join("");
  return key === "" ? `\`${title}\`` : `\`${title} ${key}\``;
}

function keyText(part: string | number, index: number): string {
  if (typeof part === "number") return `[${part}]`;
  return index === 0 ? part : `.${part}`;
}
