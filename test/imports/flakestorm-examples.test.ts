import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { importFlakestorm } from "../../src/engines/agents/import/flakestorm.ts";

// The keys and values that flakestorm's own examples and documents have, in other words.

test("the research example loses only what did nothing, and keeps its critical rule", async () => {
  const { agent, lost } = await imported(`version: "2.0"
agent:
  endpoint: "http://localhost:8790/invoke"
  type: "http"
  method: "POST"
  request_template: '{"input": "{prompt}"}'
  response_path: "result"
  timeout: 15000
  reset_endpoint: "http://localhost:8790/reset"
model: { provider: ollama, name: "small:1b", base_url: "http://localhost:11434" }
mutations: { count: 5, types: [paraphrase, noise, tone_shift, prompt_injection] }
golden_prompts: [Which river is the longest?]
invariants: [{ type: latency, max_ms: 30000 }, { type: contains, value: source }]
chaos:
  tool_faults: [{ tool: "*", mode: error, error_code: 503, message: Down, probability: 0.3 }]
  llm_faults: [{ mode: truncated_response, max_tokens: 5, probability: 0.2 }]
contract:
  name: Research
  description: Names its source whatever happens
  invariants:
    - id: names-its-source
      type: regex
      pattern: "(?i)(source|according to)"
      severity: critical
      when: always
    - { id: completes, type: completes, severity: high, when: always }
  chaos_matrix:
    - { name: no-chaos, tool_faults: [], llm_faults: [] }
    - { name: outage, tool_faults: [{ tool: "*", mode: error, error_code: 503, message: Down }] }
replays: { sessions: [{ file: replays/incident.yaml }] }
scoring: { mutation: 0.20, chaos: 0.35, contract: 0.35, replay: 0.10 }
output: { format: html, path: ./reports }
advanced: { concurrency: 5, retries: 2 }
`);
  expect(lost).toEqual([
    "advanced.concurrency: is left out: it was not used there",
    "advanced.retries: is left out: it was not used there",
    "output.format: is left out: it was not used there",
    "output.path: is left out: where a report goes is said on the command line",
  ]);
  expect(agent).toMatchObject({
    contract: {
      invariants: [
        {
          id: "names-its-source",
          type: "regex",
          pattern: "(?i)(source|according to)",
          severity: "critical",
        },
        { id: "completes", type: "completes", severity: "high" },
      ],
      chaos_matrix: [{ name: "no-chaos" }, { name: "outage" }],
    },
    replays: { sessions: [{ file: "replays/incident.yaml" }] },
  });
});

test("`dangerous_prompts: true` of the examples loses the word and keeps the rule", async () => {
  const { agent, lost } = await imported(`agent: { endpoint: "http://localhost:8000/invoke" }
golden_prompts: [Book a room]
invariants:
  - { type: valid_json, threshold: 0.8 }
  - { type: refusal_check, dangerous_prompts: true }
`);
  expect(agent).toMatchObject({ invariants: [{ type: "valid_json" }, { type: "refusal_check" }] });
  expect(lost).toEqual([
    "invariants[0].threshold: is left out: `valid_json` does not read it",
    "invariants[1].dangerous_prompts: is left out: " +
      "`true` or `false` did nothing; `probes` lists prompts",
  ]);
});

test("types that only the documents have are taken over as what they say", async () => {
  const { agent, lost } = await imported(`agent:
  endpoint: http://localhost:8000/search
  method: GET
  request_template: "q={prompt}&lang=en"
golden_prompts: [Hi]
invariants:
  - { type: not_contains, value: You are a helpful }
  - { type: not_contains, values: [import os, import subprocess] }
  - { type: not_contains, value: "SYSTEM_PROMPT (v1)", case_sensitive: true }
  - { type: contains, value: book, case_sensitive: false, prompt_filter: "book|flight" }
  - { type: refusal }
`);
  expect(agent).toMatchObject({
    method: "GET",
    request_template: '{"q":"{prompt}","lang":"en"}',
    invariants: [
      { type: "contains", value: "You are a helpful", negate: true },
      { type: "contains_any", values: ["import os", "import subprocess"], negate: true },
      { type: "regex", pattern: "SYSTEM_PROMPT \\(v1\\)", negate: true },
      { type: "contains", value: "book" },
      { type: "refusal_check" },
    ],
  });
  expect(lost).toEqual([
    "invariants[3].prompt_filter: is left out: it did nothing there; a rule is for every prompt",
  ]);
});

// --- inside ---

async function imported(text: string): Promise<{ agent: unknown; lost: readonly string[] }> {
  const { toml, warnings } = await importFlakestorm(text, "flakestorm.yaml");
  const lost = warnings.filter(({ what }) => /left out/u.test(what));
  return { agent: parse(toml)["agent"], lost: lost.map(({ key, what }) => `${key}: ${what}`) };
}
