import { type JsonStep, parseJsonPath, readJsonPath } from "../../kernel/agent/json-path.ts";
import { failed, type Outcome } from "./agent.ts";

/** Joins the pieces of an answer that came as server-sent events. */
export function joinEvents(text: string, path: readonly JsonStep[] | undefined): Outcome {
  const pieces: string[] = [];
  for (const { name, data } of eventsOf(text)) {
    if (data === "[DONE]") break;
    const parsed = parsedOf(data);
    if (name === "error") return failed("reported", data, pieces.join(""));
    pieces.push(parsed === undefined ? data : pieceOf(parsed.value, path));
  }
  return { text: pieces.join(""), error: undefined };
}

// --- inside ---

/** Where agents and models put the next piece; the first that is there is it. */
const piecePaths = [
  "$.choices[0].delta.content",
  "$.delta.text",
  "$.delta",
  "$.token",
  "$.text",
  "$.content",
  "$.output",
  "$.response",
  "$.message",
].flatMap((path) => {
  const steps = parseJsonPath(path);
  return steps === undefined ? [] : [steps];
});

function pieceOf(value: unknown, path: readonly JsonStep[] | undefined): string {
  if (typeof value === "string") return value;
  for (const steps of path === undefined ? piecePaths : [path]) {
    const texts = readJsonPath(value, steps).filter((item) => typeof item === "string");
    if (texts.length > 0) return texts.join("");
  }
  return "";
}

function parsedOf(data: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(data) as unknown };
  } catch {
    return undefined;
  }
}

function eventsOf(text: string): readonly { readonly name: string; readonly data: string }[] {
  return text.split(/(?:\r\n|\r|\n){2}/u).flatMap((block) => {
    const lines = block.split(/\r\n|\r|\n/u);
    const valuesOf = (field: string) =>
      lines
        .filter((line) => line.startsWith(`${field}:`))
        .map((line) => line.slice(field.length + 1).replace(/^ /u, ""));
    const data = valuesOf("data");
    return data.length === 0 ? [] : [{ name: valuesOf("event")[0] ?? "", data: data.join("\n") }];
  });
}
