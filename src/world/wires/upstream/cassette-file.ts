import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { chainNext, chainStart, chainText } from "../../../kernel/values/chain.ts";
import { badShape, Fields } from "../../../kernel/values/fields.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import {
  type Cassette,
  type CassetteExchange,
  cassetteLimits,
  cassetteVersion,
} from "./cassette.ts";
import { removeLeft, temporaryName } from "../../temporary-file.ts";
import { parseExchange } from "./parse-exchange.ts";

/** A file, and how it is called in messages. */
export interface CassetteFile {
  readonly file: string;
  readonly shown: string;
}

/** Writes a cassette as a whole or not at all. */
export async function writeCassette(place: CassetteFile, cassette: Cassette): Promise<void> {
  const text = cassetteText(cassette);
  const folder = path.dirname(place.file);
  const temporary = temporaryName(place.file);
  try {
    await mkdir(folder, { recursive: true });
    await removeLeft(folder);
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, place.file);
  } catch (thrown) {
    throw unusable(thrown, place, "written");
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Reads a cassette; one that was cut short or changed by hand is refused, with the line. */
export async function readCassette(place: CassetteFile): Promise<Cassette> {
  let text: string;
  try {
    const { size } = await stat(place.file);
    if (size > cassetteLimits.bytes) throw tooLarge(size);
    text = await readFile(place.file, "utf8");
  } catch (thrown) {
    throw unusable(thrown, place, "read");
  }
  return parseCassette(text, place.shown);
}

/** The lines of a cassette: what it is, an exchange a line, and what they must add up to. */
export function cassetteText(cassette: Cassette): string {
  const lines: string[] = [];
  let link = chainStart;
  const add = (value: object): void => {
    const body = JSON.stringify(value);
    link = chainNext(link, body);
    lines.push(`${body.slice(0, -1)},"link":"${chainText(link)}"}\n`);
  };
  add({ gauntlet: "cassette", version: cassetteVersion });
  for (const exchange of cassette.exchanges) add(exchange);
  add({ end: cassette.exchanges.length, sha256: sha256(lines.join("")) });
  return lines.join("");
}

/** Reads what `cassetteText` wrote. */
export function parseCassette(text: string, shown: string): Cassette {
  checkVersion(text, `${shown}:1`);
  const lines = text.split("\n");
  const exchanges: CassetteExchange[] = [];
  let link = chainStart;
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const where = `${shown}:${index + 1}`;
    const read = readLine(line, { where, link });
    ({ link } = read);
    if (Object.hasOwn(Object(read.value), "end")) {
      const rest = lines.slice(index + 1);
      if (rest.length === 0) throw cutShort(where);
      if (rest.length > 1 || rest[0] !== "") throw damaged("lines follow its end", where);
      placed(where, () => checkEnd(read.value, exchanges.length, text.slice(0, length)));
      return { exchanges };
    }
    if (index > 0) exchanges.push(placed(where, () => parseExchange(read.value)));
    if (exchanges.length > cassetteLimits.exchanges) {
      throw damaged(`it has more than ${cassetteLimits.exchanges} exchanges`, where);
    }
    length += line.length + 1;
  }
  throw cutShort(`${shown}:${lines.length}`);
}

// --- inside ---

const linkEnd = /,"link":"([0-9a-f]{8})"\}$/u;

function readLine(
  line: string,
  before: { readonly where: string; readonly link: number },
): { readonly value: unknown; readonly link: number } {
  const { where } = before;
  const found = linkEnd.exec(line);
  if (found === null) throw cutShort(where);
  const body = `${line.slice(0, found.index)}}`;
  const link = chainNext(before.link, body);
  if (chainText(link) !== found[1]) throw damaged("this line, or one before it, changed", where);
  try {
    return { value: JSON.parse(body), link };
  } catch {
    throw damaged("this line is not JSON", where);
  }
}

/** Before anything else: another version may be written in another way altogether. */
function checkVersion(text: string, where: string): void {
  const [, version] = /^\{"gauntlet":"cassette","version":(\d+),/u.exec(text) ?? [];
  if (version === undefined) throw damaged("it does not begin as one", where);
  if (Number(version) === cassetteVersion) return;
  const what = `the cassette has the version ${version}, this Gauntlet reads ${cassetteVersion}`;
  throw new GauntletError({ code: "A034", what, where, help: recordAgain });
}

function checkEnd(value: unknown, count: number, before: string): void {
  const end = new Fields(value, "the last line");
  const said = end.whole("end", 0);
  const digest = end.text("sha256");
  end.done();
  if (said !== count) throw badShape(`it has ${count} exchanges, and its end says ${said}`);
  if (digest !== sha256(before)) throw badShape("its digest does not fit its lines");
}

const recordAgain = "record it again";

function damaged(why: string, where: string): GauntletError {
  const what = `the cassette is damaged: ${why}`;
  return new GauntletError({ code: "A033", what, where, help: recordAgain });
}

function cutShort(where: string): GauntletError {
  return damaged("it is cut short here", where);
}

function placed<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof GauntletError ? damaged(thrown.what, where) : thrown;
  }
}

function tooLarge(size: number): GauntletError {
  const what = `the cassette has ${size} bytes, at most ${cassetteLimits.bytes}`;
  return new GauntletError({ code: "A032", what });
}

function unusable(thrown: unknown, { shown }: CassetteFile, done: string): GauntletError {
  if (thrown instanceof GauntletError) {
    return new GauntletError({ code: thrown.code, what: thrown.what, where: shown });
  }
  const why = thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
  const what = `the cassette cannot be ${done}: ${why}`;
  const help = done === "read" ? "`gauntlet agent record` makes one" : undefined;
  return new GauntletError({ code: "A032", what, where: shown, help });
}
