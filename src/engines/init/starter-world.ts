import { textCode } from "../../kernel/values/literal-code.ts";
import type { FoundSeam } from "../../subject/found-seams/index.ts";
import type { StarterSubject } from "./starter-subject.ts";

/** The faults that fit the seams, as lines of the test. */
export function faultLines({ seams, module }: StarterSubject): readonly string[] {
  const all = new Map<string, string>();
  for (const seam of seams) {
    for (const fault of seam.faults) {
      const { code } = fault;
      const why = doubtOf(fault, seam, module);
      all.set(code, why === undefined ? `${code},` : `// ${code}, // ${why}`);
    }
  }
  const lines = [...all.values()];
  // What is on comes first, so that the limit leaves out what is off.
  const ordered = [
    ...lines.filter((line) => !line.startsWith("//")),
    ...lines.filter((line) => line.startsWith("//")),
  ].slice(0, faultsMax);
  if (ordered.length === 0) return [];
  return ["  faults: [", ...ordered.map((line) => `    ${line}`), "  ],"];
}

/** What stands for the programs and hosts that the code asks. */
export function serverLines({ seams }: StarterSubject): readonly string[] {
  const hosts = aboutOf(seams, "http client");
  const programs = aboutOf(seams, "subprocess");
  return [
    ...(hosts.length === 0 ? [] : ["const standIn = new StandIn();"]),
    ...hosts.map(
      (host) => `world.serve(${textCode(host)}, (request: Request) => standIn.answer(request));`,
    ),
    ...programs.map((program) => `world.command(${textCode(program)}, { stdout: "" });`),
  ];
}

/** What ought to hold and is not checked yet. */
export function sentenceLines({ seams }: StarterSubject): readonly string[] {
  const sentences = [...new Set(seams.flatMap(({ invariants }) => invariants))];
  if (sentences.length === 0) return [];
  return [
    "    // What ought to hold as well; only you know how it shows:",
    ...sentences.map((sentence) => `    // - ${sentence}`),
  ];
}

/** The class that stands for hosts, as lines. */
export const standIn: readonly string[] = [
  "/** Stands for the services that are asked: make it answer as they do. */",
  "class StandIn {",
  "  /** What was done for the call in hand. */",
  "  worked: string[] = [];",
  "  readonly #keys = new Set<string>();",
  "",
  "  /** Like most services, it does work once for each idempotency key. */",
  "  async answer(request: Request): Promise<Response> {",
  '    const key = request.headers.get("idempotency-key");',
  "    const isNew = key === null || !this.#keys.has(key);",
  "    if (key !== null) this.#keys.add(key);",
  '    const isWork = request.method === "POST" || request.method === "PATCH";',
  "    const work = `${request.method} ${request.url} ${await request.text()}`;",
  "    if (isWork && isNew) this.worked.push(work);",
  "    return Response.json({ ok: true });",
  "  }",
  "}",
  "",
];

// --- inside ---

/** More than this and nobody reads them. */
const faultsMax = 12;

/** Faults that do something else than what they say: nothing that is built on them can hold. */
const lies =
  /^(?:swallowedCall|staleRead|returnEmpty|duplicateCall|wrongShape|partialBatch|lostReply)$/u;

function doubtOf(
  { name, isGuess }: FoundSeam["faults"][number],
  { seam }: FoundSeam,
  module: string,
): string | undefined {
  if (name === "lostSync") return "the disk lies: only copies elsewhere help";
  const isOwn = seam?.startsWith(`${module}#`) === true;
  if (isOwn && lies.test(name)) return "changes what is tested here";
  return isGuess === true ? "add { sync: true } if it gives no promise" : undefined;
}

function aboutOf(seams: readonly FoundSeam[], kind: FoundSeam["kind"]): readonly string[] {
  return [...new Set(seams.flatMap((seam) => (seam.kind === kind ? (seam.about ?? []) : [])))];
}
