import { plainLook } from "../print.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";

/** `env`: what runs depend on besides their decisions. */
export async function runEnv({ flags, io }: VerbCall<"env">): Promise<number> {
  const { environment } = await import("../../engines/runs/index.ts");
  const { environmentText } = await import("../../report/index.ts");
  const { config } = await projectContextOf(flags, io);
  const data = environment(config);
  const text = environmentText(data, plainLook(io));
  return sayDocument(io, flags, { command: "env", verdict: "held", text, data });
}
