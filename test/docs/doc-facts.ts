import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cli, repository } from "../e2e/command-line.ts";

/** The relative links of a document that lead nowhere. */
export function brokenLinks(file: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links
    .filter((link) => !/^[a-z]+:|^#/.test(link))
    .filter((link) => !existsSync(targetOf(file, link)))
    .map((link) => `${file}: ${link}`);
}

/** The npm scripts that a document names. */
export function scriptsNamed(text: string): string[] {
  return [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
}

export async function verbsInHelp(): Promise<string[]> {
  const help = await helpOf([]);
  const commands = help.slice(help.indexOf("Commands:"), help.indexOf("Examples:"));
  const verbs = [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, verb = ""]) => verb);
  return verbs.filter((verb) => verb !== "help");
}

/** The long flags of a verb, and of all verbs below it where it has some. */
export async function flagsOfVerb(verb: string): Promise<string[]> {
  const helps = await helpsBelow([verb]);
  const flags = helps.flatMap((text) => [...text.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z\d-]*)/gm)]);
  return [...new Set(flags.map(([, flag = ""]) => flag))].filter((flag) => flag !== "--help");
}

/** The part of a document below the heading of the second level that begins so. */
export function sectionOf(text: string, heading: string): string {
  const start = text.indexOf(`\n## ${heading}`);
  if (start < 0) return "";
  const end = text.indexOf("\n## ", start + 1);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Every flag that a text names. */
export function flagsNamed(text: string): string[] {
  return [...text.matchAll(/`(--[a-z][a-z\d-]*)/g)].map(([, flag = ""]) => flag);
}

/** The flags that tables of a text say the meaning of. */
export function flagsInTables(text: string): string[] {
  return [...text.matchAll(/^\| (`--[^|]*)\|/gm)].flatMap(([, cell = ""]) => flagsNamed(cell));
}

/** Every name that users can import from `gauntlet`, types included. */
export function namesOfFrontDoor(): string[] {
  const text = readFileSync(path.join(repository, "src/index.ts"), "utf8");
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)];
  const listed = lists.flatMap(([, names = ""]) => names.split(","));
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)];
  return [...listed, ...declared.map(([, name = ""]) => name)]
    .map((name) => name.trim().replace(/^type /, ""))
    .filter((name) => name !== "");
}

/** Every error code that the source can give. */
export function codesInSource(): string[] {
  const source = path.join(repository, "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const codes = files
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => [
      ...readFileSync(path.join(source, name), "utf8").matchAll(/"([A-Z]\d{3})"/g),
    ]);
  return [...new Set(codes.map(([, code = ""]) => code))].toSorted();
}

// --- inside ---

async function helpsBelow(verbs: readonly string[]): Promise<string[]> {
  const help = await helpOf(verbs);
  const [list = ""] = (help.split("\nCommands:\n")[1] ?? "").split("\n\n");
  const names = [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = ""]) => name);
  const helps = [help];
  for (const name of names.filter((one) => one !== "help")) {
    helps.push(...(await helpsBelow([...verbs, name])));
  }
  return helps;
}

/** In this process: starting one for each of forty verbs takes minutes on a busy machine. */
async function helpOf(verbs: readonly string[]): Promise<string> {
  return (await cli(repository, [...verbs, "--help"])).out;
}

function targetOf(file: string, link: string): string {
  const [target = ""] = link.split("#");
  return path.resolve(repository, path.dirname(file), target);
}
