import { dirname } from "node:path";
import { throwProblems } from "../../kernel/errors/config-error.ts";
import type { AgentContract } from "./agent-config.ts";
import { contractBody, type FileContractBody } from "./agent-contract-shape.ts";
import { buildAgentContract } from "./build-agent-contract.ts";
import type { ConfigPath } from "../syntax/config-node.ts";
import { placeProblems } from "../config-problem.ts";
import { readConfigText } from "../syntax/config-text.ts";
import { configWords } from "../config-words.ts";
import { keysOf } from "../file-schema.ts";
import { explainIssues, type IssueWords } from "../explain-issues.ts";
import { guardData } from "../scan/guard-data.ts";
import { parseConfig } from "../syntax/parse-config.ts";
import { pathRules } from "../path-rules.ts";
import type { Zod } from "../schema-values.ts";

/**
 * Reads a contract that has a file of its own: YAML, JSON or TOML with the keys of
 * `[agent.contract]`. Throws one `ConfigError` with all problems.
 */
export async function readContractFile(place: {
  readonly file: string;
  /** Its path in messages. */
  readonly shown: string;
  /** Nothing outside of it is read. */
  readonly root: string;
}): Promise<AgentContract> {
  const { file, shown, root } = place;
  const directory = dirname(file);
  const source = await readConfigText({ file, shown }, "contract");
  const parsed = await parseConfig(source);
  throwProblems(placeProblems(parsed.problems, source, undefined), "contract");
  const guarded = guardData(parsed.data);
  const { z } = await import("zod");
  const rules = pathRules({ root, directory });
  const result = contractBody(z, rules).safeParse(guarded.data);
  if (!result.success || guarded.problems.length > 0) {
    const nodes = await parsed.nodes();
    const issues = result.success ? [] : result.error.issues;
    const words = contractWords(z, root);
    const explained = explainIssues(issues, words, { text: source.text, root: nodes });
    throwProblems(placeProblems([...guarded.problems, ...explained], source, nodes), "contract");
  }
  return buildAgentContract(result.data as FileContractBody, directory);
}

// --- inside ---

function contractWords(zod: Zod, root: string): IssueWords {
  const rules = pathRules({ root, directory: root });
  const keys = () => keysOf(zod, contractBody(zod, rules));
  return { ...configWords(keys), nameOf };
}

function nameOf(path: ConfigPath): string {
  if (path.length === 0) return "the contract";
  const parts = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`));
  return `\`${parts.join("").replace(/^\./u, "")}\``;
}
