import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { consoleCommands, type DocBlock, docParts } from "./doc-blocks.ts";
import { DocProject, repository } from "./doc-project.ts";
import { isSameOutput, outputLines } from "./same-output.ts";

/** What following a document showed. */
export interface DocRun {
  /** Where the document says something that is not so. */
  readonly problems: readonly string[];
  /** The document with what the commands really printed. */
  readonly mended: string;
}

/** Does what a document says, in projects of its own, and compares. */
export async function runDoc(text: string): Promise<DocRun> {
  const following = new Following(text);
  try {
    for (const part of docParts(text)) {
      if ("project" in part) await following.enter(part.project);
      else await following.follow(part);
    }
    await following.checkTypes();
    return { problems: following.problems, mended: following.mended() };
  } finally {
    await following.end();
  }
}

// --- inside ---

class Following {
  readonly problems: string[] = [];
  readonly #lines: string[];
  /** Outputs to put in, last first, so that earlier line numbers stay true. */
  readonly #edits: { start: number; count: number; lines: readonly string[] }[] = [];
  readonly #projects: DocProject[] = [];
  readonly #typed = new Map<DocProject, Set<string>>();

  constructor(text: string) {
    this.#lines = text.split("\n");
  }

  async enter(from: string): Promise<DocProject> {
    const project = await DocProject.create(from);
    this.#projects.push(project);
    return project;
  }

  async follow(block: DocBlock): Promise<void> {
    const { file, quotes } = block.options;
    const text = `${block.lines.join("\n")}\n`;
    if (quotes !== undefined) return this.#compare(block, quotes, text);
    if (file !== undefined) return this.#write(file, text);
    if (block.language === "console") return this.#runAll(block);
    if (block.language === "ts" && /^import /m.test(text)) {
      this.#complain(block.start, "a whole file must say `file=` or `quotes=`, so that it is run");
    }
    if (block.lines.some((line) => line.startsWith("$ "))) {
      this.#complain(block.start, "a block with a prompt must be `console`, so that it is run");
    }
  }

  /** Every TypeScript file that a document shows must also please the type checker. */
  async checkTypes(): Promise<void> {
    for (const [project, files] of this.#typed) {
      const { output, exitCode } = await project.run(`npx tsc ${tscFlags} ${[...files].join(" ")}`);
      if (exitCode !== 0) this.problems.push(`a file does not type-check:\n${output}`);
    }
  }

  mended(): string {
    const lines = [...this.#lines];
    for (const { start, count, lines: printed } of this.#edits.toReversed()) {
      lines.splice(start, count, ...printed);
    }
    return lines.join("\n");
  }

  async end(): Promise<void> {
    for (const project of this.#projects) await project.remove();
  }

  async #project(): Promise<DocProject> {
    return this.#projects.at(-1) ?? this.enter("empty");
  }

  #compare(block: DocBlock, quotes: string, text: string): void {
    const source = path.join(repository, quotes);
    if (!existsSync(source)) this.#complain(block.start, `there is no ${quotes} to quote`);
    else if (readFileSync(source, "utf8") !== text) {
      this.#complain(block.start, `this is not what ${quotes} says`);
    }
  }

  async #write(file: string, text: string): Promise<void> {
    const project = await this.#project();
    await project.write(file, text);
    if (!file.endsWith(".ts")) return;
    const files = this.#typed.get(project) ?? new Set();
    this.#typed.set(project, files.add(file));
  }

  async #runAll(block: DocBlock): Promise<void> {
    const project = await this.#project();
    for (const { command, exitCode, expected, start } of consoleCommands(block)) {
      const ran = await project.run(command);
      const printed = outputLines(ran.output);
      if (ran.exitCode !== exitCode) {
        const codes = `exited with ${ran.exitCode}, the document says ${exitCode}`;
        this.#complain(start, `\`${command}\` ${codes}\n${ran.output}`);
      } else if (!isSameOutput(expected, printed)) {
        this.#complain(start, `\`${command}\` printed something else:\n${printed.join("\n")}`);
      } else continue;
      this.#edits.push({ start, count: expected.length, lines: printed });
    }
  }

  #complain(start: number, message: string): void {
    this.problems.push(`line ${start}: ${message}`);
  }
}

const tscFlags =
  "--noEmit --strict --skipLibCheck --target es2022 --module nodenext --types node " +
  "--allowImportingTsExtensions --ignoreConfig";
