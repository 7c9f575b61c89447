import type { CallSite, Hit } from "../frame.ts";
import type { Value } from "../value.ts";
import { codeHits } from "./code-rules.ts";
import { regexHits, sqlHits, writeEnvironmentHits } from "./data-rules.ts";
import { fileHits } from "./file-rules.ts";
import { ipcHits, requestHits } from "./network-rules.ts";
import { commandHits, commandTemplateHits } from "./process-rules.ts";

/** The sinks that a call or a construction is, and the parameters that reach them. */
export function hitsOf(site: CallSite): readonly Hit[] {
  const found = [
    ...commandHits(site),
    ...codeHits(site),
    ...fileHits(site),
    ...ipcHits(site),
    ...requestHits(site),
    ...sqlHits(site),
    ...regexHits(site),
    ...writeEnvironmentHits(site),
  ];
  return found.filter(({ taints }) => taints.length > 0);
}

/** The sinks that a tagged template is. */
export function taggedHits(ref: string, text: Value): readonly Hit[] {
  return commandTemplateHits(ref, text).filter(({ taints }) => taints.length > 0);
}
