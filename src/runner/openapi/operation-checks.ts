import { isSuccess } from "../../data/openapi/answer-checks.ts";
import type { ServiceRequest } from "../../data/openapi/draw-request.ts";
import type { Operation } from "../../data/openapi/read-openapi.ts";
import type { ServiceFinding } from "./service-finding.ts";
import type { ServiceClient } from "./service-client.ts";

/** Whether an operation that asks who somebody is lets others in. */
export async function authProblems(
  { name, needsAuth }: Operation,
  request: ServiceRequest,
  client: ServiceClient,
): Promise<readonly ServiceFinding[]> {
  if (!needsAuth) return [];
  for (const [who, auth] of strangers) {
    const answer = await client.send(request, auth);
    if (!isSuccess(answer)) continue;
    const because = `it answered ${answer.status} to a request ${who}`;
    const requests = [`${request.method} ${request.target} (${who})`];
    return [{ check: "ignored_auth", operation: name, because, requests }];
  }
  return [];
}

/** Whether methods that are not documented are answered as if they were. */
export async function methodProblems(
  operations: readonly Operation[],
  client: ServiceClient,
): Promise<readonly ServiceFinding[]> {
  const found: ServiceFinding[] = [];
  for (const path of new Set(operations.map((one) => one.path))) {
    const own = operations.filter((one) => one.path === path).map(({ method }) => method);
    const method = ["DELETE", "PUT", "PATCH", "POST"].find((one) => !own.includes(one));
    if (method === undefined) continue;
    const target = path.replaceAll(/\{[^}]+\}/gu, "a");
    const answer = await client.send({ method, target, headers: [], body: undefined });
    const finding = { operation: `${method} ${path}`, requests: [`${method} ${target}`] };
    if (isSuccess(answer) || answer.status >= 500) {
      const because = `it answered ${answer.status} to a method that is not documented`;
      found.push({ ...finding, check: "unsupported_method", because });
    }
    const allowed = answer.status === 405 ? answer.headers.get("allow") : undefined;
    const missing = own.find((one) => allowed?.toUpperCase().includes(one) === false);
    if (missing !== undefined) {
      const because = `its \`allow\` is \`${allowed ?? ""}\`, without ${missing}`;
      found.push({ ...finding, check: "allow_header_conformance", because });
    }
  }
  return found;
}

// --- inside ---

const strangers = [
  ["without credentials", {}],
  [
    "with credentials that nobody gave",
    { authorization: "Bearer made-up", "x-api-key": "made-up" },
  ],
] as const;
