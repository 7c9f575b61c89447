import { fileDefaults } from "../../src/config/index.ts";
import { defaultText } from "../../src/cli/default-text.ts";
import { flagsOf, type VerbFlag, writtenFlags } from "../../src/cli/verb-flags.ts";
import { type CommandTable, isVerb, type VerbSpec } from "../../src/cli/verb-spec.ts";

/**
 * A document with its tables of verbs and flags as the table of verbs has them. They stand between
 * comments:
 *   <!-- verbs -->                         every verb, with what it does
 *   <!-- flags: explore -->                the flags of a verb
 *   <!-- flags: report * -->               those of all verbs below some words
 *   <!-- flags: explore; backends as [`test`](#gauntlet-test-paths) -->  with a group in one row
 *   <!-- end -->
 * Flags that the table of all verbs has are left out of the others.
 */
export function verbTables(text: string, table: CommandTable): string {
  return text.replaceAll(marked, (whole) => {
    const [start = "", what = "", verb = "", group, as = ""] = opening.exec(whole) ?? [];
    const rows = what === "verbs" ? verbRows(table) : flagRows(verb, table, { group, as });
    return `${start}\n${rows.join("\n")}\n\n<!-- end -->`;
  });
}

/** The first words of all verbs. */
export function verbList({ verbs }: CommandTable): readonly string[] {
  return Object.keys(verbs).filter((name) => !name.includes(" "));
}

// --- inside ---

const opening = /^<!-- (verbs|flags: ([^;\n]*?)(?:; (\w+) as (.*?))?) -->\n/u;
const marked = /^<!-- (?:verbs|flags: .*) -->\n[^]*?^<!-- end -->$/gmu;

/** Those that the table of all verbs explains. */
const common: ReadonlySet<string> = new Set([
  "config",
  "cwd",
  "json",
  "report",
  "quiet",
  "color",
  "all",
]);

function verbRows({ verbs }: CommandTable): readonly string[] {
  const rows = Object.entries(verbs).flatMap(([name, spec]) => {
    if (!isVerb(spec)) return [];
    const usage = [name, ...spec.arguments.map((one) => one.usage)].join(" ");
    return [`| \`${usage}\` | ${cell(spec.summary)} |`];
  });
  return ["| verb | what it does |", "|---|---|", ...rows];
}

function flagRows(
  words: string,
  table: CommandTable,
  { group, as }: { readonly group: string | undefined; readonly as: string },
): readonly string[] {
  const together = new Set(group === undefined ? [] : table.groups[group]?.flags);
  const rows = new Map<string, string[]>();
  for (const [name, spec] of verbsNamed(words, table)) {
    for (const flag of flagsOf(spec, table)) {
      if (flag.isHidden || common.has(flag.name) || together.has(flag.name)) continue;
      for (const row of rowsOf(flag)) {
        rows.set(row, [...(rows.get(row) ?? []), name.split(" ").at(-1) ?? ""]);
      }
    }
  }
  const several = words.endsWith("*");
  const told = [...rows].map(([row, names]) =>
    several ? row.replace(" | ", ` | of ${names.map((one) => `\`${one}\``).join(", ")}: `) : row,
  );
  const shared = [...together].flatMap((name) => {
    const spec = table.flags[name];
    return spec === undefined ? [] : writtenFlags({ ...spec, name, isHidden: false });
  });
  const last = `| ${shared.map((one) => `\`${one}\``).join(", ")} | as for ${as} |`;
  return ["| flag | meaning |", "|---|---|", ...told, ...(shared.length === 0 ? [] : [last])];
}

function verbsNamed(words: string, { verbs }: CommandTable): readonly [string, VerbSpec][] {
  const found = Object.entries(verbs).flatMap(([name, spec]): [string, VerbSpec][] => {
    const isMeant = words.endsWith(" *") ? name.startsWith(words.slice(0, -1)) : name === words;
    return isMeant && isVerb(spec) ? [[name, spec]] : [];
  });
  if (found.length === 0) throw new Error(`the docs have flags of \`${words}\`, which is no verb`);
  return found;
}

function rowsOf(flag: VerbFlag): readonly string[] {
  const { form, value = "value", help, helpNo = "" } = flag;
  const takesValue = form === "value" || form === "values" || form === "list";
  return writtenFlags(flag).map((written) => {
    const isNo = form === "either" && written.startsWith("--no-");
    const usage = takesValue ? `${written} <${value}>` : written;
    return `| \`${usage}\` | ${cell(isNo ? helpNo : help)}${isNo ? "" : elseText(flag)} |`;
  });
}

/** What holds where a flag is left out: the config key, and what that has. */
function elseText(flag: VerbFlag): string {
  if (flag.isRequired === true) return "; required";
  const keys = [...(flag.default ?? "").matchAll(/\{([^}]*)\}/gu)].map(([, key = ""]) => key);
  const key = flag.key ?? keys.find((one) => isConfigKey(one));
  const told = defaultText(flag);
  const named = (key ?? "") === "" ? [] : [keyText(key ?? "")];
  const all = told === undefined ? named : [...named, cell(told)];
  return all.length === 0 ? "" : ` (default: ${all.join(", else ")})`;
}

function isConfigKey(key: string): boolean {
  const [section = ""] = key.split(".");
  return section in fileDefaults || section === "scan" || section === "agent";
}

/** `explorer.seed` as `[explorer] seed`. */
function keyText(key: string): string {
  const names = key.split(".");
  const section = names.slice(0, -1).join(".");
  const table = section === "scan" ? "[[scan]]" : `[${section}]`;
  return `\`${table} ${names.at(-1) ?? ""}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
