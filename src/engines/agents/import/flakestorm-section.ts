import { isTable, type Table } from "../plain-table.ts";
import { nearestNames } from "../../../config/nearest-name.ts";

/** Something of the old config that is not taken over as it stands, or means more than before. */
export interface ImportWarning {
  /** Where it stands in the old config: `chaos.tool_faults[0].mode`. */
  readonly key: string;
  readonly what: string;
}

/** One table of the old config; every key that nobody asks for is told. */
export class Section {
  readonly key: string;
  readonly #table: Table;
  readonly #asked = new Set<string>();
  readonly #warnings: ImportWarning[];

  constructor(table: Table, key: string, warnings: ImportWarning[]) {
    this.#table = table;
    this.key = key;
    this.#warnings = warnings;
  }

  /** Tells of something about a key of this table, or about the table itself. */
  warn(key: string, what: string): void {
    this.#warnings.push({ key: this.#pathOf(key), what });
  }

  has(key: string): boolean {
    const value = this.#table[key];
    return value !== undefined && value !== null;
  }

  /** The value of a key, whatever it is; nothing where it is not there. */
  take(key: string): unknown {
    this.#asked.add(key);
    return this.#table[key] ?? undefined;
  }

  /** A text; numbers and truth values are read as one, as flakestorm does. */
  text(key: string, { max = textMax }: { readonly max?: number } = {}): string | undefined {
    const value = this.take(key);
    const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    if (text === undefined || text === "") return undefined;
    if (typeof text === "string" && text.length <= max) return text;
    return this.#dropped(key, `a text of at most ${max} characters`);
  }

  /** A name or another short text. */
  name(key: string): string | undefined {
    return this.text(key, { max: nameMax });
  }

  /** The address of a server; `${NAME}` inside of it is a variable. */
  address(key: string): string | undefined {
    const text = this.text(key);
    if (text === undefined || isAddress(text)) return text;
    return this.#dropped(key, "an address that begins with http:// or https://");
  }

  /** One of a closed list of words. */
  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    return this.#wordOf(key, words, "it is left out");
  }

  /** The word that says what an entry of a list is; without it the whole entry is left out. */
  kind<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    if (this.has(key)) return this.#wordOf(key, words, "the whole entry is left out");
    this.take(key);
    this.warn("", `is left out: it has no \`${key}\``);
    return undefined;
  }

  number(key: string, { min, max }: { min: number; max: number }): number | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (typeof value === "number" && value >= min && value <= max) return value;
    return this.#dropped(key, `a number from ${min} to ${max}`);
  }

  whole(key: string, limits: { min: number; max: number }): number | undefined {
    const value = this.number(key, limits);
    if (value === undefined || Number.isInteger(value)) return value;
    return this.#dropped(key, "a whole number");
  }

  flag(key: string): boolean | undefined {
    const value = this.take(key);
    if (value === undefined || typeof value === "boolean") return value;
    return this.#dropped(key, "true or false");
  }

  texts(key: string): readonly string[] | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (Array.isArray(value)) {
      const texts = value.filter(isText);
      if (texts.length === value.length && texts.length <= listMax)
        return texts as readonly string[];
    }
    return this.#dropped(key, "a list of texts that are not empty");
  }

  /** A table of names with texts. */
  map(key: string): Readonly<Record<string, string>> | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (!isTable(value)) return this.#dropped(key, "a table of texts");
    const texts = new Section(value, this.#pathOf(key), this.#warnings);
    const entries = texts.keys().map((name) => [name, texts.text(name)] as const);
    const taken = entries.filter(([name, text]) => text !== undefined && isName(name));
    return Object.fromEntries(taken) as Readonly<Record<string, string>>;
  }

  section(key: string): Section | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (isTable(value)) return new Section(value, this.#pathOf(key), this.#warnings);
    return this.#dropped(key, "a table");
  }

  sections(key: string): readonly Section[] {
    const value = this.take(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.#dropped(key, "a list");
      return [];
    }
    return value.flatMap((item: unknown, index) => {
      const path = `${this.#pathOf(key)}[${index}]`;
      if (isTable(item)) return [new Section(item, path, this.#warnings)];
      this.#warnings.push({ key: path, what: "is left out: it is not a table" });
      return [];
    });
  }

  /** A table that is not written as such, at a place of its own. */
  made(table: Table, key: string): Section {
    return new Section(table, key, this.#warnings);
  }

  /** The keys of the table. */
  keys(): readonly string[] {
    return Object.keys(this.#table);
  }

  /** Tells of each key that nobody asked for. */
  done(): void {
    for (const key of this.keys()) {
      if (this.#asked.has(key)) continue;
      const [nearest] = nearestNames(key, this.#asked, { countMax: 1 });
      const meant = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
      this.warn(key, `is not known and was ignored without a word; it is left out${meant}`);
    }
  }

  #wordOf<Word extends string>(key: string, words: readonly Word[], so: string): Word | undefined {
    const text = this.text(key);
    const found = words.find((word) => word === text);
    if (found !== undefined || text === undefined) return found;
    const [nearest] = nearestNames(text, words, { countMax: 1 });
    const known = `known are ${words.slice(0, wordsShownMax).join(", ")}`;
    const more = words.length > wordsShownMax ? " and others" : "";
    const hint = nearest === undefined ? `${known}${more}` : `did you mean \`${nearest}\`?`;
    this.warn(key, `\`${text}\` is not known; ${so} (${hint})`);
    return undefined;
  }

  #dropped(key: string, must: string): undefined {
    this.warn(key, `is left out: it must be ${must}`);
    return undefined;
  }

  #pathOf(key: string): string {
    if (key === "") return this.key;
    return this.key === "" ? key : `${this.key}.${key}`;
  }
}

/** A table without what has no value. */
export function filled(table: Readonly<Record<string, unknown>>): Table {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}

/** Whether a text is the address of a server. */
export function isAddress(text: string): boolean {
  const named = text.replaceAll(/\$\{\w+\}/gu, "1");
  const isBegun = /^(?:https?:\/\/|\$\{)/u.test(text) && text.length <= addressMax;
  return isBegun && URL.canParse(named.includes("://") ? named : `http://${named}`);
}

// --- inside ---

const addressMax = 1000;

const wordsShownMax = 5;
const textMax = 65_536;
const nameMax = 200;
const listMax = 1000;

function isText(item: unknown): boolean {
  return typeof item === "string" && item !== "" && item.length <= textMax;
}

function isName(name: string): boolean {
  return name !== "" && name.length <= nameMax;
}
