import type { DataOf, Sections } from "../../src/report/sections/registry.ts";
import { agentReport } from "../../src/report/fixtures/agent-sample.ts";

/** Data of each section with a free text in it, as a subject may give it. */
export const sectionSamples: {
  readonly [Name in keyof Sections]: (text: string) => DataOf<Name>;
} = {
  coverage: (text) => [
    {
      subject: text,
      edges: 12,
      blocks: { total: 10, reached: 7 },
      corpus: 3,
      curve: [{ runs: 1, edges: 12 }],
      lastNewsAtRun: 100,
      plateau: true,
      stress: [{ faults: [text], operations: { [text]: 3 }, properties: { [text]: 3 } }],
      tuples: { strength: 2, total: 3, covered: [], uncovered: [[text, text]] },
      swarm: {
        configs: [{ without: [text], runs: 10, edges: 4, failures: 1 }],
        dead: [],
        deadCount: 0,
      },
      handlers: [{ kind: "catch", file: text, line: 3, entered: 0, underFault: 0 }],
    },
  ],
  cases: (text) => [
    { name: text, verdict: "broken", because: text, seconds: 1, findings: [], file: text },
    { name: `${text} too`, verdict: "not executed", because: text, seconds: 0, findings: [] },
  ],
  ablation: (text) => [
    {
      subject: text,
      seeds: [1, "0x2"],
      runsMax: 100,
      secondsMax: undefined,
      bugs: [{ key: "1f0c9a2e7b11", name: text }],
      variants: [
        {
          name: text,
          strategy: "random",
          guidance: false,
          swarm: false,
          runs: 200,
          seconds: 1.5,
          bugsFound: 1,
          bugs: [{ key: "1f0c9a2e7b11", found: 1, campaigns: 2, runs: once, seconds: once }],
        },
      ],
    },
  ],
  scaling: (text) => [
    {
      subject: text,
      cores: 2,
      points: [{ workers: 1, runsPerSecond: 100, measured: [99, 100, 101] }],
      fit: { kind: "inconclusive", because: text },
    },
  ],
  scan: (text) => ({
    targets: [
      { ...target, module: text, name: text },
      { ...target, module: text, name: `${text} too`, blocked: { why: text, help: text } },
    ],
    files: { analysed: 2, reused: 1 },
    sinks: [{ target: text, kind: text, param: text, sink: text, place: text, path: [text] }],
    seams: [
      { kind: text, place: text, function: text, what: text, faults: [text], invariants: [text] },
    ],
    reliability: [{ operation: text, fault: text, property: text, status: "NOT EXERCISED" }],
  }),
  agent: agentReport,
  mined: (text) => ({
    functions: [
      {
        name: text,
        module: text,
        line: 4,
        returned: 90,
        runs: 100,
        laws: [
          {
            name: text,
            standing: "usually",
            held: 89,
            broken: 1,
            trivial: 0,
            atLeast: 0.94,
            shown: text,
            isDeclared: false,
            isRelation: false,
            isMeant: true,
            isImplied: false,
          },
        ],
      },
    ],
    notChecked: [text],
  }),
  replayed: (text) => ({
    isStepped: true,
    decisions: [
      { kind: "span", label: text },
      { kind: "pick", label: text, value: text },
    ],
    events: [{ atUs: 12, kind: "step", name: text, detail: text }],
  }),
};

/** Sections of which a result can have one part only, so that there is nothing to put together. */
export const singleSections: ReadonlySet<string> = new Set(["agent", "replayed"]);

// --- inside ---

const once = { median: 3, low: 1, high: null };

const target = {
  line: 1,
  runs: 10,
  seconds: 0.5,
  blocks: { total: 4, reached: 3 },
  findings: [],
  expected: [],
  isWeak: false,
  uncontrolled: [],
};
