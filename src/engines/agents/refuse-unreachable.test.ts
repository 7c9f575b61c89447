import { expect, test } from "vitest";
import type { AgentFault } from "../../kernel/agent/index.ts";
import { errorText, GauntletError } from "../../kernel/gauntlet-error.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import { configIn } from "./certificate/fixtures/sample-report.ts";
import { type PlannedTalk } from "./plan-talks.ts";
import { refuseUnreachable } from "./refuse-unreachable.ts";

const started = configIn("/project");
const running: AgentConfig = { ...started, reach: { ...httpOf(started), command: undefined } };
const fault: AgentFault = { id: "cut", layer: "llm", mode: "stream_cut", trigger: {} };

test("a fault that no wire can bring to a running agent is refused, with both ways out", () => {
  expect(refusal(running, [fault])).toMatchInlineSnapshot(`
    "error[A018]: \`llm stream_cut\` can never strike: what the agent asks cannot be reached
      --> [agent]
    note: the agent runs already at http://127.0.0.1:1/invoke, and knows none of our addresses
    help: set \`command\`, so that Gauntlet starts the agent; or set \`port\` and start it with addresses at http://127.0.0.1:<port>/support/openai/v1"
  `);
  const tool: AgentFault = { id: "t", layer: "tool", tool: "pay", mode: "error", trigger: {} };
  expect(refusal(running, [tool])).toContain("http://127.0.0.1:<port>/support/tools/<tool>");
});

test("an agent that is started, or knows the port of the wires, can be struck", () => {
  expect(refusal(started, [fault])).toBe("");
  expect(refusal({ ...running, port: 4_100 }, [fault])).toBe("");
});

test("where nothing strikes, a running agent needs no wires", () => {
  expect(refusal(running, [])).toBe("");
});

function httpOf({ reach }: AgentConfig): Extract<AgentConfig["reach"], { type: "http" }> {
  if (reach.type !== "http") throw new Error("the sample is reached over HTTP");
  return reach;
}

function refusal(config: AgentConfig, faults: readonly AgentFault[]): string {
  const of = { phase: "contract", scenario: "s", prompt: "hi", trial: 1, seed: 1 } as const;
  const talk = { ...of, input: { prompt: "hi" }, cell: "c", faults };
  const planned: readonly PlannedTalk[] = [{ talk, invariants: [] }];
  try {
    refuseUnreachable(config, planned);
    return "";
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    return errorText(thrown);
  }
}
