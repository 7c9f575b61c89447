/** A fenced block of a document. */
export interface DocBlock {
  /** The language: `ts`, `console`, `sh`. */
  readonly language: string;
  /** What follows the language: `file=src/pay.ts` gives `{ file: "src/pay.ts" }`. */
  readonly options: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  /** The line of the first content line, counted from 0. */
  readonly start: number;
}

/** Starts a new project; `empty`, or a folder of the repository to copy. */
export interface ProjectMark {
  readonly project: string;
  readonly start: number;
}

/** What a document asks to be done, in order. */
export function docParts(text: string): (DocBlock | ProjectMark)[] {
  const parts: (DocBlock | ProjectMark)[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const project = /^<!-- project: (\S+) -->$/.exec(line)?.[1];
    if (project !== undefined) parts.push({ project, start: at });
    if (!line.startsWith("```")) continue;
    const end = lines.indexOf("```", at + 1);
    if (end < 0) throw new Error(`a block that starts at line ${at + 1} does not end`);
    const [language = "", ...words] = line.slice(3).trim().split(/\s+/);
    const options = Object.fromEntries(words.map((word) => pair(word)));
    parts.push({ language, options, lines: lines.slice(at + 1, end), start: at + 1 });
    at = end;
  }
  return parts;
}

/** One command of a console block with what it is said to print. */
export interface ConsoleCommand {
  readonly command: string;
  readonly exitCode: number;
  readonly expected: readonly string[];
  /** Where the expected lines begin and how many they are, counted in lines of the document. */
  readonly start: number;
}

/** The commands of a console block: `$ command   # exit 1`, and below it what it prints. */
export function consoleCommands(block: DocBlock): ConsoleCommand[] {
  const starts = block.lines.flatMap((line, at) => (line.startsWith("$ ") ? [at] : []));
  return starts.map((at, index) => {
    const [command = "", code = "0"] = (block.lines[at] ?? "").slice(2).split(/\s+# exit /);
    const expected = block.lines.slice(at + 1, starts[index + 1]);
    while (expected.at(-1)?.trim() === "") expected.pop();
    return { command, exitCode: Number(code), expected, start: block.start + at + 1 };
  });
}

// --- inside ---

function pair(word: string): readonly [string, string] {
  const at = word.indexOf("=");
  return at < 0 ? [word, ""] : [word.slice(0, at), word.slice(at + 1)];
}
