import { isLike } from "../../../kernel/values/like.ts";
import {
  contextAttackTypes,
  driftTypes,
  llmFaultModes,
  toolFaultModes,
} from "../../../kernel/agent/fault-modes.ts";
import { filled, type Section } from "./flakestorm-section.ts";
import { isTable, type Table } from "../plain-table.ts";

/** The three lists of faults of a section, as they are written here. */
export function importFaults(section: Section, agentUrl: string): Table {
  const tool = section.sections("tool_faults").flatMap((one) => toolFault(one, agentUrl));
  const llm = section.sections("llm_faults").flatMap(llmFault);
  if (llm.length > 0) {
    section.warn("llm_faults", "changed the agent's last answer there; now they strike its models");
  }
  const context = attackSections(section).flatMap(contextAttack);
  return filled({
    tool_faults: tool.length === 0 ? undefined : tool,
    llm_faults: llm.length === 0 ? undefined : llm,
    context_attacks: context.length === 0 ? undefined : context,
  });
}

// --- inside ---

const delayLimits = { min: 0, max: 600_000 };
const countLimits = { min: 0, max: 1_000_000 };

/** Keys that only these modes read. */
const toolKeys: Readonly<Record<string, RegExp>> = {
  delay_ms: /^(?:timeout|slow)$/u,
  error_code: /^error$/u,
  message: /^error$/u,
  payload: /^malicious_response$/u,
};

const llmKeys: Readonly<Record<string, RegExp>> = {
  delay_ms: /^timeout$/u,
  max_tokens: /^truncated_response$/u,
  drift_type: /^response_drift$/u,
  severity: /^response_drift$/u,
  direction: /^response_drift$/u,
  factor: /^response_drift$/u,
};

const driftKeys: Readonly<Record<string, RegExp>> = {
  direction: /^verbosity_shift$/u,
  factor: /^verbosity_shift$/u,
};

const attackKeys: Readonly<Record<string, RegExp>> = {
  payload: /^(?!overflow$)/u,
  payloads: /^(?!overflow$)/u,
  tool: /^(?!memory_poisoning$)/u,
  inject_tokens: /^overflow$/u,
  strategy: /^memory_poisoning$/u,
};

function toolFault(section: Section, agentUrl: string): readonly Table[] {
  const tool = section.name("tool");
  const mode = section.kind("mode", toolFaultModes);
  if (mode === undefined) return [];
  if (tool === undefined || tool === "") {
    section.warn("", "is left out: it has no `tool`");
    return [];
  }
  const fault = {
    tool,
    mode,
    match_url: matchUrl(section, { tool, agentUrl }),
    delay_ms: section.whole("delay_ms", delayLimits),
    error_code: section.whole("error_code", { min: 400, max: 599 }),
    message: section.text("message"),
    payload: section.text("payload"),
    ...trigger(section, "probability"),
  };
  section.done();
  if (mode === "malicious_response" || mode === "malformed") {
    section.warn("mode", "the agent was not asked there, and this was graded as its answer");
  }
  return [filled(onlyRead(fault, { section, mode, keys: toolKeys }))];
}

function matchUrl(
  section: Section,
  { tool, agentUrl }: { readonly tool: string; readonly agentUrl: string },
): string | undefined {
  const url = section.name("match_url");
  if (url === undefined) {
    section.warn(
      "tool",
      tool === "*"
        ? "`*` replaced the agent's own answer there, which no agent survives; now it strikes tools"
        : "a name without `match_url` never received the fault there; now calls of that tool do",
    );
    return undefined;
  }
  if (isLike(url, agentUrl)) {
    section.warn("match_url", "is left out: it is the agent's own address, and no tool is there");
    return undefined;
  }
  section.warn(
    "match_url",
    "was compared with the agent's own address and never struck; now it is the tool's address, " +
      "and `[[agent.tools]]` must say where the tool is",
  );
  return url;
}

function llmFault(section: Section): readonly Table[] {
  const mode = section.kind("mode", llmFaultModes);
  if (mode === undefined) return [];
  if (mode === "timeout" && !section.has("delay_ms")) {
    section.warn("mode", "without `delay_ms` it struck only answers that took over 5 minutes");
  }
  const drift_type = section.word("drift_type", driftTypes);
  const fault = {
    mode,
    delay_ms: section.whole("delay_ms", delayLimits),
    max_tokens: section.whole("max_tokens", { min: 0, max: 100_000 }),
    drift_type,
    severity: section.word("severity", ["subtle", "moderate", "significant"]),
    direction: section.word("direction", ["expand", "compress"]),
    factor: section.number("factor", { min: 0.01, max: 100 }),
    ...trigger(section, "probability"),
  };
  section.done();
  if (section.has("severity")) section.warn("severity", "was not used there; now it is");
  if (mode === "response_drift" && drift_type === undefined) {
    section.warn("", "is left out: `response_drift` needs a `drift_type`");
    return [];
  }
  const read = onlyRead(fault, { section, mode, keys: llmKeys });
  if (drift_type === undefined) return [filled(read)];
  return [filled(onlyRead(read, { section, mode: drift_type, keys: driftKeys }))];
}

/** A list, a table of one attack, or a table of attacks by their type. */
function attackSections(section: Section): readonly Section[] {
  const written = section.take("context_attacks");
  if (!isTable(written)) return section.sections("context_attacks");
  const whole = section.section("context_attacks");
  if (whole === undefined) return [];
  if (whole.has("type")) return [whole];
  const attacks = Object.entries(written).map(([type, value]) => ({
    type,
    ...(isTable(value) ? value : {}),
  }));
  const key = `${section.key === "" ? "" : `${section.key}.`}context_attacks`;
  return attacks.map((one) => section.made(one, `${key}.${one.type}`));
}

function contextAttack(section: Section): readonly Table[] {
  const type = section.kind("type", contextAttackTypes);
  if (type === undefined) return [];
  const attack = {
    type,
    payload: section.text("payload"),
    payloads: section.texts("payloads"),
    inject_tokens: section.whole("inject_tokens", { min: 1, max: 1_000_000 }),
    strategy: section.word("strategy", ["prepend", "append", "replace"]),
    tool: section.name("tool"),
    ...trigger(section, "trigger_probability"),
  };
  if (section.take("inject_at") !== undefined) {
    section.warn("inject_at", "is left out: an attack stands in what the agent reads");
  }
  const isApplied = section.flag("enabled");
  section.done();
  if (isApplied === false) return [];
  if (type !== "memory_poisoning") {
    section.warn("type", `\`${type}\` was never applied there; now it is`);
  }
  return [filled(onlyRead(attack, { section, mode: type, keys: attackKeys }))];
}

function trigger(section: Section, key: string): Table {
  const other = key === "probability" ? undefined : section.number("probability", share);
  const probability = section.number(key, share) ?? other;
  const after = section.whole("after_calls", countLimits);
  if (after === undefined) return { probability };
  if (after > 0) {
    section.warn(
      "after_calls",
      `\`${after}\` already affected call ${after}; here so many calls pass, so it is ${after - 1}`,
    );
  }
  return { probability, after_calls: after > 1 ? after - 1 : undefined };
}

const share = { min: 0, max: 1 };

function onlyRead(
  fault: Table,
  told: {
    readonly section: Section;
    readonly mode: string;
    readonly keys: Readonly<Record<string, RegExp>>;
  },
): Table {
  const { section, mode, keys } = told;
  const isRead = ([key, value]: readonly [string, unknown]): boolean => {
    if (value === undefined || keys[key]?.test(mode) !== false) return true;
    section.warn(key, `is left out: \`${mode}\` does not read it`);
    return false;
  };
  return Object.fromEntries(Object.entries(fault).filter(isRead));
}
