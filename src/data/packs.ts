import type { Pack } from "./pack.ts";
import { jsonPack } from "./json-http/json-pack.ts";
import { ssePack } from "./sse/sse-pack.ts";
import { webhookPack } from "./webhook/webhook-pack.ts";

/** Every pack there is; one contract suite runs over all of them. */
export const packs: readonly Pack[] = [ssePack, jsonPack, webhookPack];
