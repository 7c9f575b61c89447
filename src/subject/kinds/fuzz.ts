import type { FuzzTest } from "../../kernel/subject/fuzz-test.ts";
import { makesFuzz } from "../fuzz/makes-fuzz.ts";
import {
  functionProblem,
  isTable,
  nameProblem,
  type Problem,
  shown,
  type Table,
  unknownKey,
} from "./option-problems.ts";
import type { SubjectKind } from "./subject-kind.ts";

/** `fuzz("parse", …)`: a function that is called with inputs. The verb `fuzz` finds its files. */
export const fuzzKind: SubjectKind<FuzzTest> = {
  name: "fuzz",
  isIn: ({ text }) => makesFuzz(text),
  problemOf: fuzzProblem,
  packagesOf: async (file) => {
    const { importedPackages } = await import("../fuzz/imported-packages.ts");
    return importedPackages(file);
  },
  load: async () => {
    const { fuzzSubject } = await import("../fuzz/fuzz-subject.ts");
    return { subjectOf: fuzzSubject, countsWork: true };
  },
};

// --- inside ---

/** An input is written into traces as hexadecimal. */
const lengthMaxMax = 1_048_576;

const fuzzKeys = "name input seeds dictionary lengthMax detectors setup run".split(" ");

function fuzzProblem(options: Table): Problem | undefined {
  return (
    unknownKey(options, fuzzKeys, "`fuzz`") ??
    nameProblem(options) ??
    inputProblem(options) ??
    ["seeds", "dictionary"].map((key) => piecesProblem(options, key)).find(isThere) ??
    lengthProblem(options["lengthMax"]) ??
    detectorsProblem(options["detectors"]) ??
    functionProblem(options, "setup") ??
    functionProblem(options, "run", { isNeeded: true })
  );
}

function isThere(problem: Problem | undefined): boolean {
  return problem !== undefined;
}

function inputProblem({ input, seeds, dictionary, lengthMax }: Table): Problem | undefined {
  if (input === undefined || input === "bytes" || input === "text") return undefined;
  if (!isTable(input)) {
    const allowed = '"bytes", "text", a schema or a fast-check arbitrary';
    return { what: `\`input\` must be ${allowed}, got ${shown(input)}` };
  }
  const given = Object.entries({ seeds, dictionary, lengthMax });
  const [key] = given.find(([, value]) => value !== undefined) ?? [];
  if (key === undefined) return undefined;
  const what = `\`${key}\` is only of use where \`input\` is "bytes" or "text"`;
  return { what, help: "leave it out: the schema or the arbitrary defines the inputs" };
}

function piecesProblem(options: Table, key: string): Problem | undefined {
  const pieces = options[key];
  if (pieces === undefined) return undefined;
  if (!Array.isArray(pieces)) {
    return { what: `\`${key}\` must be a list of texts or bytes, got ${shown(pieces)}` };
  }
  const at = pieces.findIndex((one) => typeof one !== "string" && !(one instanceof Uint8Array));
  if (at < 0) return undefined;
  return { what: `\`${key}[${at}]\` must be a text or bytes, got ${shown(pieces[at])}` };
}

/** Whether the names are known is seen when they are switched off. */
function detectorsProblem(detectors: unknown): Problem | undefined {
  if (detectors === undefined) return undefined;
  const help = 'write `detectors: { off: ["slow-pattern"] }`';
  if (!isTable(detectors)) {
    return { what: `\`detectors\` must be an object, got ${shown(detectors)}`, help };
  }
  const { off } = detectors;
  const isNames = Array.isArray(off) && off.every((name) => typeof name === "string");
  if (isNames) return unknownKey(detectors, ["off"], "`detectors`");
  return { what: `\`detectors.off\` must be a list of names, got ${shown(off)}`, help };
}

function lengthProblem(value: unknown): Problem | undefined {
  const isFine =
    value === undefined ||
    (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= lengthMaxMax);
  if (isFine) return undefined;
  const allowed = `a whole number from 1 to ${lengthMaxMax}`;
  return { what: `\`lengthMax\` must be ${allowed}, got ${shown(value)}` };
}
