import {
  type MutationType,
  mutationWeights,
  wireMutations,
} from "../../../kernel/agent/mutation.ts";
import { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { filled, type Section } from "./flakestorm-section.ts";
import type { Table } from "../plain-table.ts";
import { pythonCommand } from "./python-command.ts";

/** How the agent is reached, as it is written here. */
export function importAgent(section: Section): Table {
  const endpoint = section.text("endpoint") ?? "";
  const type = section.word("type", ["http", "python", "langchain"]) ?? "http";
  const timeout = section.whole("timeout", { min: 1, max: 3_600_000 });
  const method = section.word("method", ["GET", "POST", "PUT", "PATCH", "DELETE"]);
  const parses = section.flag("parse_structured_input");
  const http = {
    method: method === "POST" ? undefined : method,
    headers: withoutKeys(section, "headers"),
    query_params: withoutKeys(section, "query_params"),
    request_template: template(section, method),
    response_path: responsePath(section),
    parse_structured_input: parses === false ? false : undefined,
  };
  const reset = resetOf(section);
  section.done();
  if (type === "http") return filled({ endpoint, ...http, timeout, ...reset });
  section.warn(
    "type",
    `\`${type}\` agents are Python: each prompt starts \`python3\` here, which calls ` +
      `\`${endpoint}\` and prints its answer; for one that keeps state, or to see its calls of ` +
      "models and tools from its beginning, put it behind HTTP and use `endpoint`",
  );
  return filled({ type: "process", command: pythonCommand(endpoint, type), timeout, ...reset });
}

/** The model that writes mutations. */
export function importModel(section: Section): Table | undefined {
  const provider = section.word("provider", ["ollama", "openai", "anthropic", "google"]);
  const name = section.name("name") || "qwen3:8b";
  const temperature = section.number("temperature", { min: 0, max: 2 });
  const key = section.text("api_key");
  const url = section.address("base_url");
  section.done();
  if (provider === "anthropic" || provider === "google") {
    section.warn(
      "provider",
      `is left out: models are asked as OpenAI's are, so \`${provider}\` needs an address that ` +
        "speaks so; mutations need no model here",
    );
    return undefined;
  }
  if (provider === "openai" && url === undefined) {
    section.warn("provider", "without `base_url` it asked `localhost:11434` instead of OpenAI");
  }
  const isNamed = key !== undefined && /^\$\{\w+\}$/u.test(key);
  if (key !== undefined && !isNamed) {
    section.warn("api_key", "is left out: a key does not belong into a file; write `${NAME}`");
  }
  section.warn("", "was needed for every mutation there; here it only adds to those without one");
  return filled({
    name,
    base_url: baseUrl(url, provider),
    api_key: isNamed ? key : undefined,
    temperature,
  });
}

/** Which changed prompts are made. */
export function importMutations(
  section: Section,
  { promptsCount, isHttp }: { readonly promptsCount: number; readonly isHttp: boolean },
): Table {
  const names = Object.keys(mutationWeights) as MutationType[];
  const count = section.whole("count", { min: 0, max: 100_000 });
  if ((count ?? 10) * promptsCount > oldCountMax) {
    section.warn("count", `at most ${oldCountMax} in all were made there; now there is no limit`);
  }
  const types = importTypes(section, { names, isHttp });
  const weights = section.section("weights");
  const taken = weights === undefined ? undefined : weightsOf(weights, names);
  const templates = section.map("custom_templates");
  const usable = Object.entries(templates ?? {}).filter(([name, text]) => {
    if (text.includes("{prompt}")) return true;
    section.warn(`custom_templates.${name}`, "is left out: it has no `{prompt}`");
    return false;
  });
  section.done();
  if (templates !== undefined) {
    section.warn("custom_templates", "were never used there; now `custom` makes prompts of them");
  }
  const isMissing = usable.length === 0 && types?.includes("custom") === true;
  if (isMissing) section.warn("types", "`custom` is left out: there are no templates for it");
  const left = isMissing ? types.filter((type) => type !== "custom") : types;
  const unused = usable.length > 0 && left !== undefined && !left.includes("custom");
  return filled({
    count,
    types: unused ? [...left, "custom"] : left?.length === 0 ? undefined : left,
    weights: taken,
    custom_templates: usable.length === 0 ? undefined : Object.fromEntries(usable),
  });
}

// --- inside ---

const oldCountMax = 200;

function importTypes(
  section: Section,
  { names, isHttp }: { readonly names: readonly MutationType[]; readonly isHttp: boolean },
): readonly MutationType[] | undefined {
  return section.texts("types")?.flatMap((type, index) => {
    const found = names.find((name) => name === type);
    if (found === undefined) section.warn(`types[${index}]`, `\`${type}\` is not known; left out`);
    if (found === undefined || isHttp || !wireMutations.has(found)) return found ?? [];
    section.warn(
      `types[${index}]`,
      `\`${type}\` is left out: it changes an HTTP request, and this agent is sent none`,
    );
    return [];
  });
}

const keyShapes = new SecretMask();
const secretNames =
  /^(?:proxy-)?authorization$|^cookie$|api[-_]?key|^x-(?:\w+-)*(?:token|secret|key)$|^key$/iu;

function withoutKeys(section: Section, key: string): Table | undefined {
  const map = section.map(key);
  if (map === undefined) return undefined;
  const entries = Object.entries(map).map(([name, value]): [string, string] => {
    const isNamed = /\$\{\w+\}/u.test(value);
    const isKey = keyShapes.text(value) !== value || (!isNamed && secretNames.test(name));
    if (!isKey) return [name, value];
    const variable = `AGENT_${name.toUpperCase().replaceAll(/\W+/gu, "_")}`;
    section.warn(`${key}.${name}`, `holds a key; set it in the environment as \`${variable}\``);
    return [name, `\${${variable}}`];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** A template was a text with holes; here it is JSON, so that a prompt can hold anything. */
function template(section: Section, method: string | undefined): string | undefined {
  const text = section.text("request_template");
  if (text === undefined || text.trim() === "") return undefined;
  const query = method === "GET" ? queryTemplate(text.trim()) : undefined;
  if (query !== undefined) return query;
  const quoted = text.replaceAll(/(?<!["\w])\{(\w+)\}(?!["\w])/gu, '"{$1}"');
  const found = [text, quoted].find(isTemplate);
  if (found !== undefined && keyShapes.text(found) !== found) {
    section.warn("request_template", "is left out: it holds a key; send it in a header");
    return undefined;
  }
  if (found === undefined) {
    section.warn("request_template", "is left out: it is not JSON with `{prompt}` in its texts");
    return undefined;
  }
  section.warn(
    "request_template",
    "was filled without escaping, so a quote in a prompt broke the body; now it cannot",
  );
  return found;
}

/** Of an agent that is asked by GET, the template may be its parameters: `q={prompt}`. */
function queryTemplate(text: string): string | undefined {
  if (!/^\??[\w.-]+=\S*\{\w+\}/u.test(text)) return undefined;
  const fields = Object.fromEntries(new URLSearchParams(text));
  return keyShapes.text(text) === text ? JSON.stringify(fields) : undefined;
}

function isTemplate(text: string): boolean {
  try {
    const data = JSON.parse(text) as unknown;
    return typeof data === "object" && data !== null && /\{\w+\}/u.test(JSON.stringify(data));
  } catch {
    return false;
  }
}

function responsePath(section: Section): string | undefined {
  const text = section.text("response_path", { max: 1000 });
  if (text === undefined || text === "") return undefined;
  if (
    !/^\$?(?:\.{0,2}[\p{ID_Start}$_][\p{ID_Continue}$-]*|\[(?:-?\d+|\*|'[^']*'|"[^"]*")\])+$/u.test(
      text,
    )
  ) {
    section.warn("response_path", "is left out: it is not a JSONPath of names and indexes");
    return undefined;
  }
  if (/[$[]/u.test(text)) {
    section.warn("response_path", "only names with dots worked there; now it is read as JSONPath");
  }
  return text;
}

function resetOf(section: Section): Table {
  const reset_endpoint = section.address("reset_endpoint");
  if (section.text("reset_function") !== undefined) {
    section.warn(
      "reset_function",
      "is left out: it is Python; offer it as `reset_endpoint`, or write it as `file#export`",
    );
  }
  if (reset_endpoint !== undefined) {
    section.warn("reset_endpoint", "its errors were ignored; now a failed reset is an error");
  }
  return { reset_endpoint };
}

function baseUrl(url: string | undefined, provider: string | undefined): string {
  const other = provider === "openai" ? "https://api.openai.com" : "http://127.0.0.1:11434";
  const base = (url ?? other).replace(/\/+$/u, "");
  return /\/v\d+$/u.test(base) ? base : `${base}/v1`;
}

function weightsOf(section: Section, names: readonly string[]): Table | undefined {
  const weights = filled(
    Object.fromEntries(names.map((name) => [name, section.number(name, { min: 0, max: 100 })])),
  );
  section.done();
  return Object.keys(weights).length === 0 ? undefined : weights;
}
