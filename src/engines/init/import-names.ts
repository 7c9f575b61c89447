import path from "node:path";
import { textCode } from "../../kernel/values/literal-code.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import { type ImportEndings, withEnding } from "./import-endings.ts";

/** What a test imports, each export under a name of its own. */
export class ImportNames {
  readonly #folder: string;
  readonly #endings: ImportEndings;
  readonly #names = new Map<string, { readonly place: ExportReference; readonly local: string }>();

  constructor(folder: string, endings: ImportEndings) {
    this.#folder = folder;
    this.#endings = endings;
  }

  /** The expression for an export or what it holds: `Shop.open`. */
  nameOf({ module, path: [first = "", ...rest] }: ExportReference): string {
    const key = `${module} ${first}`;
    const known = this.#names.get(key);
    const local = known?.local ?? this.#free(first === "default" ? defaultName(module) : first);
    if (known === undefined) this.#names.set(key, { place: { module, path: [first] }, local });
    return [local, ...rest].join(".");
  }

  /** The imports that a text needs. */
  lines(body: string): readonly string[] {
    const used = [...this.#names.values()].filter(({ local }) =>
      new RegExp(`(?<![\\w$.])${local.replaceAll("$", "\\$")}\\b`, "u").test(body),
    );
    const modules = [...new Set(used.map(({ place }) => place.module))];
    return modules.toSorted().map((module) => {
      const all = used.filter(({ place }) => place.module === module);
      const names = all
        .map(
          ({
            place: {
              path: [name = ""],
            },
            local,
          }) => (name === local ? name : `${name} as ${local}`),
        )
        .toSorted();
      return `import { ${names.join(", ")} } from ${textCode(this.#specifier(module))};`;
    });
  }

  #free(wanted: string): string {
    const taken = new Set([...reserved, ...Array.from(this.#names.values(), ({ local }) => local)]);
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted}${String(count)}`;
    return name;
  }

  #specifier(module: string): string {
    if (!/\.[cm]?[jt]sx?$/u.test(module)) return module;
    const from = withEnding(path.posix.relative(this.#folder, module), this.#endings);
    return from.startsWith(".") ? from : `./${from}`;
  }
}

// --- inside ---

/** Names that the test has for itself. */
const reserved = [
  "fc",
  "app",
  "answered",
  "ask",
  "Answer",
  "Handler",
  "NextRequest",
  "State",
  "idOf",
  "idsOf",
  "isJudged",
  "origin",
  "parsed",
  "remember",
  "chaosTest",
  "fault",
  "always",
  "tried",
  "has",
  "isDistinct",
  "isDeepStrictEqual",
  "open",
  "keys",
  "StandIn",
  "Job",
  "job",
  "eventually",
  "state",
  "drawn",
  "done",
  "world",
  "standIn",
];

function defaultName(module: string): string {
  const stem = path.posix.basename(module).replace(/\..*$/u, "");
  const name = stem.replaceAll(/[^\w$]+(\w?)/gu, (_, next: string) => next.toUpperCase());
  return /^[A-Za-z_$]/u.test(name) ? name : `_${name}`;
}
