/**
 * The words of a plain shell command, without their quotes; undefined where the line needs more of
 * a shell than quotes: pipes, variables, globs, redirections.
 */
export function shellWords(line: string): string[] | undefined {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== "") {
    const word = oneWord.exec(rest)?.[0] ?? "";
    if (word === "") return undefined;
    words.push(unquoted(word));
    rest = rest.slice(word.length).trimStart();
  }
  return words;
}

// --- inside ---

/** Plain characters, quoted parts and escapes, up to the next space. */
const oneWord = /^(?:[^\s'"\\|&;<>()$`*?[\]{}~#!]|'[^']*'|"(?:[^"\\$`]|\\.)*"|\\.)+(?=\s|$)/s;
const part = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^'"\\]+)/gs;

function unquoted(word: string): string {
  return word.replaceAll(part, (...found: (string | undefined)[]) => {
    const [, single, double, escaped, plain] = found;
    if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, "$1");
    return single ?? escaped ?? plain ?? "";
  });
}
