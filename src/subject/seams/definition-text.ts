import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { languageOf } from "../loader/strip.ts";
import { lookUp } from "./definition.ts";
import { findDefinitions } from "./find-definitions.ts";

/**
 * The source text of a function, method or class of a file, by its name: `parsePrice`, `Cart.add`,
 * `default`. Nothing where there is no such file or name.
 */
export function definitionText(file: string, name: string): string | undefined {
  const source = sourceOf(file);
  if (source === undefined) return undefined;
  const { program } = parseSync(file, source, { lang: languageOf(file) ?? "js" });
  const definitions = findDefinitions(program);
  const path = name.split(".");
  const [found] = lookUp(definitions, path);
  if (found !== undefined) {
    const { start, end } = found.holder;
    return source.slice(start, end);
  }
  // A class is known by its methods.
  const member = definitions.found.find(
    ({ owner, path: at }) => owner !== undefined && at.slice(0, -1).join(".") === name,
  );
  return member?.owner === undefined
    ? undefined
    : source.slice(member.owner.start, member.owner.end);
}

// --- inside ---

function sourceOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}
