import { throwProblems } from "../../../kernel/errors/config-error.ts";
import { dataOf } from "../../../config/syntax/config-node.ts";
import { type ConfigProblem, placeProblems } from "../../../config/config-problem.ts";
import { configBytesMax } from "../../../config/syntax/config-text.ts";
import { parseYamlText } from "../../../config/syntax/yaml-text.ts";
import { importAgent, importModel, importMutations } from "./flakestorm-agent.ts";
import { importFaults } from "./flakestorm-faults.ts";
import { importCertificate, importReplays, importScoring } from "./flakestorm-phases.ts";
import { importContract, importInvariants } from "./flakestorm-rules.ts";
import { filled, type ImportWarning, isAddress, Section } from "./flakestorm-section.ts";
import { isTable, type Table } from "../plain-table.ts";

/** A config of flakestorm as one of ours. */
export interface ImportedConfig {
  /** The text of a `gauntlet.toml`. */
  readonly toml: string;
  readonly warnings: readonly ImportWarning[];
}

/**
 * Turns a `flakestorm.yaml` of version 1.0 or 2.0 into a config of ours. Whatever did nothing there
 * without a word, means something else here, or has no counterpart is a warning.
 */
export async function importFlakestorm(text: string, shown: string): Promise<ImportedConfig> {
  const warnings: ImportWarning[] = [];
  const root = new Section(await read(text, shown), "", warnings);
  const agent = root.section("agent") ?? new Section({}, "agent", warnings);
  const agentUrl = agent.text("endpoint") ?? "";
  const prompts = root.texts("golden_prompts") ?? [];
  const invariants = importInvariants(root.sections("invariants"), { isContract: false });
  const reach = importAgent(agent);
  const table = {
    ...reach,
    prompts,
    ...importAdvanced(root),
    invariants: invariants.length === 0 ? undefined : invariants,
    model: apply(root.section("model"), importModel),
    mutations: apply(root.section("mutations"), (one) =>
      importMutations(one, { promptsCount: prompts.length, isHttp: reach["type"] === undefined }),
    ),
    chaos: importChaos(root, agentUrl),
    contract: importContract(root, { agentUrl, invariants }),
    replays: apply(root.section("replays"), importReplays),
    scoring: apply(root.section("scoring"), importScoring),
    certificate: apply(root.section("certificate"), importCertificate),
  };
  tellOfOutput(root);
  root.take("version");
  root.done();
  const { stringify } = await import("smol-toml");
  const toml = stringify({ agent: filled(table) });
  return { toml: `# From ${oneLine(shown)}, a config of flakestorm.\n\n${toml}`, warnings };
}

// --- inside ---

async function read(text: string, shown: string): Promise<Table> {
  const source = { file: shown, shown, text };
  if (Buffer.byteLength(text) > configBytesMax) {
    const limit = configBytesMax.toLocaleString("en-US");
    throwProblems([
      { code: "A068", what: `the config is longer than ${limit} bytes`, where: shown },
    ]);
  }
  const parsed = await parseYamlText(text);
  const root = await parsed.nodes();
  const unread = parsed.problems.map((problem) => ({ ...problem, code: "A068" }));
  throwProblems(placeProblems(unread, source, root));
  const data = root === undefined ? undefined : dataOf(root);
  throwProblems(placeProblems(shapeProblems(data), source, root));
  return data as Table;
}

/** Without these nothing can be asked of anyone. */
function shapeProblems(data: unknown): readonly ConfigProblem[] {
  const problem = (path: readonly string[], what: string, help?: string): ConfigProblem => ({
    code: "A069",
    what,
    at: { path, part: "value" },
    help,
  });
  if (!isTable(data)) return [problem([], "a config of flakestorm is a table")];
  const { version = "1.0", agent, golden_prompts: prompts } = data;
  const problems: ConfigProblem[] = [];
  if (!["1.0", "2.0", "1", "2", 1, 2].some((one) => one === version)) {
    const what = "`version` must be 1.0 or 2.0";
    problems.push(problem(["version"], what, "tell us of the version that this file has"));
  }
  const endpoint = isTable(agent) ? agent["endpoint"] : undefined;
  if (typeof endpoint !== "string" || endpoint === "") {
    problems.push(problem(["agent", "endpoint"], "`agent.endpoint` must say where the agent is"));
  }
  const type = isTable(agent) ? agent["type"] : undefined;
  const isPython = type === "python" || type === "langchain";
  if (typeof endpoint === "string" && endpoint !== "" && !isPython && !isAddress(endpoint)) {
    const what = "`agent.endpoint` must be an address that begins with http:// or https://";
    problems.push(problem(["agent", "endpoint"], what));
  }
  const isAsked = Array.isArray(prompts) && prompts.length > 0 && prompts.every(isPrompt);
  if (!isAsked) {
    const what = "`golden_prompts` must be a list of at least one prompt";
    problems.push(problem(["golden_prompts"], what));
  }
  return problems;
}

function isPrompt(prompt: unknown): boolean {
  return typeof prompt === "string" && prompt !== "";
}

function apply<Result>(
  section: Section | undefined,
  make: (section: Section) => Result,
): Result | undefined {
  return section === undefined ? undefined : make(section);
}

function importChaos(root: Section, agentUrl: string): Table | undefined {
  const section = root.section("chaos");
  if (section === undefined) return undefined;
  const faults = importFaults(section, agentUrl);
  section.done();
  root.warn(
    "chaos",
    "was applied even without `--chaos`, also to mutations and replays, and hid the faults of " +
      "contract scenarios; now it is applied only in the chaos phase",
  );
  return Object.keys(faults).length === 0 ? undefined : faults;
}

function importAdvanced(root: Section): Table {
  const section = root.section("advanced");
  if (section === undefined) return {};
  const seed = section.whole("seed", { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (seed !== undefined) {
    section.warn("seed", "did not make a run repeat there; now the same seed gives the same run");
  }
  for (const key of ["concurrency", "retries"]) {
    if (section.take(key) !== undefined) section.warn(key, "is left out: it was not used there");
  }
  section.done();
  return { seed };
}

function tellOfOutput(root: Section): void {
  const section = root.section("output");
  if (section === undefined) return;
  for (const key of ["format", "filename_template"]) {
    if (section.take(key) !== undefined) section.warn(key, "is left out: it was not used there");
  }
  if (section.take("path") !== undefined) {
    section.warn("path", "is left out: where a report goes is said on the command line");
  }
  section.done();
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{C}+/gu, " ");
}
