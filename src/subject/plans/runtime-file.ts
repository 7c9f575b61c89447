import { existsSync } from "node:fs";

/** The file that runs: of a declaration file, the JavaScript beside it. */
export function runtimeFileOf(file: string): string | undefined {
  const declared = /^(.*)\.d\.([cm]?)ts$/.exec(file);
  if (declared === null) return file;
  const [, stem = "", kind = ""] = declared;
  return [`${stem}.${kind}js`, `${stem}.js`].find((name) => existsSync(name));
}

/** The file that has the types: of plain JavaScript, the declaration file beside it. */
export function typedFileOf(file: string): string {
  const script = /^(.*)\.([cm]?)jsx?$/.exec(file);
  if (script === null) return file;
  const [, stem = "", kind = ""] = script;
  return [`${stem}.d.${kind}ts`].find((name) => existsSync(name)) ?? file;
}
