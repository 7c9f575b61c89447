// Upstreams for the tests of any runner that do whatever is legal, or whatever is not: one line in
// an existing test finds what its mock never sends. The data is made in src/data/, played by
// src/world/players/ and judged in src/runner/cases/. Start at hostile.ts.
export { type CheckedCases } from "../../../runner/cases/check-cases.ts";
export { CaseFailure, VacuousCases } from "../../../runner/cases/case-failure.ts";
export type { Case, Provenance, Tier, Variation } from "../../../data/case.ts";
export type { SseEvent, SseOptions } from "../../../data/sse/sse-event.ts";
export { type HostileOptions, HostileUpstream } from "./hostile-upstream.ts";
export { hostile, type HostileJson, type HostileSse, type HostileWebhook } from "./hostile.ts";
export type { JsonOptions } from "../../../data/json-http/json-draft.ts";
export type { WebhookOptions } from "../../../data/webhook/webhook-delivery.ts";
export { served, type ServedOptions } from "../../../runner/cases/served.ts";
export { valuesOf } from "../../../data/json-schema/values-of.ts";
export {
  checkService,
  type ServiceCheckOptions,
  type ServiceReport,
} from "../../../runner/openapi/check-service.ts";
export type { ServiceFinding } from "../../../runner/openapi/service-finding.ts";
