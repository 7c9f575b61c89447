import { existsSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { refuseSilentModel } from "../../../src/engines/agents/refuse-silent-model.ts";
import { Stage } from "../../../src/engines/agents/stage.ts";
import { openUpstreams } from "../../../src/engines/agents/upstreams.ts";
import { SecretMask } from "../../../src/kernel/agent/index.ts";
import { GauntletError } from "../../../src/kernel/errors/gauntlet-error.ts";
import type { AgentConfig } from "../../../src/config/agent/agent-config.ts";
import type { TempProject } from "../temp-project.ts";
import { agentConfig } from "./agent-config.ts";
import { agentOf } from "./example-project.ts";
import { plainAnswer } from "./model-formats.ts";
import { sdkAnswers, sdkProject } from "./sdk-projects.ts";

// An agent whose provider refuses everything is not judged: what it says then is an apology.

type Answer = (response: ServerResponse, path: string) => void;

const refusals: readonly (readonly [name: string, answer: Answer, told: RegExp])[] = [
  ["401", error(401), /answered 401: "\{.*no, 401.*help: .*key/],
  ["403", error(403), /answered 403: .*help: .*key/],
  ["404", error(404), /answered 404: .*help: .*name of the model/],
  ["429 for ever", error(429), /answered 429: .*help: wait/],
  ["500", error(500), /answered 500: .*help: try again/],
  ["nothing", (response) => void response.destroy(), /be reached: .*help: check the address/],
  ["an empty answer", (response) => void response.end(), /neither a text nor a call.*which model/],
  ["HTML", page, /answered 200 with a web page: "<!doctype html>.*help: check the address/],
];

test.each(Object.keys(sdkAnswers))(
  "an agent on %s is judged where its provider answers, and refused with the reason where not",
  async (sdk) => {
    const provider = await Provider.open();
    const { held, refusal } = await stageOf(sdkProject(sdk), provider.origin);
    const told: Record<string, string> = {};
    for (const [name, answer, wanted] of refusals) {
      provider.answer = answer;
      const refused = await refusal();
      told[name] = wanted.test(refused) && refused.includes("I am sorry") ? "refused" : refused;
    }
    expect(told).toEqual(Object.fromEntries(refusals.map(([name]) => [name, "refused"])));
    provider.answer = usual;
    expect(await refusal()).toBe("");
    expect(await held()).toMatchObject({
      problem: undefined,
      answer: { text: "It is on its way." },
    });
  },
);

const clients = Object.keys(sdkAnswers);
const uncertified = refusals.map(
  ([name, answer, told], at) => [name, clients[at % clients.length] ?? "", answer, told] as const,
);

test.for(uncertified)(
  "%s: `agent certificate` of an agent on %s says why, and writes nothing",
  async ([, sdk, answer, told]) => {
    const provider = await Provider.open();
    provider.answer = answer;
    const project = configured(sdkProject(sdk), provider.origin);
    const refused = await project.gauntlet("agent", "certificate");
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toContain("error[A009]");
    expect(refused.err).toMatch(/--> (?:http:\/\/127\.0\.0\.1:\d+\/v1\/|\[agent\.upstream\]\n)/u);
    expect(refused.err?.replaceAll(/\s+/gu, " ")).toMatch(told);
    expect(existsSync(project.path(".gauntlet/certificate.json"))).toBe(false);
  },
);

test.for(clients)("an agent on %s is certified where its provider answers", async (sdk) => {
  const provider = await Provider.open();
  const project = configured(sdkProject(sdk), provider.origin);
  const issued = await project.told("agent", "certificate");
  expect([issued.code, issued.verdict]).toEqual([0, "held"]);
  expect(existsSync(project.path(".gauntlet/certificate.json"))).toBe(true);
});

test("a provider that stops in the middle leaves what it refused unjudged", async () => {
  const provider = await Provider.open();
  const project = configured(sdkProject("openai"), provider.origin);
  let asked = 0;
  provider.answer = (response, path) => {
    asked += 1;
    // Two conversations show that it answers, then one prompt is judged, then it stops.
    (asked > 3 ? error(429) : usual)(response, path);
  };
  const result = await project.told("agent", "contract", "run");
  expect([result.code, result.verdict]).toEqual([3, "unknown"]);
  expect(result.because).toContain("the provider answered 429");
  expect(agentOf(result).cells.map(({ state }) => state)).toEqual(["pass", "error"]);
});

// --- inside ---

function error(status: number): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `no, ${status}`, type: "refused" } }));
  };
}

function page(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<!doctype html><title>Sign in</title>");
}

function usual(response: ServerResponse, path: string): void {
  const protocol = path.endsWith("/messages")
    ? "messages"
    : path.endsWith("/responses")
      ? "responses"
      : "chat-completions";
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(plainAnswer(protocol, { text: "It is on its way." })));
}

/** A provider on loopback that answers as it is told to. */
class Provider {
  answer: Answer = usual;
  readonly #server = createServer((request, response) => {
    request.resume();
    request.on("end", () => this.answer(response, request.url ?? ""));
  });

  static async open(): Promise<Provider> {
    const provider = new Provider();
    const server = provider.#server;
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}

/** An agent that is asked again and again, and what it is refused with; "" where it is judged. */
async function stageOf(project: TempProject, origin: string) {
  const file = project.path("agent.mjs");
  const config: AgentConfig = {
    ...agentConfig({ type: "function", file, exportName: "answer" }, project.root),
    upstream: { kind: "provider", openai: origin, anthropic: origin },
  };
  const mask = new SecretMask();
  const upstreams = await openUpstreams(config, mask);
  const { signal } = new AbortController();
  const stage = await Stage.open(config, { upstreams, mask, signal });
  onTestFinished(() => stage.close());
  const of = { phase: "contract", scenario: "no-chaos", prompt: "Where is parcel A1?" } as const;
  const talk = { ...of, input: { prompt: of.prompt }, trial: 1, faults: [], seed: 1, cell: "c" };
  return {
    held: () => stage.hold(talk),
    refusal: async (): Promise<string> => {
      const held = await stage.hold(talk);
      try {
        refuseSilentModel([{ held, refused: stage.refusedQuestion }], config);
        return "";
      } catch (thrown) {
        if (!(thrown instanceof GauntletError)) throw thrown;
        return `${thrown.code} ${thrown.note} help: ${thrown.help}`;
      }
    },
  };
}

function configured(project: TempProject, origin: string): TempProject {
  project.write(
    "gauntlet.toml",
    `[agent]
type = "function"
endpoint = "agent.mjs#answer"
prompts = ["Where is parcel A1?", "Where is parcel B2?"]

[agent.mutations]
count = 0

[agent.upstream]
type = "provider"
openai = "${origin}"
anthropic = "${origin}"

[agent.contract]
name = "small"
invariants = [{ id = "answers", type = "output_not_empty", severity = "critical" }]
chaos_matrix = [{ name = "no-chaos" }]
`,
  );
  return project;
}
