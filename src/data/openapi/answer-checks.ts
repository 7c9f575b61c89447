import type { ServiceRequest } from "./draw-request.ts";
import { answerFor, type Operation } from "./read-openapi.ts";

/** What a service answered. */
export interface ServiceAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly tookMs: number;
}

/** What is wrong with an answer. */
export interface AnswerProblem {
  /** The name that Schemathesis has for it. */
  readonly check: string;
  readonly because: string;
}

/** Everything that is wrong with the answer to one request, by itself. */
export function answerProblems(
  operation: Operation,
  request: ServiceRequest,
  answer: ServiceAnswer,
): readonly AnswerProblem[] {
  return [
    serverError(answer),
    undocumentedStatus(operation, answer),
    ...contentProblems(operation, answer),
    judgement(request, answer),
  ].filter((one) => one !== undefined);
}

/** Whether an answer says that something was done. */
export function isSuccess({ status }: ServiceAnswer): boolean {
  return status >= 200 && status < 300;
}

/** JSON of an answer; undefined where it is none. */
export function jsonOf({ text }: ServiceAnswer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

// --- inside ---

function serverError({ status }: ServiceAnswer): AnswerProblem | undefined {
  if (status < 500) return undefined;
  return { check: "not_a_server_error", because: `it answered ${status}` };
}

function undocumentedStatus(
  operation: Operation,
  answer: ServiceAnswer,
): AnswerProblem | undefined {
  const { status } = answer;
  if (status >= 500 || operation.answers.size === 0) return undefined;
  if (answerFor(operation, status) !== undefined) return undefined;
  const known = [...operation.answers.keys()].join(", ");
  const because = `it answered ${status}, and only ${known} are documented`;
  return { check: "status_code_conformance", because };
}

function contentProblems(
  operation: Operation,
  answer: ServiceAnswer,
): readonly (AnswerProblem | undefined)[] {
  const documented = answerFor(operation, answer.status);
  if (documented === undefined || operation.method === "HEAD") return [];
  const { schema, types, requiredHeaders } = documented;
  const missing = requiredHeaders.find((name) => !answer.headers.has(name));
  const type = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const isKnown = types.length === 0 || answer.text === "" || types.some((one) => fits(type, one));
  const json = schema === undefined ? undefined : jsonOf(answer);
  const isJson = schema !== undefined && /json/u.test(type);
  const mismatch = json === undefined ? undefined : schema?.mismatch(json.value);
  return [
    missing === undefined
      ? undefined
      : { check: "response_headers_conformance", because: `\`${missing}\` is missing` },
    isKnown
      ? undefined
      : {
          check: "content_type_conformance",
          because: `it answered ${type || "no content type"}, not ${types.join(" or ")}`,
        },
    isJson && json === undefined
      ? { check: "response_schema_conformance", because: "it answered what is not JSON" }
      : undefined,
    isJson && mismatch !== undefined
      ? { check: "response_schema_conformance", because: `of its answer, ${mismatch}` }
      : undefined,
  ];
}

function fits(type: string, documented: string): boolean {
  const [plain = ""] = documented.split(";");
  return plain === "*/*" || plain.trim() === type;
}

function judgement({ wrong }: ServiceRequest, answer: ServiceAnswer): AnswerProblem | undefined {
  if (wrong === undefined) {
    const isRefused = answer.status === 400 || answer.status === 422;
    const because = `it answered ${answer.status} to a request that the document allows`;
    return isRefused ? { check: "positive_data_acceptance", because } : undefined;
  }
  if (!isSuccess(answer)) return undefined;
  const because = `it answered ${answer.status}, but ${wrong}`;
  return { check: "negative_data_rejection", because };
}
