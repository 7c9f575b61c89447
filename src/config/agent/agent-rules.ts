import { wireMutations } from "../../kernel/agent/mutation.ts";
import { type Checked, misplaced, missing, secret, wrong } from "./agent-issues.ts";
import { urlProblem } from "./agent-section-shapes.ts";
import { faultNamesCheck } from "./fault-names.ts";
import type { FileAgent } from "../file-config.ts";
import { looksLikeKey } from "../syntax/literal-key.ts";
import type { PathRules } from "../schema-values.ts";

/** What must hold between the keys of `[agent]`. */
export function agentCheck(checked: Checked<FileAgent>, rules: PathRules): void {
  const { value } = checked;
  if (value.reset_endpoint !== undefined) {
    misplaced(checked, "reset_function", "must not stand beside `reset_endpoint`");
  }
  reachCheck(checked, rules);
  wireCheck(checked);
  envCheck(checked);
  for (const [index, peer] of value.peers.entries()) {
    if (peer.name === value.name) {
      wrong(checked, ["peers", index, "name"], "must differ from that of the agent");
    }
  }
  for (const [index, server] of value.mcp.entries()) {
    if ((server.command === undefined) === (server.url === undefined)) {
      wrong(checked, ["mcp", index], "must have either `command` or `url`");
    }
  }
  faultNamesCheck(checked);
}

/** The template as data: a text of it is read as JSON. */
export function parseTemplate(template: unknown): { readonly data: unknown } | undefined {
  if (typeof template !== "string") return { data: template };
  try {
    return { data: JSON.parse(template) as unknown };
  } catch {
    return undefined;
  }
}

/** Says what is wrong with `request_template`. */
export function templateProblem(checked: Checked<unknown>): void {
  const parsed = parseTemplate(checked.value);
  if (parsed === undefined) {
    wrong(checked, [], "must be JSON, with `{prompt}` only inside of its texts");
    return;
  }
  const { data } = parsed;
  if (typeof data !== "object" || data === null) {
    wrong(checked, [], "must be a table or a list, or the JSON of one");
    return;
  }
  const text = JSON.stringify(data);
  if (looksLikeKey(text)) secret(checked, [], "must not hold a key; send it in a header");
  else if (!/\{\w+\}/u.test(text)) wrong(checked, [], "must have `{prompt}` in one of its texts");
}

// --- inside ---

function reachCheck(checked: Checked<FileAgent>, rules: PathRules): void {
  switch (checked.value.type) {
    case "http":
      httpCheck(checked);
      return;
    case "function":
      functionCheck(checked, rules);
      return;
    case "process":
      missing(checked, "command", "must be a list of texts: the program and its arguments");
      leaveOut(checked, ["endpoint", "tool"]);
      return;
    case "mcp":
      missing(checked, "tool", "must be the name of the tool that takes the prompt");
      mcpCheck(checked);
  }
}

function httpCheck(checked: Checked<FileAgent>): void {
  const { endpoint, command } = checked.value;
  misplaced(checked, "tool", leftOut("http"));
  missing(checked, "endpoint", "must be the address of the agent");
  if (endpoint === undefined) return;
  const problem = urlProblem(endpoint);
  if (problem !== undefined) wrong(checked, ["endpoint"], problem);
  if (endpoint.includes("${PORT}") && command === undefined) {
    wrong(checked, ["endpoint"], "must have no `${PORT}` where no `command` is given one");
  }
}

function functionCheck(checked: Checked<FileAgent>, rules: PathRules): void {
  const { endpoint } = checked.value;
  missing(checked, "endpoint", "must be `file#export`, the function that answers");
  leaveOut(checked, ["command", "tool"]);
  const problem = endpoint === undefined ? undefined : rules.place(endpoint);
  if (problem !== undefined) wrong(checked, ["endpoint"], problem);
}

function mcpCheck(checked: Checked<FileAgent>): void {
  const { endpoint, command } = checked.value;
  leaveOut(checked, []);
  if ((endpoint === undefined) === (command === undefined)) {
    wrong(checked, [], "must have either `endpoint` or `command` for `mcp`");
  }
  const problem = endpoint === undefined ? undefined : urlProblem(endpoint);
  if (problem !== undefined) wrong(checked, ["endpoint"], problem);
}

/** Keys that only an agent behind HTTP reads, and others that this type does not. */
function leaveOut(checked: Checked<FileAgent>, keys: readonly string[]): void {
  const { type, headers, query_params } = checked.value;
  for (const key of ["request_template", "response_path", ...keys]) {
    misplaced(checked, key, leftOut(type));
  }
  if (Object.keys(headers).length > 0) wrong(checked, ["headers"], leftOut(type));
  if (Object.keys(query_params).length > 0) wrong(checked, ["query_params"], leftOut(type));
}

/** An agent that is sent no HTTP request would be asked the prompt itself, and score for it. */
function wireCheck(checked: Checked<FileAgent>): void {
  const { type, mutations } = checked.value;
  if (type === "http") return;
  for (const [index, name] of mutations.types.entries()) {
    if (!wireMutations.has(name)) continue;
    const why = `it changes an HTTP request, and an agent of type \`${type}\` is sent none`;
    wrong(checked, ["mutations", "types", index], `must be left out: ${why}`);
  }
}

/** A variable has one value: of two that share one, the agent would be led to the last. */
function envCheck(checked: Checked<FileAgent>): void {
  const seen = new Map<string, string>();
  for (const key of ["tools", "mcp", "peers"] as const) {
    for (const [index, { name, env }] of checked.value[key].entries()) {
      if (env === undefined) continue;
      const other = seen.get(env);
      if (other !== undefined) {
        const why = `\`${env}\` is the address of ${other} already`;
        wrong(checked, [key, index, "env"], `must be a variable of its own: ${why}`);
      } else if (/^(?:OPENAI|ANTHROPIC)_BASE_URL$|^GAUNTLET_/u.test(env)) {
        wrong(checked, [key, index, "env"], "must be another variable: this one is set already");
      }
      seen.set(env, other ?? `\`${name}\``);
    }
  }
}

function leftOut(type: string): string {
  return `must be left out: an agent of type \`${type}\` does not read it`;
}
