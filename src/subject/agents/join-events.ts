import { type JsonStep, parseJsonPath, readJsonPath } from "../../kernel/agent/json-path.ts";
import { parsed } from "../../world/wires/loose-json.ts";
import { framesIn } from "../../data/sse/sse-frames.ts";
import { failed, type Outcome } from "./agent.ts";

/** Joins the pieces of an answer that came as server-sent events. */
export function joinEvents(text: string, path: readonly JsonStep[] | undefined): Outcome {
  const pieces: string[] = [];
  for (const { event, data } of framesIn(text)) {
    if (data === "[DONE]") break;
    if (event === "error") return failed("reported", data, pieces.join(""));
    const value = parsed(data);
    pieces.push(value === undefined ? data : pieceOf(value, path));
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
