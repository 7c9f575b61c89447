/** Keys and sections of the full design whose part this version does not have, by section. */
export const unbuiltKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["", new Set(["audit", "campaign"])],
  ["init", new Set(["close_gaps", "gap_output_dir", "mutation_preset"])],
]);

/** The name of a section as it is written in TOML: some are one table, some are a list. */
export function sectionTitle(section: string): string {
  const [table = "", ...keys] = section.split(".");
  const title = isListSection(table) ? `[[${table}]]` : `[${table}]`;
  return [title, ...keys].join(" ");
}

/** Whether a section is written as a list of tables. */
export function isListSection(section: string): boolean {
  return listSections.has(section);
}

// --- inside ---

const listSections = new Set(["tests", "scan", "objects", "contracts", "boundaries"]);
