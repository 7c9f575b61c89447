import { readFile, stat } from "node:fs/promises";
import type * as yamlModule from "yaml";
import type { Document } from "yaml";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { type ModelScript, parseScript } from "./model-script.ts";

/** Reads the script of a model from a file of YAML or JSON; errors say the line. */
export async function readScript(place: {
  readonly file: string;
  /** How the file is called in messages. */
  readonly shown: string;
}): Promise<ModelScript> {
  const text = await textOf(place.file, place.shown);
  const yaml = await import("yaml");
  refuseDepth(yaml, text, place.shown);
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { prettyErrors: false, lineCounter: lines });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    const why = (fault.message.split("\n")[0] ?? "").replace(/[.:]$/u, "");
    const what = `the script is not YAML: ${why}`;
    throw new GauntletError({ code: "A030", what, where: `${place.shown}:${line}:${col}` });
  }
  try {
    const script = parseScript(document.toJS({ maxAliasCount: 100 }), place.shown);
    return { ...script, lineOf: lineOf(document, lines) };
  } catch (thrown) {
    throw withLine(thrown, place.shown, lineOf(document, lines));
  }
}

// --- inside ---

const bytesMax = 1024 * 1024;
const depthMax = 64; // the library composes by recursion; its lexer is a loop and measures first

async function textOf(file: string, shown: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > bytesMax) {
      const what = `the script has ${size} bytes, at most ${bytesMax}`;
      throw new GauntletError({ code: "A030", what, where: shown });
    }
    return await readFile(file, "utf8");
  } catch (thrown) {
    if (thrown instanceof GauntletError) throw thrown;
    const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
    const what = `the script of the model cannot be read: ${why}`;
    const help = "`file` of `[agent.upstream]` is relative to the config file";
    throw new GauntletError({ code: "A030", what, where: shown, help });
  }
}

function refuseDepth(yaml: typeof yamlModule, text: string, shown: string): void {
  const parser = new yaml.Parser();
  for (const lexeme of new yaml.Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > depthMax) {
      const what = "the script is nested too deeply";
      throw new GauntletError({ code: "A030", what, where: shown });
    }
  }
}

/** Finds the line of what a pointer leads to, or of the nearest thing around it. */
function lineOf(
  document: Document,
  lines: yamlModule.LineCounter,
): (pointer: string) => string | undefined {
  return (pointer) => {
    const path = pointer.split("/").slice(1);
    for (let length = path.length; length >= 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true);
      const start = rangeOf(length === 0 ? document.contents : node);
      if (start === undefined) continue;
      const { line, col } = lines.linePos(start);
      return `${line}:${col}`;
    }
    return undefined;
  };
}

function rangeOf(node: unknown): number | undefined {
  if (typeof node !== "object" || node === null || !("range" in node)) return undefined;
  return Array.isArray(node.range) ? Number(node.range[0]) : undefined;
}

function withLine(
  thrown: unknown,
  shown: string,
  find: (pointer: string) => string | undefined,
): unknown {
  if (!(thrown instanceof GauntletError)) return thrown;
  const place = find(thrown.pointer ?? "");
  const where = place === undefined ? shown : `${shown}:${place}`;
  const { code, what, pointer, note, help } = thrown;
  return new GauntletError({ code, what, where, pointer, note, help });
}
