import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { compiled, dist, listed, root } from "./stamp.mjs";

/** Where the compiler puts the types of all files; it is not shipped. */
const all = join(compiled, ".types");
const shipped = join(dist, "types");

/** Copies the types that users can reach from what package.json exports: one in five. */
export function copyTypes() {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = Object.values(exports)
    .map(({ types = "" }) => /^\.\/dist\/types\/(.+)$/.exec(types)?.[1])
    .filter((name) => name !== undefined);
  const wanted = new Map();
  for (const name of entries) take(name, wanted);
  for (const name of listed(shipped)) if (!wanted.has(name)) rmSync(join(shipped, name));
  for (const [name, text] of wanted) {
    const file = join(shipped, name);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

// --- inside ---

function take(name, wanted) {
  if (wanted.has(name)) return;
  const text = readFileSync(join(all, name), "utf8");
  wanted.set(name, name.startsWith("cli/flags/") ? described(text, name) : text);
  for (const [, asked] of text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)) {
    take(posix.join(posix.dirname(name), asked.replace(/\.[jt]s$/, ".d.ts")), wanted);
  }
}

/**
 * Options of the SDK are mapped from the table of flags, and a mapped property has the comment of
 * the one that it is made from: so editors show the help of a flag.
 */
function described(text, name) {
  let count = 0;
  const told = text.replaceAll(/^ {4}readonly \w+: \{\n[^]*?^ {4}\};$/gm, (entry) => {
    count += 1;
    return `    /** ${hint(entry, name)} */\n${entry}`;
  });
  if (count === 0) throw new Error(`${name}: there is no flag in it`);
  return told;
}

function hint(entry, name) {
  const [form, help, helpNo] = ["form", "help", "helpNo"].map((key) => {
    const text = new RegExp(`^ {8}readonly ${key}: (".*");$`, "m").exec(entry)?.[1];
    return text === undefined ? undefined : JSON.parse(text).replaceAll("*/", "* /");
  });
  if (help === undefined) throw new Error(`${name}: a flag has no help: ${entry}`);
  if (form === "off") return `\`false\`: ${help}.`;
  const said = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
  return helpNo === undefined ? said : `${said} \`false\`: ${helpNo}.`;
}
