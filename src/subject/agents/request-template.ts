import type { Message } from "./agent.ts";

/** What placeholders stand for. */
export interface TemplateValues {
  readonly prompt: string;
  readonly session: string;
  readonly history: readonly Message[];
  /** Values of `Key: value` lines, by normalised key. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Puts values into the texts of a template. They are put into data and never into JSON itself, so
 * a prompt with quotes or line ends changes nothing but its text; and in one pass, so a prompt that
 * says `{session}` stays as it is.
 */
export function fillTemplate(template: unknown, values: TemplateValues): unknown {
  if (typeof template === "string") {
    return template === "{history}" ? values.history : fillText(template, values);
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, item]) => [key, fillTemplate(item, values)]),
  );
}

/** The same in one text; a placeholder that stands for nothing is left. */
export function fillText(text: string, values: TemplateValues): string {
  return text.replaceAll(/\{([\w-]+)\}/gu, (whole, name: string) => {
    switch (name) {
      case "prompt":
        return values.prompt;
      case "session":
        return values.session;
      case "history":
        return values.history.map(({ role, content }) => `${role}: ${content}`).join("\n");
      default:
        return values.fields.get(normalised(name)) ?? whole;
    }
  });
}

/** The fields of a prompt whose lines are `Key: value`, `Key=value` or `Key - value`. */
export function fieldsOf(prompt: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of prompt.split(/\r?\n/u).slice(0, linesMax)) {
    const found = /^\s*([\p{L}_][\p{L}\p{N} _-]{0,60}?)\s*(?::|=|\s-\s)\s*(.*?)\s*$/u.exec(line);
    if (found !== null) fields.set(normalised(found[1] ?? ""), found[2] ?? "");
  }
  return fields;
}

// --- inside ---

const linesMax = 1_000; // a prompt with more lines is no form

function normalised(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");
}
