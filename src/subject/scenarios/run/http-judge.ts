import { literalText } from "../../../kernel/values/literal.ts";
import { differencesMax, differenceText, jsonDifferences } from "./json-difference.ts";
import { type Answer, jsonOf } from "./matchers.ts";
import { StepFailed } from "./step-failure.ts";

/** What an answer must be, each part exactly. */
export interface WantedAnswer {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** In a table of its own, because `null` is JSON as well. */
  readonly json?: { readonly value: unknown } | undefined;
}

/** What is compared, for the codes and messages of a mismatch. */
export interface JudgedRequest {
  /** Codes begin so: `http_`, and `http_when_host_` where a rule is a contract. */
  readonly prefix: string;
  /** `GET /orders`. */
  readonly request: string;
}

/** Fails with the code of the first part of an answer that is not what was wanted. */
export function judgeAnswer(answer: Answer, wanted: WantedAnswer, judged: JudgedRequest): void {
  const { status, headers = {}, body, json } = wanted;
  const fail = (part: string, what: string): never => {
    throw new StepFailed(`${judged.prefix}${part}`, `${judged.request}: ${what}`);
  };
  if (status !== undefined && status !== answer.status) {
    fail("status", `the status is ${answer.status}, not ${status}`);
  }
  for (const [name, value] of Object.entries(headers)) {
    const found = answer.headers[name.toLowerCase()];
    if (found === value) continue;
    const seen = found === undefined ? "is not there" : `is ${literalText(found)}`;
    fail("headers", `the header \`${name}\` ${seen}, expected ${literalText(value)}`);
  }
  if (body !== undefined && body !== answer.body) {
    fail("body", `the body is ${literalText(answer.body)}, not ${literalText(body)}`);
  }
  if (json === undefined) return;
  const parsed = jsonOf(answer.body);
  if (parsed === undefined) {
    return fail("json_parse", `the body is not JSON: ${literalText(answer.body)}`);
  }
  const differences = jsonDifferences(json.value, parsed.value);
  if (differences.length === 0) return;
  const lines = differences.map((difference) => `  ${differenceText(difference)}`);
  const isCut = differences.length === differencesMax;
  const count = isCut ? `at least ${differencesMax}` : String(differences.length);
  const places = differences.length === 1 ? "place" : "places";
  fail("json", [`the body differs in ${count} ${places}`, ...lines].join("\n"));
}
