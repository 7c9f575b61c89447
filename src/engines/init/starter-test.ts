import path from "node:path";
import { literalCode, textCode } from "../../kernel/literal-code.ts";
import type { Encoded } from "../../kernel/literal.ts";

/** An exported function through which code leaves the process, as far as a starter needs it. */
export interface StarterSeam {
  /** The file that exports the function, relative to the project root. */
  readonly module: string;
  /** The name of the export; no default exports and no methods. */
  readonly exportName: string;
  /** Arguments to call it with: of an example or a test, or none where it takes none. */
  readonly args: readonly Encoded[];
  /** What it reaches. */
  readonly reaches: readonly ("network" | "files" | "processes")[];
}

/** A file that `init` writes. */
export interface StarterFile {
  /** Relative to the project root. */
  readonly path: string;
  readonly text: string;
}

/**
 * The chaos test to start from: one that calls what leaves the process while that goes wrong, or an
 * example where nothing is known to leave it.
 */
export function starterTest(seams: readonly StarterSeam[], folder: string): StarterFile {
  const callable = seams.filter(({ exportName }) => /^[A-Za-z_$][\w$]*$/u.test(exportName));
  if (callable.length === 0) return { path: `${folder}/basket.chaos.ts`, text: exampleText };
  return { path: `${folder}/seams.chaos.ts`, text: seamsText(callable.slice(0, seamsMax), folder) };
}

// --- inside ---

/** More than this and nobody reads the file; the others are found by a scan. */
const seamsMax = 12;

const faultLines: Readonly<Record<StarterSeam["reaches"][number], readonly string[]>> = {
  network: [
    'fault.http({ url: "*", status: 503, probability: 0.5 }),',
    'fault.connectionReset({ phase: "response", probability: 0.5 }),',
  ],
  files: ["fault.diskFull({ probability: 0.5 }),", "fault.ioError({ probability: 0.5 }),"],
  processes: ["fault.commandExit({ code: 1, probability: 0.5 }),"],
};

function seamsText(seams: readonly StarterSeam[], folder: string): string {
  const reached = [...new Set(seams.flatMap(({ reaches }) => reaches))].toSorted();
  return [
    'import { chaosTest, fault } from "gauntlet";',
    ...importLines(seams, folder),
    "",
    "// What leaves the process, while that goes wrong. A call may fail. What breaks a run is a",
    "// call that never ends, a rejection that nobody hears, and an invariant: add your own.",
    "export default chaosTest({",
    '  name: "seams",',
    "  faults: [",
    ...reached.flatMap((what) => faultLines[what]).map((line) => `    ${line}`),
    "  ],",
    "  setup: () => ({ asked: 0, answered: 0, refused: 0 }),",
    "  rules: {",
    ...seams.flatMap(ruleLines),
    "  },",
    "  invariants: {",
    '    "every call ends": ({ asked, answered, refused }) => asked === answered + refused,',
    "  },",
    "});",
    "",
  ].join("\n");
}

function importLines(seams: readonly StarterSeam[], folder: string): readonly string[] {
  return [...new Set(seams.map(({ module }) => module))].toSorted().map((module) => {
    const of = seams.filter((seam) => seam.module === module);
    const names = of.map((seam) => importedName(seam, seams)).toSorted();
    const from = path.posix.relative(folder, module);
    const specifier = textCode(from.startsWith(".") ? from : `./${from}`);
    return `import { ${names.join(", ")} } from ${specifier};`;
  });
}

function importedName(seam: StarterSeam, seams: readonly StarterSeam[]): string {
  const local = localName(seam, seams);
  return local === seam.exportName ? local : `${seam.exportName} as ${local}`;
}

/** Two files may export the same name. */
function localName(seam: StarterSeam, seams: readonly StarterSeam[]): string {
  const same = seams.filter(({ exportName }) => exportName === seam.exportName);
  const index = same.indexOf(seam);
  return index === 0 ? seam.exportName : `${seam.exportName}${index + 1}`;
}

function ruleLines(
  seam: StarterSeam,
  _index: number,
  seams: readonly StarterSeam[],
): readonly string[] {
  const name = localName(seam, seams);
  return [
    `    ${name}: {`,
    "      run: async (state) => {",
    "        state.asked += 1;",
    "        try {",
    `          await ${name}(${seam.args.map(literalCode).join(", ")});`,
    "          state.answered += 1;",
    "        } catch {",
    "          state.refused += 1;",
    "        }",
    "      },",
    "    },",
  ];
}

const exampleText = `import { chaosTest } from "gauntlet";

/** An example. Put something of yours in its place: a cart, a queue, a client with its server. */
class Basket {
  readonly articles: string[] = [];
  count = 0;

  add(article: string): void {
    this.articles.push(article);
    this.count += 1;
  }

  remove(): void {
    if (this.articles.pop() !== undefined) this.count -= 1;
  }
}

export default chaosTest({
  name: "basket",
  // What one run works on; every run makes its own.
  setup: () => new Basket(),
  // What can happen, in any order and any number of times.
  rules: {
    add: { run: (basket) => basket.add("pen") },
    remove: { run: (basket) => basket.remove() },
  },
  // What must be true after every step.
  invariants: {
    "the count is the number of articles": ({ articles, count }) => count === articles.length,
  },
});
`;
