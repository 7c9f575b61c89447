import path from "node:path";
import { noSuchTarget } from "../../campaign/entries/no-such-target.ts";
import { writeEntry } from "../../campaign/entries/write-entry.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { CallPlan, CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { storeFolder } from "../../store/finding-store.ts";
import type { ExportedSubject } from "../../subject/chaos-files.ts";
import { resolveProjectRoot } from "../../subject/loader/project-root.ts";
import { analyseProject } from "../../subject/plans/index.ts";

/**
 * Writes a fuzz test for a function that has none: its input is what the type of its first
 * parameter says. The test lies in the project, so that what it finds can be replayed.
 */
export async function functionTest(
  file: string,
  name: string,
  cwd: string,
): Promise<ExportedSubject> {
  const projectRoot = resolveProjectRoot(file);
  const module = path.relative(projectRoot, file).split(path.sep).join("/");
  const { files } = await analyseProject({ projectRoot, files: [file] });
  const targets = files.flatMap((one) => one.targets);
  const plan = planOf(name, { module, targets, shown: path.relative(cwd, file) });
  const test = `${module.replaceAll(/[^\w.-]/gu, "-")}-${plan.name}.fuzz.mjs`;
  const entry = `${storeFolder}/fuzz/${test}`;
  await writeEntry(
    projectRoot,
    entry,
    testText(plan, path.posix.relative(`${storeFolder}/fuzz`, module)),
  );
  return { file: path.join(projectRoot, entry), exportName: "default" };
}

// --- inside ---

interface Where {
  readonly module: string;
  readonly targets: readonly CallTarget[];
  /** The file as the user would name it. */
  readonly shown: string;
}

function planOf(name: string, { targets, shown }: Where): CallPlan {
  const functions = targets.filter(({ receiver }) => receiver === undefined);
  const plans = functions.flatMap(({ calls }) => calls);
  if (name === "") {
    const names = plans.map((plan) => `\`${shown}#${plan.name}\``).slice(0, namesShown);
    throw new GauntletError({
      code: "U011",
      what: `\`${shown}\` has no fuzz test, and no function of it was named`,
      where: shown,
      help: names.length === 0 ? "export a function" : `name one: ${names.join(", ")}`,
    });
  }
  const isMeant = (plan: CallPlan): boolean =>
    plan.name === name || (name === "default" && plan.from.path.join(".") === "default");
  const plan = plans.find(isMeant);
  if (plan === undefined) throw noSuchTarget(name, shown, functions);
  if (plan.params.length > 0) return plan;
  throw new GauntletError({
    code: "U011",
    what: `\`${plan.name}\` takes no input`,
    where: `${plan.place.file}:${plan.place.line}`,
    help: "fuzz a function that takes bytes, text or data",
  });
}

const namesShown = 5;

function testText(plan: CallPlan, from: string): string {
  const { path: names } = plan.from;
  const [first = "default", ...rest] = names;
  const local = first === "default" ? "target" : first;
  const imported = first === "default" ? "target" : `{ ${first} }`;
  const call = [local, ...rest].join(".");
  return [
    "// Written by `gauntlet fuzz`; written again by the next one.",
    'import { fuzz } from "gauntlet";',
    `import ${imported} from ${JSON.stringify(from)};`,
    "",
    `export default fuzz({ name: ${JSON.stringify(plan.name)}, input: ${inputText(plan)}, run: ` +
      `(data) => ${call}(data) });`,
    "",
  ].join("\n");
}

/** Bytes and texts are changed as such; what has more to it is made by its type. */
function inputText({ params, definitions }: CallPlan): string {
  const shape = params[0]?.shape;
  if (shape === undefined || isBytes(shape)) return '"bytes"';
  if (shape.kind === "string" || shape.kind === "weak") return '"text"';
  if (shape.kind === "union") {
    // One that takes both is given what is plain to read.
    if (shape.of.some(({ kind }) => kind === "string")) return '"text"';
    if (shape.of.some(isBytes)) return '"bytes"';
  }
  return JSON.stringify({ shape, definitions });
}

function isBytes(shape: Shape): boolean {
  return shape.kind === "bytes" && /^(?:Uint8Array|Buffer)$/u.test(shape.type);
}
