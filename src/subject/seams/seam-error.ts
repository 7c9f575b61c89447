import { LoadError } from "../loader/load-error.ts";
import { isLike, nearestNames } from "./nearest-names.ts";

/** A seam as the user writes it, in parts. */
export interface SeamAddress {
  /** All of it. */
  readonly name: string;
  /** What comes before the `#`: a file, a builtin or a package. */
  readonly module: string;
  /** What comes after it. */
  readonly path: readonly string[];
}

/** Takes a seam's name apart. */
export function readAddress(name: string): SeamAddress {
  const at = name.indexOf("#");
  const path = name.slice(at + 1).split(".");
  if (at <= 0 || path.some((part) => part === "" || part === "#")) {
    throw new LoadError({
      code: "SEAM",
      what: `\`${name}\` does not name a seam`,
      file: name,
      help: "write `src/gateway.ts#charge`, `node:fs/promises#readFile` or `axios#get`",
    });
  }
  return { name, module: name.slice(0, at), path };
}

/** The error for a file or package that nothing loads. */
export function unknownModule(
  { name, module }: SeamAddress,
  parts: { readonly file: string; readonly isThere: boolean; readonly known: readonly string[] },
): LoadError {
  const near = nearestNames(module, parts.known);
  const like = near.filter((other) => isLike(module, other)).slice(0, likeMax);
  const listed = near.slice(0, listedMax).map((other) => `\`${other}\``);
  const advice =
    like.length > 0
      ? `did you mean ${like.map((other) => `\`${other}\``).join(" or ")}?`
      : `these are loaded: ${listed.join(", ")}`;
  return new LoadError({
    code: "SEAM",
    what: parts.isThere
      ? `the seam \`${name}\` is in a file that nothing here imports`
      : `the seam \`${name}\` is in no file, builtin or package that is loaded here`,
    file: parts.file,
    help: advice,
  });
}

/** The error for a name that a module does not define. */
export function unknownDefinition(
  { name, module, path }: SeamAddress,
  parts: { readonly file: string; readonly known: readonly string[] },
): LoadError {
  const wanted = path.join(".");
  const near = nearestNames(wanted, parts.known);
  const like = near.filter((other) => isLike(wanted, other)).slice(0, likeMax);
  const listed = near.slice(0, listedMax).map((other) => `\`#${other}\``);
  const rest = near.length > listedMax ? `, and ${String(near.length - listedMax)} more` : "";
  const advice =
    like.length > 0 ? `did you mean ${like.map((other) => `\`#${other}\``).join(" or ")}? ` : "";
  return new LoadError({
    code: "SEAM",
    what: `\`${module}\` defines no \`${wanted}\`, which the seam \`${name}\` names`,
    file: parts.file,
    help:
      near.length === 0
        ? "it defines no functions"
        : `${advice}it defines ${listed.join(", ")}${rest}`,
  });
}

/** The error for a definition that calls cannot be sent through. */
export function unfitDefinition({ name }: SeamAddress, file: string, why: string): LoadError {
  return new LoadError({
    code: "SEAM",
    what: `the seam \`${name}\` ${why}`,
    file,
    help: "name a function that it calls, or one that calls it",
  });
}

// --- inside ---

const likeMax = 2;
const listedMax = 8;
