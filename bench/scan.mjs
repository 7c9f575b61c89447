// How soon a scan of 50 files tells something, what a second one reads again, and whether its
// memory stays flat: npm run bench:scan. Needs a build. Prints measured, goal and met or missed.
//   --smoke         two files and few runs, without verdicts on speed: shows that all is called
//   --source FILE   what every file holds, instead of functions that hold
// With --packages [names] real packages are scanned instead, with --against DIR also by another
// checkout: see scan-packages.mjs.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { scans } from "./product.mjs";
import { benchPackages } from "./scan-packages.mjs";

const { values } = parseArgs({
  options: {
    packages: { type: "string" },
    against: { type: "string" },
    time: { type: "string", default: "180" },
    smoke: { type: "boolean", default: false },
    source: { type: "string" },
  },
});
if (values.packages !== undefined || values.against !== undefined) {
  const names = (values.packages ?? "").split(",").filter((name) => name !== "");
  await benchPackages({ names, seconds: Number(values.time), against: values.against });
  process.exit(0);
}

const isSmoke = values.smoke;
const filesCount = isSmoke ? 2 : 50;
/** Each file exports two functions and a class of two methods. */
const targetsLeast = 3 * filesCount;
const { prepareScan, scan, settingsIn } = await scans();
const source = values.source === undefined ? undefined : await readFile(values.source, "utf8");
const root = await mkdtemp(path.join(tmpdir(), "gauntlet-bench-scan-"));

/** Files that import each other two by two, so that a change reaches one more file. */
function text(number, extra = "") {
  if (source !== undefined) return source;
  const other = number % 2 === 1 ? `import { total${number - 1} } from "./m${number - 1}.ts";` : "";
  const base = number % 2 === 1 ? `total${number - 1}(items) + ` : "";
  return `${other}
export interface Item${number} { readonly sku: string; readonly count: number; readonly price: number }
export function total${number}(items: readonly Item${number}[]): number {
  return ${base}items.reduce((sum, { count, price }) => sum + count * price, 0);
}
export function label${number}(item: Item${number}, locale: "en" | "de"): string {
  if (item.count < 0) throw new RangeError("the count is negative");
  return locale === "en" ? \`\${item.count} x \${item.sku}\` : \`\${item.sku} (\${item.count})\`;
}
export class Stock${number} {
  readonly #counts = new Map<string, number>();
  add(sku: string, count: number): void { this.#counts.set(sku, this.get(sku) + count); }
  get(sku: string): number { return this.#counts.get(sku) ?? 0; }
}
${extra}`;
}

const fileOf = (number) => `src/m${number}.ts`;
const files = Array.from({ length: filesCount }, (_, number) => fileOf(number));

function told(what, measured, goal, isMet) {
  const verdict = isSmoke ? "not judged" : isMet ? "met" : "missed";
  console.log(`${what.padEnd(44)} ${measured.padEnd(30)} goal ${goal.padEnd(10)} ${verdict}`);
}

function heapMb() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** What a scan takes, as the command line gives it. */
async function scanOptions() {
  return {
    ...(await settingsIn(root)),
    projectRoot: root,
    files: files.map((file) => ({ file })),
    isWhole: true,
    includePrivate: false,
    saves: false,
    deepens: false,
    runsMax: isSmoke ? 10 : 100,
    timeMsMax: 600_000,
    concurrency: availableParallelism(),
    signal: new AbortController().signal,
  };
}

/** All that a scan does before it calls anything. */
async function prepared() {
  const options = await scanOptions();
  const startMs = performance.now();
  const { files: counts } = await prepareScan(options);
  return { ms: performance.now() - startMs, ...counts };
}

try {
  await mkdir(path.join(root, "src"), { recursive: true });
  await writeFile(path.join(root, "package.json"), '{ "name": "bench", "type": "module" }');
  for (let number = 0; number < filesCount; number++) {
    await writeFile(path.join(root, fileOf(number)), text(number));
  }
  const first = await prepared();
  const second = await prepared();
  await writeFile(path.join(root, fileOf(0)), text(0, "export const changed = 1;"));
  const third = await prepared();
  console.log(`${filesCount} files, ${availableParallelism()} cores`);
  told(
    "types again, nothing changed",
    `${(second.ms / first.ms).toFixed(2)}x of the first`,
    "<= 0.5x",
    second.ms <= first.ms / 2,
  );
  told(
    "read again after one file changed",
    `${third.analysed} of ${filesCount} files`,
    "<= 2",
    third.analysed <= 2,
  );
  told(
    "types again, one file changed",
    `${(third.ms / first.ms).toFixed(2)}x of the first`,
    "<= 0.9x",
    third.ms <= first.ms * 0.9,
  );

  await rm(path.join(root, ".gauntlet"), { recursive: true, force: true });
  const heaps = [];
  let firstMs;
  let targets = 0;
  const startMs = performance.now();
  const result = await scan({
    ...(await scanOptions()),
    onTarget: () => {
      firstMs ??= performance.now() - startMs;
      targets += 1;
      if (targets % 15 === 0) heaps.push(heapMb());
    },
  });
  const seconds = (performance.now() - startMs) / 1_000;
  const { runs } = result.summary;
  if (targets < targetsLeast || !(runs >= targets)) {
    throw new Error(`${targets} of ${targetsLeast} were called, in ${runs} runs`);
  }
  if (result.verdict === "broken") throw new Error("a function that is measured must hold");
  told("first target told after", `${(firstMs / 1_000).toFixed(1)} s`, "< 5 s", firstMs < 5_000);
  const all = [
    `${targets} targets`,
    `${result.summary.runs} runs`,
    `${seconds.toFixed(0)} s`,
    `${(targets / seconds).toFixed(1)} a second`,
  ];
  console.log(`${"all".padEnd(44)} ${all.join(", ")}`);
  const [early = 1] = heaps;
  const late = heaps.at(-1) ?? early;
  told(
    "heap at the end to that at 10 %",
    `${(late / early).toFixed(2)}x`,
    "<= 1.2x",
    late <= early * 1.2,
  );
} finally {
  await rm(root, { recursive: true, force: true });
}
