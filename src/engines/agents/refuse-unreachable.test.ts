import { expect, test } from "vitest";
import type { AgentFault } from "../../kernel/agent/index.ts";
import { errorText, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import { configIn } from "./certificate/fixtures/sample-report.ts";
import { type PlannedTalk } from "./plan-talks.ts";
import { refuseUnreachable } from "./refuse-unreachable.ts";

const started = configIn("/project");
const running: AgentConfig = { ...started, reach: { ...httpOf(started), command: undefined } };
const fault: AgentFault = { id: "cut", layer: "llm", mode: "stream_cut", trigger: {} };

test("a fault that no wire can bring to a running agent is refused, with both ways out", () => {
  expect(refusal(running, [fault])).toMatchInlineSnapshot(`
    "error[A018]: \`llm stream_cut\` can never take effect: what the agent asks cannot be reached
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

test("a name that only a slip of the hand can mean is refused, with the one that is meant", () => {
  const tool: AgentFault = { id: "t", layer: "tool", tool: "pay", mode: "error", trigger: {} };
  expect(refusal(started, [{ ...fault, agent: "suport" }])).toMatchInlineSnapshot(`
    "error[A018]: \`llm stream_cut\` can never take effect: no agent is called \`suport\`
      --> cut
    help: \`agent\` must be one of support (did you mean \`support\`?)"
  `);
  const orders = { name: "get_order", url: "http://127.0.0.1:1", hasSideEffect: false };
  const led = { env: "ORDERS_URL", matchUrl: undefined, command: undefined };
  const config = { ...started, tools: [{ ...orders, ...led }] };
  expect(refusal(config, [{ ...tool, tool: "get_ordr" }])).toMatchInlineSnapshot(`
    "error[A018]: \`tool get_ordr error\` can never take effect: no tool is called \`get_ordr\`
      --> t
    help: did you mean \`get_order\`?"
  `);
  // Tools inside of the agent are in no config.
  expect(refusal(config, [{ ...tool, tool: "get_orders" }])).toBe("");
  expect(refusal(config, [{ ...tool, tool: "set_order" }])).toBe("");
});

test("a fault that asks for an address where nothing has one is refused, with what to add", () => {
  const tool: AgentFault = { id: "t", layer: "tool", tool: "pay", mode: "error", trigger: {} };
  expect(refusal(started, [{ ...tool, matchUrl: "https://api.example/*" }])).toMatchInlineSnapshot(`
    "error[A018]: \`tool pay error\` can never take effect: nothing with an address is called so
      --> t
    note: \`match_url\` is about tools over HTTP, which the config does not have
    help: add \`[[agent.tools]]\` with its \`url\` and \`env\` or \`match_url\`; or leave \`match_url\` out"
  `);
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
