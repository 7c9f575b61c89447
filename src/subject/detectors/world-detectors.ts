import path from "node:path";
import { readShellLine } from "../contracts/shell-line.ts";
import { shownText } from "../contracts/contract-check.ts";
import { canaries } from "./canaries.ts";
import type { Detector, Evidence } from "./detector.ts";

/** An input must not choose files outside of the folder that the program works in. */
export const pathTraversal: Detector = {
  name: "path-traversal",
  says: "leads out of the folder that the program works in",
  tokens: [
    canaries.path,
    `../${canaries.path}`,
    `${"../".repeat(8)}${canaries.path}`,
    `..\\${canaries.path}`,
    `/${canaries.path}/file`,
  ],
  judge({ acts }) {
    for (const act of acts) {
      if (act.kind !== "file") continue;
      const left = [act.path, act.target ?? ""].find(isOutside);
      if (left === undefined) continue;
      return {
        detector: "path-traversal",
        problem: `\`${act.operation}\` acts on a file that the input chose outside of its folder`,
        shown: shownText(left),
      };
    }
    return undefined;
  },
};

/** An input must not become a command, nor a program that is started. */
export const commandInjection: Detector = {
  name: "command-injection",
  says: "runs a command of its own",
  tokens: [
    `;${canaries.command};`,
    `$(${canaries.command})`,
    `\`${canaries.command}\``,
    `"; ${canaries.command}; "`,
    `'; ${canaries.command}; '`,
    canaries.command,
  ],
  judge({ acts }) {
    for (const act of acts) {
      if (act.kind !== "command") continue;
      const isProgram = path.basename(act.program) === canaries.command;
      const line = act.shell ?? "";
      const isRun = readShellLine(line).commands.some(([first]) => first === canaries.command);
      if (!isProgram && !isRun) continue;
      const problem = isProgram
        ? "the input chooses the program that is started"
        : "a shell runs what the input says";
      const shown = shownText(isProgram ? act.program : line);
      return { detector: "command-injection", problem, shown };
    }
    return undefined;
  },
};

/** An input must not choose where a request goes. */
export const requestForgery: Detector = {
  name: "request-forgery",
  says: "chooses the host of a request",
  tokens: [
    canaries.host,
    `https://${canaries.host}/`,
    `//${canaries.host}/`,
    `@${canaries.host}/`,
    `.${canaries.host}/`,
  ],
  judge({ acts }) {
    for (const act of acts) {
      const host = act.kind === "request" ? hostOf(act.url) : undefined;
      const isReached = [host, act.kind === "connection" ? act.host : undefined].some(isEvil);
      if (!isReached) continue;
      const shown = act.kind === "request" ? act.url : canaries.host;
      return {
        detector: "request-forgery",
        problem: "the input chooses the host of a request",
        shown: shownText(shown),
      };
    }
    return undefined;
  },
};

/** An input must not become code. */
export const codeInjection: Detector = {
  name: "code-injection",
  says: "runs as code",
  tokens: [
    canaries.code,
    `${canaries.code}()`,
    `globalThis.${canaries.code}()`,
    `");${canaries.code}();("`,
    `');${canaries.code}();('`,
    `\${${canaries.code}()}`,
  ],
  judge(evidence) {
    const ran = ranCode(evidence);
    if (ran === undefined) return undefined;
    return { detector: "code-injection", problem: "the input becomes code", shown: ran };
  },
};

// --- inside ---

/** The name as a part of the path, so that a file that only mentions it is none. */
function isOutside(file: string): boolean {
  const resolved = path.resolve(file);
  if (!resolved.split(path.sep).includes(canaries.path)) return false;
  const relative = path.relative(process.cwd(), resolved);
  return relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isEvil(host: string | undefined): boolean {
  return host === canaries.host || (host?.endsWith(`.${canaries.host}`) ?? false);
}

/**
 * The canary as a name in the text of code, not only in one of its strings: templates are compiled
 * with what they print in quotes, and that is right.
 */
function ranCode({ acts, codes }: Evidence): string | undefined {
  if (acts.some(({ kind }) => kind === "code")) return shownText(`${canaries.code}()`);
  const found = codes.find((code) => withoutTexts(code).includes(canaries.code));
  return found === undefined ? undefined : shownText(found);
}

function withoutTexts(code: string): string {
  return code.replaceAll(texts, (text) => (text.startsWith("`") ? text : '""'));
}

const texts = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|\/\*[^]*?\*\/|\/\/[^\n]*/gu;
