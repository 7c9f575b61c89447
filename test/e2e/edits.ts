import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A change that somebody makes to code after a trace of it was saved. */
export type Edit = (text: string, file: string) => string;

/** A copy of a project beside it, with every file of code edited; at least one must change. */
export function editedCopy(project: string, name: string, edit: Edit): string {
  const target = `${project}-${name.replaceAll(" ", "-")}`;
  cpSync(project, target, {
    recursive: true,
    filter: (source) => ![".gauntlet", "fixed"].includes(path.basename(source)),
  });
  const files = readdirSync(target, { recursive: true, encoding: "utf8" });
  let changed = 0;
  for (const file of files.filter((found) => found.endsWith(".ts"))) {
    const before = readFileSync(path.join(target, file), "utf8");
    const after = edit(before, file);
    if (after !== before) changed += 1;
    writeFileSync(path.join(target, file), after);
  }
  if (changed === 0) throw new Error(`the edit "${name}" changed nothing in ${project}`);
  return target;
}

/** A new rule stands first, so that every other rule has another number. */
export const withRuleAdded: Edit = (text, file) => editRules(text, file, (rules) => rules);

/** The last rule stands first; there is always a second one. */
export const withRulesReordered: Edit = (text, file) =>
  editRules(text, file, (rules) => rules.toReversed());

export function withoutRule(name: string): Edit {
  return (text, file) =>
    editRules(text, file, (rules) => rules.filter((rule) => !rule.startsWith(`    ${name}: {`)));
}

/** No line stays where it was. */
export const withLinesMoved: Edit = (text) =>
  `// moved\n`.repeat(30) + text.replaceAll("{\n", "{\n\n\n");

// --- inside ---

const newRule = "    lookAround: { run: () => {} },\n";

/** Rules of the examples stand four columns in, one after the other. */
function editRules(
  text: string,
  file: string,
  edit: (rules: readonly string[]) => readonly string[],
): string {
  if (!file.endsWith(".chaos.ts")) return text;
  return text.replace(/^( {2}rules: \{\n)(.*?)(^ {2}\},\n)/ms, (_, open, body, close) => {
    const rules = (body as string).split(/^(?= {4}\w+: \{)/m);
    return [open, ...edit([newRule, ...rules]), close].join("");
  });
}
