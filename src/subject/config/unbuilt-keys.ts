/** Keys and sections of the full design whose part this version does not have, by section. */
export const unbuiltKeys: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "",
    new Set([
      "fixtures",
      "scan",
      "objects",
      "contracts",
      "audit",
      "init",
      "scenarios",
      "agent",
      "boundaries",
      "campaign",
    ]),
  ],
]);

/** The name of a section as it is written in TOML: some are one table, some are a list. */
export function sectionTitle(section: string): string {
  return listSections.has(section) ? `[[${section}]]` : `[${section}]`;
}

// --- inside ---

const listSections = new Set(["tests", "scan", "objects", "contracts", "boundaries"]);
