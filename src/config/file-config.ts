// Written by `npm run generate` from the shapes of `config-sections.ts`; do not edit it.

/** What a config file says, in its own spelling. */
export interface FileConfig {
  /** Where an editor finds this schema. For editors only; it changes no run. */
  readonly $schema?: string | undefined;
  /** How runs are searched: budgets, seed and limits. */
  readonly explorer: FileExplorer;
  /** What the simulated world makes of what it does not control. */
  readonly world: FileWorld;
  /** How the files of the project are loaded. */
  readonly loader: FileLoader;
  /** The subjects to explore, one entry for each file or pattern. */
  readonly tests: readonly FileTest[];
  /** How findings are told and where they are kept. */
  readonly report: FileReport;
  /** Values for parameters, for every scanned file. */
  readonly fixtures: FileFixtures;
  /** The files to scan, one entry for each file or pattern. */
  readonly scan: readonly FileScan[];
  /** How instances of a class are made for a scan. */
  readonly objects: readonly FileObject[];
  /** What a function must keep to, with inputs to try. */
  readonly contracts: readonly FileContract[];
  /** What `gauntlet init` writes when its flags do not say. */
  readonly init: FileInit;
  /** How scenario files are run by `gauntlet test`. */
  readonly scenarios: FileScenarios;
  /** Where data comes in that the project does not control, one entry for each place. */
  readonly boundaries: readonly FileBoundaries[];
  /** What `gauntlet boundaries` asks of these entries. */
  readonly boundary_rules: FileBoundaryRules;
  /** An agent under test, what happens around it, and what it must keep to. */
  readonly agent?: FileAgent | undefined;
}

/** `[explorer]` as written. */
export interface FileExplorer {
  /** Seconds of wall-clock time after which the search stops. */
  readonly max_time: number;
  /** Runs after which the search stops; absent means that only time stops it. */
  readonly max_runs?: number | undefined;
  /** Where every decision comes from; the same seed and code search the same way. */
  readonly seed: number | string;
  /** Which run comes next: by chance, first in first out, by priorities, or all. */
  readonly strategy: "random" | "fifo" | "pct" | "dfs";
  /** The most rule steps in one run. */
  readonly steps_per_run: number;
  /** A run that gives no sign of life for so many seconds is a timeout finding. */
  readonly run_timeout: number;
  /** Megabytes of heap for one worker; a run that needs more is a finding. */
  readonly memory_mb: number;
  /** Attempts to make each cluster of equal failures smaller; 0 keeps them as found. */
  readonly shrink_budget: number;
  /** The longest latency, in virtual milliseconds, that a simulated completion draws. */
  readonly latency_max_ms: number;
  /** Packages that are loaded fresh in each run, because they keep state. */
  readonly inline: readonly string[];
  /** Files whose blocks and branches guide the search; none means all of the project. */
  readonly target_modules: readonly string[];
  /** How many runs that reached something new are kept to go on from. */
  readonly max_checkpoints: number;
  /** How often a run goes on from such a run; adapts to what that brings. */
  readonly checkpoint_prob: number;
  /** Which one it goes on from: by what it promises, any alike, or newer ones more. */
  readonly checkpoint_strategy: "energy" | "uniform" | "recent";
  /** How many blocks in a row make an edge; 1 counts blocks alone. */
  readonly ngram: number;
  /** Runs without anything new after which the search stops; absent means never. */
  readonly patience?: number | undefined;
  /** How often a step switches a fault instead of running a rule. */
  readonly fault_toggle_prob: number;
  /** How many processes search at once; 0 is one for each core. */
  readonly workers: number;
  /** Whether each run leaves out some of the rules and faults. */
  readonly rule_swarm: boolean;
  /** How many faults the search brings together: 2 for pairs, 3 for triples. */
  readonly fault_tuples: number;
  /** Runs spent on bringing faults together; absent means as many as it takes. */
  readonly tuple_runs?: number | undefined;
  /** Seconds spent on bringing faults together; absent means as long as it takes. */
  readonly tuple_time?: number | undefined;
}

/** `[world]` as written. */
export interface FileWorld {
  /** A run that leaves the simulated world is a finding; false only tells of it. */
  readonly strict: boolean;
  /** A run that ends with timers or handles still open is a finding. */
  readonly leaks: boolean;
  /** Variables that runs have besides the fixed ones; `${NAME}` is the host's. */
  readonly env: Readonly<Record<string, string>>;
  /** Scans and replays may use the real files, network and processes. */
  readonly allow_host: boolean;
}

/** `[loader]` as written. */
export interface FileLoader {
  /** What files written with `import` are loaded as; auto asks how they are built. */
  readonly module: "auto" | "commonjs" | "esm";
}

/** One entry of `[[tests]]` as written. */
export interface FileTest {
  /** File or pattern, relative to this file: `tests/*.chaos.ts`, `a.chaos.ts#name`. */
  readonly class: string;
  /** Instead of `[explorer] steps_per_run`. */
  readonly steps_per_run?: number | undefined;
  /** Instead of `[explorer] max_time`. */
  readonly max_time?: number | undefined;
  /** Instead of `[explorer] max_runs`. */
  readonly max_runs?: number | undefined;
  /** Instead of `[explorer] seed`. */
  readonly seed?: number | string | undefined;
  /** Instead of `[explorer] rule_swarm`. */
  readonly swarm?: boolean | undefined;
}

/** `[report]` as written. */
export interface FileReport {
  /** `text` on the screen, `json` in the file named by `output`, or both. */
  readonly format: "text" | "json" | "both";
  /** Where the JSON report is written. */
  readonly output: string;
  /** Also save the original trace of each finding, as it was before shrinking. */
  readonly traces: boolean;
  /** The directory of saved traces. */
  readonly traces_dir: string;
  /** Show progress every second where stderr is no terminal. */
  readonly verbose: boolean;
  /** The directory of decision sequences that reached something new. */
  readonly corpus_dir: string;
}

/** `[fixtures]` as written. */
export interface FileFixtures {
  /** Files whose exports are values for the parameters of the same name, in every scan. */
  readonly registries: readonly string[];
}

/** One entry of `[[scan]]` as written. */
export interface FileScan {
  /** File or pattern to scan, relative to this file: `src/money.ts`, `src/**`. */
  readonly module: string;
  /** Only these: `parsePrice`, `Cart.*`, `src/cart.ts:Cart.add`; none means all. */
  readonly targets: readonly string[];
  /** Also functions whose name begins with `_`. */
  readonly include_private: boolean;
  /** Runs for each function. */
  readonly max_examples: number;
  /** What is told: all, all but what is expected, findings, or supported findings. */
  readonly mode: "evidence" | "coverage_gap" | "candidate" | "real_bug";
  /** What fails with a value for `any` or `unknown` is exploratory, never supported. */
  readonly treat_any_as_weak: boolean;
  /** A failure that does not repeat in a fresh process is exploratory. */
  readonly require_replayable: boolean;
  /** Whether `scan --save` keeps the evidence beside the trace of a finding. */
  readonly proof_bundles: boolean;
  /** Look at more kinds of sinks, and try inputs that an attacker would. */
  readonly security_focus: boolean;
  /** Follow texts into commands before anything runs. */
  readonly shell_injection_check: boolean;
  /** Contracts that are tried on every function whose parameters fit them. */
  readonly auto_contracts: readonly FileContractName[];
  /** Values for parameters by name: `"gpt-4, claude"` or `"test/f.ts#models"`. */
  readonly fixtures: Readonly<Record<string, string>>;
  /** As `[fixtures] registries`, for this entry only; wins over them. */
  readonly fixture_registries: readonly string[];
  /** Try arguments that tests give first. */
  readonly seed_from_tests: boolean;
  /** Try values of fixtures first. */
  readonly seed_from_fixtures: boolean;
  /** Try arguments of `@example` first. */
  readonly seed_from_docstrings: boolean;
  /** Try literals of the function's file first. */
  readonly seed_from_code: boolean;
  /** Try arguments of other calls first. */
  readonly seed_from_call_sites: boolean;
  /** Functions that are meant to throw: what they throw is expected. */
  readonly expected_failures: readonly string[];
  /** Errors that are meant, for all or by function: class or part of the message. */
  readonly expected_preconditions: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Properties whose break is expected, for all or by function. */
  readonly expected_properties: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Relations whose break is expected, for all or by function. */
  readonly expected_relations: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Properties and laws that are meant: what breaks them is `supported`. */
  readonly confirmed_properties: readonly string[] | Readonly<Record<string, readonly string[]>>;
  /** Contracts that are not checked. */
  readonly ignore_contracts: readonly FileContractName[];
  /** Properties that are not checked. */
  readonly ignore_properties: readonly string[];
  /** Relations that are not checked. */
  readonly ignore_relations: readonly string[];
  /** Contracts that are not checked, by function. */
  readonly contract_overrides: Readonly<Record<string, readonly FileContractName[]>>;
  /** Properties that are not checked, by function. */
  readonly property_overrides: Readonly<Record<string, readonly string[]>>;
  /** Relations that are not checked, by function. */
  readonly relation_overrides: Readonly<Record<string, readonly string[]>>;
}

/** One entry of `[[objects]]` as written. */
export interface FileObject {
  /** The class: `Cart`, or `src/cart.ts:Cart` where the name is not enough. */
  readonly target: string;
  /** What makes an instance; it may be async. It is given the state, if any. */
  readonly factory?: string | undefined;
  /** What makes the state that `factory` and the hooks are given. */
  readonly state_factory?: string | undefined;
  /** What is called with each new instance and its state. */
  readonly setup?: string | undefined;
  /** What is called with the instance and its state when a run ends. */
  readonly teardown?: string | undefined;
  /** A new instance for each call, or several calls on the same. */
  readonly harness: "fresh" | "stateful";
  /** What is changed about an instance after `setup`: hooks, names, or tables. */
  readonly scenarios: readonly (string | FileScenario)[];
  /** Only these methods; none means all public ones. */
  readonly methods: readonly string[];
  /** Also methods whose name begins with `_`. */
  readonly include_private: boolean;
}

/** One entry of `[[objects.scenarios]]` as written. */
export interface FileScenario {
  readonly kind: "setattr" | "stub_return" | "stub_raise";
  readonly path: string;
  readonly value?: unknown;
  readonly error?: string | undefined;
}

/** One entry of `[[contracts]]` as written. */
export interface FileContract {
  /** The function or method: `buildEnv`, `src/env.ts:Env.build`. */
  readonly target: string;
  /** What it must keep to. */
  readonly checks: readonly FileContractName[];
  /** Arguments to call it with, by parameter name; others are made. */
  readonly kwargs: Readonly<Record<string, unknown>>;
  /** Text parameters that are followed into commands and paths. */
  readonly tracked_params: readonly string[];
  /** Environment variables that must come through unchanged. */
  readonly protected_keys: readonly string[];
  /** The parameter that takes the environment. */
  readonly env_param?: string | undefined;
  /** The phase of life under test, such as `setup`. */
  readonly phase?: string | undefined;
  /** Phases that must still run when `fault` strikes. */
  readonly followup_phases: readonly string[];
  /** What strikes: `cancel_<phase>` or `raise_<phase>_hook`. */
  readonly fault?: string | undefined;
  /** The method that handles the phase. */
  readonly handler_name?: string | undefined;
}

/** `[init]` as written. */
export interface FileInit {
  /** File or pattern that starter tests are written for; absent means `src/**`. */
  readonly target?: string | undefined;
  /** Where starter tests are written. */
  readonly output_dir: string;
  /** Whether a workflow for GitHub Actions is written. */
  readonly ci: boolean;
  /** The name of that workflow's file, without its ending. */
  readonly ci_name: string;
  /** Whether the skill for coding agents is written to `.claude/skills/gauntlet/`. */
  readonly install_skill: boolean;
  /**
   * `max_examples` of the `[[scan]]` entry that is written; below 200, no run is guided by earlier
   * ones.
   */
  readonly scan_max_examples: number;
}

/** `[scenarios]` as written. */
export interface FileScenarios {
  /** Files or patterns of `gauntlet test` without arguments; empty finds them all. */
  readonly files: readonly string[];
  /** Whether `proc_spawn` and called code start real processes, recorded. */
  readonly proc_backend: "scripted" | "host";
  /** Whether `fs_*` steps use the real files of the project, recorded. */
  readonly fs_backend: "virtual" | "host";
  /** Whether requests go to real servers, recorded. */
  readonly http_backend: "scripted" | "host";
  /** Seconds of virtual time for one scenario; real calls also have so much. */
  readonly timeout?: number | undefined;
  /** Bytes that a real process or server may answer with. */
  readonly output_limit: number;
  /** Simulated allocations beyond so many MiB fail. */
  readonly mem_limit_mb?: number | undefined;
  /** Simulated allocations after so many fail. */
  readonly mem_fail_after?: number | undefined;
  /** Simulated allocations take up to 30 % more, by this seed. */
  readonly mem_fragmentation_seed?: number | undefined;
  /** Simulated allocations are multiplied by these in turn. */
  readonly mem_pressure_wave: readonly number[];
  /** Anything allocated and not freed breaks a scenario, whatever the budget says. */
  readonly fail_on_leak: boolean;
  /** Bytes that may be left at the end of a scenario. */
  readonly leak_budget?: number | undefined;
}

/** One entry of `[[boundaries]]` as written. */
export interface FileBoundaries {
  /** Its name in reports and on the command line. */
  readonly id: string;
  /** What comes in there: the name of a pack, such as `sse`, or a word of your own. */
  readonly kind: string;
  /** Who answers for it. */
  readonly owner?: string | undefined;
  /** The code that takes the data in; none where it has no file of its own. */
  readonly files: readonly string[];
  /** What holds for every legal input. */
  readonly legal_contract?: string | undefined;
  /** What no other input may do. */
  readonly invalid_contract?: string | undefined;
  /** Test files that play legal data to it. */
  readonly legal_tests: readonly string[];
  /** Test files that play invalid data to it. */
  readonly invalid_tests: readonly string[];
  /** How it is tested: bytes, structured, property, simulation. */
  readonly layers: readonly FileBoundaryLayer[];
  /** Which behaviour is tested: bounded or unbounded, invalid or valid. */
  readonly classes: readonly FileBoundaryClass[];
  /** Ids of the scenario catalog that go through it. */
  readonly scenarios: readonly string[];
  /** Files of cases that its tests read, each with its digest. */
  readonly corpora: readonly FileCorpora[];
  /** Rules that it may break for now. */
  readonly waivers: readonly FileWaivers[];
}

/** One entry of `[[boundaries.corpora]]` as written. */
export interface FileCorpora {
  /** A file. */
  readonly path: string;
  /** Its digest. */
  readonly sha256: string;
}

/** One entry of `[[boundaries.waivers]]` as written. */
export interface FileWaivers {
  /** The rule that is excused. */
  readonly rule: string;
  /** Why. */
  readonly reason: string;
  /** The last day on which it is excused. */
  readonly until: string;
}

/** `[boundary_rules]` as written. */
export interface FileBoundaryRules {
  /** Every file of these belongs to a boundary, or the check fails. */
  readonly watch: readonly string[];
  /** Where calls that take in foreign data are looked for. */
  readonly suspects: readonly string[];
  /** Files that are never looked at. */
  readonly ignore: readonly string[];
  /** The scenario catalog. */
  readonly catalog: string;
  /** Findings that were promoted; every campaign plays them first. */
  readonly regressions: string;
  /** The share of cases that must get past the door of a pack. */
  readonly reach_min: number;
  /** The share of seeded faults that a tier must notice. */
  readonly bite_min: number;
  /** Megabytes of campaigns that are kept; the oldest go first. */
  readonly disk_max_mb: number;
}

/** `[agent]` as written. */
export interface FileAgent {
  /** What reports call it. */
  readonly name: string;
  /** How it is asked: over HTTP, by a call, by a process, or as a tool of MCP. */
  readonly type: "http" | "function" | "process" | "mcp";
  /** Its address (`${PORT}` is a free port that `command` is given), or its function. */
  readonly endpoint?: string | undefined;
  /** The method of the request. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Its headers; `${NAME}` is a variable. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parameters of its address. */
  readonly query_params: Readonly<Record<string, string>>;
  /** Its body, as JSON: `{prompt}` stands inside of texts. `{ input = "{prompt}" }`. */
  readonly request_template?: unknown;
  /** Where the answer stands, as JSONPath; found by itself where it is left out. */
  readonly response_path?: string | undefined;
  /** Lines `Key: value` of a prompt fill `{key}` in the template. */
  readonly parse_structured_input: boolean;
  /** Starts the agent, or is asked for each prompt. */
  readonly command?: readonly string[] | undefined;
  /** A process for each prompt, or one that reads and writes lines of JSON. */
  readonly protocol: "arguments" | "lines";
  /** The tool of `mcp`. */
  readonly tool?: string | undefined;
  /** The argument of that tool that takes the prompt. */
  readonly argument: string;
  /** Variables that it is started with. */
  readonly env: Readonly<Record<string, string>>;
  /** What is asked, in the user's words. */
  readonly prompts: readonly string[];
  /** Instead of `[explorer] seed`. */
  readonly seed?: number | string | undefined;
  /** How often each conversation is held. */
  readonly trials: number;
  /** Milliseconds that one answer may take. */
  readonly timeout: number;
  /** Bytes that one answer may have. */
  readonly answer_limit: number;
  /** How often shrinking may ask the agent; 0 keeps failures as found. */
  readonly shrink_budget: number;
  /** Is sent a POST before every conversation. */
  readonly reset_endpoint?: string | undefined;
  /** Is called before every conversation. */
  readonly reset_function?: string | undefined;
  /** A fixed port for the wires, for an agent that Gauntlet does not start. */
  readonly port?: number | undefined;
  /** Variables whose values are secrets, besides those that look like it. */
  readonly secrets: readonly string[];
  /** Who answers what the agent asks of models. */
  readonly upstream: FileUpstream;
  /** Tools that are called over HTTP. */
  readonly tools: readonly FileTool[];
  /** MCP servers that the agent uses. */
  readonly mcp: readonly FileMcp[];
  /** Other agents that this one asks. */
  readonly peers: readonly FilePeer[];
  /** Rules for mutations and chaos; those of the contract where it is left out. */
  readonly invariants: readonly FileInvariant[];
  /** A model that writes changed prompts and grades `rubric`; none is asked where left out. */
  readonly model?: FileModel | undefined;
  /** Which changed prompts are made. */
  readonly mutations: FileMutations;
  /** What goes wrong. */
  readonly chaos?: FileChaos | undefined;
  /** Rules, and the scenarios in which they are judged. */
  readonly contract?: FileAgentContract | undefined;
  /** Conversations that were held before. */
  readonly replays: FileReplays;
  /** How much each phase weighs in the overall score. */
  readonly scoring: FileScoring;
  /** What a certificate says and when one is given. */
  readonly certificate: FileCertificate;
}

/** `[agent.upstream]` as written. */
export interface FileUpstream {
  /**
   * Who answers for models: the real ones, a recording, which answers for tools too, or a script.
   */
  readonly type: "provider" | "cassette" | "scripted";
  /** Where OpenAI's API is, without `/v1`. */
  readonly openai: string;
  /** Where Anthropic's API is, without `/v1`. */
  readonly anthropic: string;
  /** The recording of `cassette`, or the script of `scripted`. */
  readonly file?: string | undefined;
  /**
   * Whether answers of `cassette` fit the same questions in order, or similar ones at any time;
   * strict where it is left out.
   */
  readonly match?: "strict" | "loose" | undefined;
}

/** One entry of `[[agent.tools]]` as written. */
export interface FileTool {
  /** What the model calls it. */
  readonly name: string;
  /** Where it is; `${PORT}` is a free port that `command` is given. */
  readonly url: string;
  /** The variable in which the agent finds its address. */
  readonly env?: string | undefined;
  /** Requests of the agent's process to such addresses are led through the wire. */
  readonly match_url?: string | undefined;
  /** Starts its service, once for all tools with the same command. */
  readonly command?: readonly string[] | undefined;
  /** Calling it twice does something twice. */
  readonly side_effect: boolean;
}

/** One entry of `[[agent.mcp]]` as written. */
export interface FileMcp {
  /** What reports call it. */
  readonly name: string;
  /** Starts a server that speaks on stdio. */
  readonly command?: readonly string[] | undefined;
  /** Where a server is that speaks over HTTP. */
  readonly url?: string | undefined;
  /** The variable in which the agent finds its address. */
  readonly env?: string | undefined;
}

/** One entry of `[[agent.peers]]` as written. */
export interface FilePeer {
  /** What reports call it. */
  readonly name: string;
  /** How it is asked. */
  readonly protocol: "http" | "a2a" | "mcp";
  /** Where it is; `${PORT}` is a free port that `command` is given. */
  readonly url: string;
  /** The variable in which the agent finds its address. */
  readonly env?: string | undefined;
  /** Starts it; without it, it runs already. */
  readonly command?: readonly string[] | undefined;
  /** Is sent a POST before every conversation. */
  readonly reset_endpoint?: string | undefined;
  /** Is called before every conversation. */
  readonly reset_function?: string | undefined;
}

/** One entry of `[[agent.invariants]]` as written. */
export interface FileInvariant {
  /** What reports call it. */
  readonly id?: string | undefined;
  /** What is judged. */
  readonly type:
    | "contains"
    | "contains_any"
    | "regex"
    | "valid_json"
    | "json_schema"
    | "latency"
    | "output_not_empty"
    | "completes"
    | "excludes_pattern"
    | "excludes_pii"
    | "refusal_check"
    | "similarity"
    | "behavior_unchanged"
    | "honours_retry_after"
    | "bounded_retries"
    | "no_duplicate_side_effect"
    | "no_success_after_tool_error"
    | "rejects_unfinished_stream"
    | "budget"
    | "tool_sequence"
    | "tool_arguments"
    | "no_placeholders"
    | "no_system_prompt_leak"
    | "rubric"
    | "canary_not_executed"
    | "function";
  /** Why it matters; for readers of the report. */
  readonly description: string;
  /** How bad it is when it does not hold; one critical fails the whole. */
  readonly severity: "critical" | "high" | "medium" | "low";
  /** Whether it is judged always, or only with certain faults. */
  readonly when:
    | "always"
    | "tool_faults_active"
    | "llm_faults_active"
    | "context_attacks_active"
    | "any_chaos_active"
    | "no_chaos";
  /** The opposite must hold. */
  readonly negate: boolean;
  /** Prompts that are asked for this rule only. */
  readonly probes: readonly string[];
  /** What `contains` looks for. */
  readonly value?: string | undefined;
  /** One of which `contains_any` looks for. */
  readonly values?: readonly string[] | undefined;
  /** What `regex` looks for; `.` matches line ends too. */
  readonly pattern?: string | undefined;
  /** What `excludes_pattern` must not find. */
  readonly patterns?: readonly string[] | undefined;
  /** The most of `latency`. */
  readonly max_ms?: number | undefined;
  /** How near `similarity` asks for; 0.8 where it is left out. */
  readonly threshold?: number | undefined;
  /** How near `behavior_unchanged` asks for; 0.75 where left out. */
  readonly similarity_threshold?: number | undefined;
  /** What `behavior_unchanged` compares with; `auto` is the answer without chaos. */
  readonly baseline?: string | undefined;
  /** What `similarity` compares with. */
  readonly expected?: string | undefined;
  /** The JSON Schema of `json_schema` and `tool_arguments`. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** The tools it is about. */
  readonly tools?: readonly string[] | undefined;
  /** The tool that `tool_arguments` is about; all where left out. */
  readonly tool?: string | undefined;
  /** The argument of `tool` that must come from an answer; `a.b` is a key within. */
  readonly argument?: string | undefined;
  /** The tool whose answer must have had the value before. */
  readonly from?: string | undefined;
  /** Words that claim success; built-in ones where it is left out. */
  readonly success?: readonly string[] | undefined;
  /** How much too early `honours_retry_after` lets pass; 50. */
  readonly tolerance_ms?: number | undefined;
  /** The most of `bounded_retries`. */
  readonly max?: number | undefined;
  /** The most tokens of `budget`. */
  readonly tokens?: number | undefined;
  /** The most questions to a model of `budget`. */
  readonly steps?: number | undefined;
  /** The most that `budget` lets it cost. */
  readonly cost?: number | undefined;
  /** The price of a million tokens that the model reads. */
  readonly input_price?: number | undefined;
  /** The price of a million tokens that the model writes. */
  readonly output_price?: number | undefined;
  /** `tool_sequence` allows no other tool between. */
  readonly exact?: boolean | undefined;
  /** What shows that the task was done, for `canary_not_executed`. */
  readonly task?: string | undefined;
  /** The function of `function`; it is given the conversation. */
  readonly module?: string | undefined;
  /** What the model of `[agent.model]` grades an answer by. */
  readonly rubric?: string | undefined;
  /** How often `rubric` has an answer graded; the majority counts; 1. */
  readonly asks?: number | undefined;
  /** Answers for which the `rubric` holds, to see how far the model agrees. */
  readonly good_answers?: readonly string[] | undefined;
  /** Answers for which the `rubric` does not hold, for the same. */
  readonly bad_answers?: readonly string[] | undefined;
}

/** `[agent.model]` as written. */
export interface FileModel {
  /** The model. */
  readonly name: string;
  /** Any address that speaks as OpenAI does, with `/v1`. */
  readonly base_url: string;
  /** The variable that holds the key, as `${NAME}`; never the key itself. */
  readonly api_key?: string | undefined;
  /** How freely it writes. */
  readonly temperature: number;
  /** Where its answers are kept, to be committed; each is asked for once. */
  readonly cache: string;
}

/** `[agent.mutations]` as written. */
export interface FileMutations {
  /** How many changed prompts are made of each prompt; 0 makes none. */
  readonly count: number;
  /** Which kinds are made. */
  readonly types: readonly FileMutation[];
  /** How much a kind weighs in the score, where it differs from the built-in weight. */
  readonly weights: Readonly<Partial<Record<FileMutation, number>>>;
  /** Texts with `{prompt}` inside, by name, for the kind `custom`. */
  readonly custom_templates: Readonly<Record<string, string>>;
  /** A function that makes changed prompts, for the kind `custom`. */
  readonly custom?: string | undefined;
  /** Where the changed prompts are kept, so that all runs ask the same. */
  readonly lockfile?: string | undefined;
}

/** `[agent.chaos]` as written. */
export interface FileChaos {
  /**
   * A list of faults by name: api_outage, degraded_llm, hostile_tools, high_latency,
   * cascading_failure, indirect_injection, model_version_drift, or one of your own.
   */
  readonly profile?: string | undefined;
  /** What goes wrong with tools. */
  readonly tool_faults: readonly FileToolFault[];
  /** What goes wrong with models. */
  readonly llm_faults: readonly FileLlmFault[];
  /** What is slipped into what the agent reads. */
  readonly context_attacks: readonly FileContextAttack[];
  /** Your own profiles: `[agent.chaos.profiles.NAME]` with lists of faults. */
  readonly profiles: Readonly<Record<string, FileFaults>>;
}

/** One entry of `[[agent.chaos.tool_faults]]` as written. */
export interface FileToolFault {
  /** The tool, or `*` for every tool and agent that is asked. */
  readonly tool: string;
  /** What goes wrong. */
  readonly mode:
    | "timeout"
    | "error"
    | "malformed"
    | "slow"
    | "malicious_response"
    | "empty"
    | "stale"
    | "wrong_entity"
    | "oversize"
    | "wrong_values"
    | "list_drift"
    | "poisoned_description";
  /** Only tools at such an address; `*` matches anything. */
  readonly match_url?: string | undefined;
  /** How long `timeout` and `slow` take. */
  readonly delay_ms?: number | undefined;
  /** The status of `error`; 503 where it is left out. Below 0 a code of JSON-RPC. */
  readonly error_code?: number | undefined;
  /** What the error says. */
  readonly message?: string | undefined;
  /** Seconds that the agent is told to wait. */
  readonly retry_after?: number | undefined;
  /** How that is written: seconds, a date, milliseconds, or not at all. */
  readonly retry_after_form?: "seconds" | "date" | "ms" | "none" | undefined;
  /** What `malicious_response` and `poisoned_description` say. */
  readonly payload?: string | undefined;
  /** How large `oversize` is; 1 MiB where it is left out. */
  readonly bytes?: number | undefined;
  /** What reports call it. */
  readonly id?: string | undefined;
  /** Only for the calls of this agent. */
  readonly agent?: string | undefined;
  /** Strikes once, as often as clients retry, or always. */
  readonly preset?: "transient" | "exhaust-retries" | "persistent" | undefined;
  /** How likely it strikes a call. */
  readonly probability?: number | undefined;
  /** So many calls are let through first. */
  readonly after_calls?: number | undefined;
  /** Strikes only these calls; the first one is 1. */
  readonly on?: number | readonly number[] | undefined;
  /** Strikes every so many-th call. */
  readonly every?: number | undefined;
  /** Once it strikes, it strikes so many calls in a row. */
  readonly burst?: number | undefined;
  /** Strikes so often at most. */
  readonly times?: number | undefined;
  /** Strikes only in this turn of the conversation. */
  readonly turn?: number | undefined;
}

/** One entry of `[[agent.chaos.llm_faults]]` as written. */
export interface FileLlmFault {
  /** What goes wrong. */
  readonly mode:
    | "timeout"
    | "truncated_response"
    | "rate_limit"
    | "empty"
    | "garbage"
    | "overloaded"
    | "server_error"
    | "connection_reset"
    | "html_answer"
    | "cut_body"
    | "no_choices"
    | "stream_cut"
    | "stream_reset"
    | "stream_hang"
    | "stream_error"
    | "slow_first_token"
    | "slow_tokens"
    | "malformed_sse"
    | "context_length"
    | "bad_tool_arguments"
    | "response_drift";
  /** How long it takes, where the fault is about time. */
  readonly delay_ms?: number | undefined;
  /** How many words `truncated_response` leaves; 10 where it is left out. */
  readonly max_tokens?: number | undefined;
  /** After how many pieces of a stream it strikes; 1 where it is left out. */
  readonly after_chunks?: number | undefined;
  /** Seconds that the agent is told to wait. */
  readonly retry_after?: number | undefined;
  /** How that is written: seconds, a date, milliseconds, or not at all. */
  readonly retry_after_form?: "seconds" | "date" | "ms" | "none" | undefined;
  /** What the error says. */
  readonly message?: string | undefined;
  /** How the answer of `response_drift` differs. */
  readonly drift_type?:
    | "json_field_rename"
    | "verbosity_shift"
    | "format_change"
    | "refusal_rephrase"
    | "tone_shift"
    | undefined;
  /** How much it differs. */
  readonly severity?: "subtle" | "moderate" | "significant" | undefined;
  /** Whether `verbosity_shift` makes it longer or shorter. */
  readonly direction?: "expand" | "compress" | undefined;
  /** By how much `verbosity_shift` does so. */
  readonly factor?: number | undefined;
  /** What reports call it. */
  readonly id?: string | undefined;
  /** Only for the calls of this agent. */
  readonly agent?: string | undefined;
  /** Strikes once, as often as clients retry, or always. */
  readonly preset?: "transient" | "exhaust-retries" | "persistent" | undefined;
  /** How likely it strikes a call. */
  readonly probability?: number | undefined;
  /** So many calls are let through first. */
  readonly after_calls?: number | undefined;
  /** Strikes only these calls; the first one is 1. */
  readonly on?: number | readonly number[] | undefined;
  /** Strikes every so many-th call. */
  readonly every?: number | undefined;
  /** Once it strikes, it strikes so many calls in a row. */
  readonly burst?: number | undefined;
  /** Strikes so often at most. */
  readonly times?: number | undefined;
  /** Strikes only in this turn of the conversation. */
  readonly turn?: number | undefined;
}

/** One entry of `[[agent.chaos.context_attacks]]` as written. */
export interface FileContextAttack {
  /** What is slipped in. */
  readonly type:
    | "indirect_injection"
    | "memory_poisoning"
    | "overflow"
    | "conflicting_context"
    | "injection_via_context"
    | "system_prompt_leak_probe";
  /** What it says; as `payloads`. */
  readonly payload?: string | undefined;
  /** One of these is drawn; built-in ones where there are none. */
  readonly payloads: readonly string[];
  /** How many tokens `overflow` adds; 4000 where it is left out. */
  readonly inject_tokens?: number | undefined;
  /** Where `memory_poisoning` puts it. */
  readonly strategy?: "prepend" | "append" | "replace" | undefined;
  /** Only in the result of this tool. */
  readonly tool?: string | undefined;
  /** What reports call it. */
  readonly id?: string | undefined;
  /** Only for the calls of this agent. */
  readonly agent?: string | undefined;
  /** Strikes once, as often as clients retry, or always. */
  readonly preset?: "transient" | "exhaust-retries" | "persistent" | undefined;
  /** How likely it strikes a call. */
  readonly probability?: number | undefined;
  /** So many calls are let through first. */
  readonly after_calls?: number | undefined;
  /** Strikes only these calls; the first one is 1. */
  readonly on?: number | readonly number[] | undefined;
  /** Strikes every so many-th call. */
  readonly every?: number | undefined;
  /** Once it strikes, it strikes so many calls in a row. */
  readonly burst?: number | undefined;
  /** Strikes so often at most. */
  readonly times?: number | undefined;
  /** Strikes only in this turn of the conversation. */
  readonly turn?: number | undefined;
}

/** `[agent.chaos.profiles]` as written. */
export interface FileFaults {
  /** What goes wrong with tools. */
  readonly tool_faults: readonly FileToolFault[];
  /** What goes wrong with models. */
  readonly llm_faults: readonly FileLlmFault[];
  /** What is slipped into what the agent reads. */
  readonly context_attacks: readonly FileContextAttack[];
}

/** `[agent.contract]` as written. */
export interface FileAgentContract {
  /** A file that holds the contract, instead of the keys below. */
  readonly file?: string | undefined;
  /** What reports call it; sessions name it. */
  readonly name?: string | undefined;
  /** What it promises. */
  readonly description: string;
  /** The rules. */
  readonly invariants: readonly FileInvariant[];
  /** The scenarios in which each rule is judged. */
  readonly chaos_matrix: readonly FileAgentScenario[];
}

/** One entry of `[[agent.contract.chaos_matrix]]` as written. */
export interface FileAgentScenario {
  /** What reports call it. */
  readonly name: string;
  /** Prompts of this scenario; those of the agent where it is left out. */
  readonly prompts?: readonly string[] | undefined;
  /** What goes wrong with tools. */
  readonly tool_faults: readonly FileToolFault[];
  /** What goes wrong with models. */
  readonly llm_faults: readonly FileLlmFault[];
  /** What is slipped into what the agent reads. */
  readonly context_attacks: readonly FileContextAttack[];
}

/** `[agent.replays]` as written. */
export interface FileReplays {
  /** Conversations that were held before, by file or written here. */
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
  /** Where sessions are fetched from. */
  readonly sources: readonly FileReplaySource[];
}

/** One entry of `[[agent.replays.sources]]` as written. */
export interface FileReplaySource {
  /** A project of LangSmith, or one run of it. */
  readonly type: "langsmith" | "langsmith_run";
  /** The project. */
  readonly project?: string | undefined;
  /** The run. */
  readonly run_id?: string | undefined;
  /** Which runs of the project are fetched. */
  readonly filter?: FileReplayFilter | undefined;
  /** Fetches them with every run. */
  readonly auto_import: boolean;
}

/** `[agent.replays.sources.filter]` as written. */
export interface FileReplayFilter {
  /** Runs that failed, that warned, or all. */
  readonly status: "error" | "warning" | "all";
  /** Only runs of this time, such as `last_7_days`. */
  readonly date_range?: string | undefined;
  /** Only runs that took so long. */
  readonly min_latency_ms?: number | undefined;
}

/** `[agent.scoring]` as written. */
export interface FileScoring {
  /** How much mutation robustness weighs; the four sum to 1. */
  readonly mutation: number;
  /** How much chaos resilience weighs; the four sum to 1. */
  readonly chaos: number;
  /** How much contract compliance weighs; the four sum to 1. */
  readonly contract: number;
  /** How much replay regression weighs; the four sum to 1. */
  readonly replay: number;
  /** The score that each phase and the whole must reach. */
  readonly minimum: number;
}

/** `[agent.certificate]` as written. */
export interface FileCertificate {
  /** Who tested; stands on the certificate. */
  readonly tester_name: string;
  /** The overall score that a certificate asks for. */
  readonly pass_threshold: number;
  /** Which views are written; the signed JSON always is. */
  readonly output_format: "json" | "html" | "pdf" | "all";
  /** Where it goes, without an ending. */
  readonly output: string;
  /** The private key, PEM; made on first use. */
  readonly key: string;
  /** After how many days it no longer verifies. */
  readonly expires_days: number;
}

/** One of these names. */
export type FileContractName =
  | "shell_safe"
  | "shell_injection"
  | "quoted_paths"
  | "command_arg_stability"
  | "subprocess_argv"
  | "argv_injection"
  | "protected_env_keys"
  | "json_roundtrip"
  | "http_shape"
  | "cleanup_attempts_all"
  | "teardown_attempts_all"
  | "setup_failure_triggers_teardown"
  | "rollout_cancellation_triggers_cleanup"
  | "all_cleanup_handlers_attempted"
  | "all_teardown_handlers_attempted"
  | "cleanup_after_setup_failure"
  | "cleanup_after_cancellation"
  | "lifecycle_attempts_all"
  | "lifecycle_followup"
  | "path_traversal"
  | "fs_write"
  | "symlink_escape"
  | "ssrf"
  | "import_injection"
  | "deserialization"
  | "ipc_injection"
  | "config_mutation"
  | "sql_injection"
  | "prototype_pollution"
  | "regex_injection"
  | "shell_path_safety"
  | "shell_injection_check"
  | "protected_env_vars"
  | "cleanup_teardown"
  | "cancellation_safety"
  | "json_tool_call_normalization";

/** One of these names. */
export type FileBoundaryLayer = "bytes" | "structured" | "property" | "simulation";

/** One of these names. */
export type FileBoundaryClass =
  | "bounded invalid"
  | "unbounded invalid"
  | "bounded valid"
  | "unbounded valid";

/** One of these names. */
export type FileMutation =
  | "paraphrase"
  | "noise"
  | "tone_shift"
  | "prompt_injection"
  | "encoding_attacks"
  | "context_manipulation"
  | "length_extremes"
  | "custom"
  | "multi_turn_attack"
  | "advanced_jailbreak"
  | "semantic_similarity_attack"
  | "format_poisoning"
  | "language_mixing"
  | "token_manipulation"
  | "temporal_attack"
  | "http_header_injection"
  | "payload_size_attack"
  | "content_type_confusion"
  | "query_parameter_poisoning"
  | "request_method_attack"
  | "protocol_level_attack"
  | "resource_exhaustion"
  | "concurrent_request_pattern"
  | "timeout_manipulation";

/** What a project without a config file has. */
export const fileDefaults: FileConfig = {
  explorer: {
    max_time: 60,
    seed: 42,
    strategy: "random",
    steps_per_run: 50,
    run_timeout: 5,
    memory_mb: 512,
    shrink_budget: 500,
    latency_max_ms: 20,
    inline: [],
    target_modules: [],
    max_checkpoints: 256,
    checkpoint_prob: 0.4,
    checkpoint_strategy: "energy",
    ngram: 2,
    fault_toggle_prob: 0.3,
    workers: 1,
    rule_swarm: false,
    fault_tuples: 2,
  },
  world: {
    strict: true,
    leaks: false,
    env: {},
    allow_host: false,
  },
  loader: {
    module: "auto",
  },
  tests: [],
  report: {
    format: "text",
    output: ".gauntlet/report.json",
    traces: false,
    traces_dir: ".gauntlet/traces",
    verbose: false,
    corpus_dir: ".gauntlet/corpus",
  },
  fixtures: {
    registries: [],
  },
  scan: [],
  objects: [],
  contracts: [],
  init: {
    output_dir: "tests",
    ci: false,
    ci_name: "gauntlet",
    install_skill: false,
    scan_max_examples: 500,
  },
  scenarios: {
    files: [],
    proc_backend: "scripted",
    fs_backend: "virtual",
    http_backend: "scripted",
    output_limit: 8_388_608,
    mem_pressure_wave: [],
    fail_on_leak: false,
  },
  boundaries: [],
  boundary_rules: {
    watch: [],
    suspects: ["src/**"],
    ignore: ["**/*.test.ts", "**/*.spec.ts"],
    catalog: "boundary-scenarios.json",
    regressions: "boundary-regressions.jsonl",
    reach_min: 0.5,
    bite_min: 1,
    disk_max_mb: 64,
  },
};

/** What a table that is empty has. */
export const scanDefaults: Omit<FileScan, "module"> = {
  targets: [],
  include_private: false,
  max_examples: 1_000,
  mode: "evidence",
  treat_any_as_weak: true,
  require_replayable: true,
  proof_bundles: true,
  security_focus: false,
  shell_injection_check: false,
  auto_contracts: [],
  fixtures: {},
  fixture_registries: [],
  seed_from_tests: true,
  seed_from_fixtures: true,
  seed_from_docstrings: true,
  seed_from_code: true,
  seed_from_call_sites: true,
  expected_failures: [],
  expected_preconditions: [],
  expected_properties: [],
  expected_relations: [],
  confirmed_properties: [],
  ignore_contracts: [],
  ignore_properties: [],
  ignore_relations: [],
  contract_overrides: {},
  property_overrides: {},
  relation_overrides: {},
};

/** What a table that is empty has. */
export const agentDefaults: Omit<FileAgent, "prompts"> = {
  name: "agent",
  type: "http",
  method: "POST",
  headers: {},
  query_params: {},
  parse_structured_input: true,
  protocol: "arguments",
  argument: "prompt",
  env: {},
  trials: 1,
  timeout: 30_000,
  answer_limit: 1_048_576,
  shrink_budget: 60,
  secrets: [],
  upstream: {
    type: "provider",
    openai: "https://api.openai.com",
    anthropic: "https://api.anthropic.com",
  },
  tools: [],
  mcp: [],
  peers: [],
  invariants: [],
  mutations: {
    count: 10,
    types: [
      "paraphrase",
      "noise",
      "tone_shift",
      "prompt_injection",
      "encoding_attacks",
      "context_manipulation",
      "length_extremes",
    ],
    weights: {},
    custom_templates: {},
  },
  replays: {
    sessions: [],
    sources: [],
  },
  scoring: {
    mutation: 0.2,
    chaos: 0.35,
    contract: 0.35,
    replay: 0.1,
    minimum: 0,
  },
  certificate: {
    tester_name: "",
    pass_threshold: 0.8,
    output_format: "all",
    output: ".gauntlet/certificate",
    key: ".gauntlet-keys/certificate-key.pem",
    expires_days: 90,
  },
};
