import { literalText } from "../../../kernel/values/literal.ts";
import type { Step } from "../step.ts";
import type { Store } from "./store.ts";

/** What a step is called in traces and stories: `3 call`, `4.2 set_kv`, `5b.1 call`. */
export function stepName({ type }: Step, pointer: string): string {
  let name = "";
  for (const part of pointer.split("/").slice(1)) {
    if (part === "steps") name += name === "" ? "" : ".";
    else if (part === "branches") name += "|";
    else if (name.endsWith("|")) name = `${name.slice(0, -1)}${letter(Number(part))}.`;
    else name += String(Number(part) + 1);
  }
  return `${name} ${type}`;
}

/** The fields of a step in one line, for a reader. */
export function stepText(step: Step, store: Pick<Store, "has" | "get">): string {
  const { type: _, ...fields } = step;
  if (step.type === "draw") {
    const { name } = step;
    return store.has(name) ? `${name}=${clip(literalText(store.get(name)))}` : name;
  }
  if (step.type === "call" || step.type === "check") {
    const { args = [], fn } = step;
    return `${fn}(${args.map((arg) => clip(literalText(arg))).join(", ")})`;
  }
  if (step.type === "http" || step.type === "http_request") return requestText(step);
  return Object.entries(fields)
    .filter(([key, value]) => key !== "steps" && key !== "branches" && value !== undefined)
    .map(([key, value]) => `${key}=${clip(typeof value === "string" ? value : literalText(value))}`)
    .join(" ");
}

/** The names of every step of a list, those inside of blocks too. */
export function stepNames(steps: readonly Step[], pointer: string): readonly string[] {
  return steps.flatMap((step, index) => {
    const at = `${pointer}/${index}`;
    const inner = "steps" in step ? stepNames(step.steps, `${at}/steps`) : [];
    const branches = "branches" in step ? step.branches : [];
    const names = branches.flatMap((branch, nth) => stepNames(branch, `${at}/branches/${nth}`));
    return [stepName(step, at), ...inner, ...names];
  });
}

// --- inside ---

const textLengthMax = 120;

/** What is asked, and of which app; what is expected is told where it fails. */
function requestText(step: Extract<Step, { type: "http" | "http_request" }>): string {
  const { method = "GET", path, body } = step;
  const sent = "json" in step ? literalText(step.json) : body;
  const parts = [method, path, sent === undefined ? "" : clip(sent), "app" in step ? step.app : ""];
  return parts.filter((part) => part !== "").join(" ");
}

function clip(text: string): string {
  return text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text;
}

/** a, b, …, z, a1, b1, … */
function letter(index: number): string {
  const round = Math.floor(index / 26);
  return `${String.fromCodePoint(97 + (index % 26))}${round === 0 ? "" : round}`;
}
