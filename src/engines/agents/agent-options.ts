import type { AgentPhase } from "../../kernel/agent/index.ts";
import type { ConversationsEvent } from "../../kernel/result/campaign-event.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import type { Chaos } from "./plan-talks.ts";

/** What putting an agent to the test takes. */
export interface AgentRunOptions {
  /** The verb: `agent ci`. */
  readonly command: string;
  readonly projectRoot: string;
  /** The file that describes the agent, absolute; undefined where there is none. */
  readonly configFile?: string | undefined;
  readonly config: AgentConfig;
  readonly seed: Seed;
  readonly phases: readonly AgentPhase[];
  /** What strikes in the chaos phase, and in the others that are to have chaos. */
  readonly chaos: Chaos | undefined;
  /** Whether changed prompts are asked under chaos too. */
  readonly isMutatedUnderChaos: boolean;
  /** Files or folders of sessions, instead of those of the config. */
  readonly sessions?: readonly string[] | undefined;
  /** The score that every phase must reach. */
  readonly minimum: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly tell: (event: ConversationsEvent) => void;
}
