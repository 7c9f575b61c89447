import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import { judgeAnswer } from "./http-judge.ts";
import { HttpPart } from "./http-part.ts";
import type { StepHandlers } from "./step-scope.ts";

/** Does the steps about HTTP that need no app of the user's. */
export const httpHandlers: StepHandlers<Extract<keyof OutsideSteps, `http_${string}`>> = {
  http_when: ({ type: _, ...said }, scope) => scope.part(HttpPart.kind).declare(said),
  http_request: async (step, scope) => {
    const answer = await scope.part(HttpPart.kind).ask(step);
    const { expect_status: status, expect_headers: headers, expect_body: body } = step;
    const isJson = "expect_json" in step && step.expect_json !== undefined;
    const json = isJson ? { value: step.expect_json } : undefined;
    const request = `${step.method} ${step.path}`;
    judgeAnswer(answer, { status, headers, body, json }, { prefix: "http_", request });
    if (step.save_body_as !== undefined) scope.store.set(step.save_body_as, answer.body);
  },
};
