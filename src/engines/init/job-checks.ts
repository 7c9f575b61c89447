import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { type CallRoles, lastName } from "./call-roles.ts";
import { required, sampleCode, type SampleContext } from "./sample-code.ts";
import type { StarterCheck } from "./starter-check.ts";
import type { StarterSubject } from "./starter-subject.ts";

/**
 * What a queue is given to do may fail. Only jobs that answer with a promise, and only calls of
 * queues: whoever else takes a function may leave its failures to whoever gave it.
 */
export function jobChecks(
  roles: CallRoles,
  subject: StarterSubject,
  sample: SampleContext,
): readonly StarterCheck[] {
  return roles.changes.flatMap((call): StarterCheck[] => {
    const job = jobOf(call, subject, sample);
    if (job === undefined) return [];
    const name = lastName(call);
    const before = { [name]: [`const job = new Job(drawn.fails, ${job.value});`] };
    const base: StarterCheck = { jobs: { [name]: job.param }, before, needs: ["Job"] };
    if (!isTakenAlone(call, roles, subject)) return [base];
    const title = `every job that ${name} takes is begun`;
    return [
      {
        ...base,
        fields: ["jobs: [] as { isBegun: boolean }[]"],
        answered: {
          [name]: [
            "// A queue that has begun one begins all that it takes, whichever of them fail.",
            "if (state.jobs.some(({ isBegun }) => isBegun)) {",
            `  eventually(() => job.isBegun, "${title}", {`,
            "    withinMs: 3_600_000,",
            "  });",
            "}",
            "state.jobs.push(job);",
          ],
        },
      },
    ];
  });
}

/** The class of such jobs, as lines. */
export const jobClass: readonly string[] = [
  "/** Something to be done; it may fail the first time. */",
  "class Job<T> {",
  "  isBegun = false;",
  "  readonly #fails: boolean;",
  "  readonly #value: T;",
  "",
  "  constructor(fails: boolean, value: T) {",
  "    this.#fails = fails;",
  "    this.#value = value;",
  "  }",
  "",
  "  async run(): Promise<T> {",
  "    const isFirst = !this.isBegun;",
  "    this.isBegun = true;",
  '    if (isFirst && this.#fails) throw new Error("this job fails");',
  "    return this.#value;",
  "  }",
  "}",
  "",
];

// --- inside ---

/** The parameter that takes a job, and what the job gives, as code. */
function jobOf(
  call: CallPlan,
  { seams }: StarterSubject,
  sample: SampleContext,
): { readonly param: string; readonly value: string } | undefined {
  const isQueue = seams.some((seam) => seam.kind === "queue" && seam.function === call.name);
  const params = required(call.params);
  const jobs = params.flatMap((param) => {
    const given = isQueue ? promisedBy(param, call) : undefined;
    return given === undefined ? [] : [{ param: param.name, given }];
  });
  const [job, ...others] = jobs;
  if (job === undefined || others.length > 0) return undefined;
  // The test has these names for itself.
  if (params.some(({ name }) => name === "fails")) return undefined;
  const value = sampleCode(job.given, job.param, { ...sample, definitions: call.definitions });
  return value === undefined ? undefined : { param: job.param, value };
}

function promisedBy({ shape }: ParamPlan, { definitions }: CallPlan): Shape | undefined {
  const found = shape.kind === "ref" ? definitions[shape.name] : shape;
  const returns = found?.kind === "function" ? found.returns : undefined;
  return returns?.kind === "promise" ? returns.of : undefined;
}

/**
 * Whether nothing but this call, and no fault elsewhere, decides what becomes of a job. What gives
 * a promise of the job's end shows by itself when it never comes.
 */
function isTakenAlone(call: CallPlan, { changes }: CallRoles, { seams }: StarterSubject): boolean {
  const isVoid = !call.isAsync && call.returns.kind === "void";
  return isVoid && changes.length === 1 && seams.every(({ kind }) => kind === "queue");
}
