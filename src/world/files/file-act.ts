import type { WorldAct } from "../../kernel/services/world-act.ts";
import { flagsOf, pathOf } from "./fs-arguments.ts";
import { realFs } from "../real-fs.ts";

/** What a call of `node:fs` asks of the files; undefined where no path is in it. */
export function fileActOf(operation: string, args: readonly unknown[]): WorldAct | undefined {
  const path = pathOf(args[0]);
  if (path === undefined) return undefined;
  const other = twoPaths.has(operation) ? pathOf(args[1]) : undefined;
  const effect = effectOf(operation, args);
  const isLink = effect === "link";
  const text = contents.has(operation) && typeof args[1] === "string" ? args[1] : undefined;
  return {
    kind: "file",
    operation,
    effect,
    path: isLink && other !== undefined ? other : path,
    target: isLink ? path : other,
    text: text?.slice(0, textMax),
  };
}

// --- inside ---

type Effect = Extract<WorldAct, { kind: "file" }>["effect"];

/** So much of what is written is told. */
const textMax = 4_096;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const writes = words(
  "writeFile appendFile rm rmdir unlink rename mkdir mkdtemp copyFile cp truncate chmod chown " +
    "lchown utimes lutimes",
);
const contents = words("writeFile appendFile");
const twoPaths = words("rename copyFile cp link symlink");

function effectOf(operation: string, args: readonly unknown[]): Effect {
  if (operation === "symlink" || operation === "link") return "link";
  if (operation === "readlink" || operation === "realpath") return "follow";
  if (writes.has(operation)) return "write";
  if (operation !== "open") return "read";
  const [, given] = args;
  const flag = typeof given === "string" || typeof given === "number" ? given : undefined;
  const { O_WRONLY, O_RDWR, O_CREAT } = realFs.constants;
  return (flagsOf(flag, "r") & (O_WRONLY | O_RDWR | O_CREAT)) === 0 ? "read" : "write";
}
