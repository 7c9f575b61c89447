import type { LlmFault } from "../../../kernel/agent/agent-fault.ts";
import type { UpstreamResponse } from "../upstream.ts";
import type { Dialect } from "./dialect.ts";
import type { Draw } from "./drift-text.ts";
import type { ReturnedAnswer } from "./returned-answer.ts";

/** One question on its way, and a fault that is to strike its answer. */
export interface StruckCall {
  readonly dialect: Dialect;
  readonly given: ReturnedAnswer;
  readonly fault: LlmFault;
  readonly draw: Draw;
  /** Asks whoever answers. */
  readonly ask: () => Promise<UpstreamResponse>;
  /** Says that the fault changed something. */
  readonly fired: (detail: string) => void;
}
