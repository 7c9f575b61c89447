import { readdir } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { storeFolder } from "../finding-store.ts";
import { runIds } from "./run-store.ts";

/** Where words are looked up: from the folder of the user, and in a project. */
export interface LookupContext {
  readonly projectRoot: string;
  readonly cwd: string;
}

/** Words that stand for the newest run, whatever its id. */
export const aliases = ["latest", "last-pass", "last-fail"] as const;

/** The error for a word that means nothing: where was looked, and what is near. */
export async function unknownName(
  name: string,
  place: LookupContext,
  wanted: "run" | "trace",
): Promise<GauntletError> {
  const known = [
    ...(await namesBeside(name, place.cwd)),
    ...(await readdir(path.join(place.projectRoot, storeFolder, "findings")).catch(() => [])),
    ...(await runIds(place.projectRoot)),
    ...aliases,
  ];
  const near = nearestNames(name, known, { countMax: 3 }).map((text) => `\`${text}\``);
  return new GauntletError({
    code: wanted === "run" ? "R001" : "T030",
    what: `there is no ${wanted} \`${name}\``,
    where: name,
    note:
      "looked for a file of that name, for a run of that id under .gauntlet/runs, " +
      "and for a finding of that id under .gauntlet/findings",
    help:
      near.length === 0
        ? "run `npx gauntlet explore <file>` to find something to replay"
        : `did you mean ${near.join(" or ")}?`,
  });
}

// --- inside ---

/** So many names of one folder are compared; a typo is found without reading a whole disk. */
const namesMax = 1_000;

async function namesBeside(name: string, cwd: string): Promise<readonly string[]> {
  const folder = path.dirname(name);
  const names = await readdir(path.resolve(cwd, folder)).catch(() => []);
  const prefix = name.slice(0, name.length - path.basename(name).length);
  return names.slice(0, namesMax).map((beside) => `${prefix}${beside}`);
}
