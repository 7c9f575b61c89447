// What the model may call: the user's notes (an MCP server), the web (a tool over HTTP) and a fact
// checker (another agent). Where each of them is, the environment says.
import { Notes } from "./notes-client.mjs";

const webSearch = {
  name: "web_search",
  description: "Finds what the web says about a topic.",
  input_schema: { type: "object", properties: { topic: { type: "string" } } },
};

const checker = {
  name: "checker",
  description: "Asks a fact checker whether a claim is true.",
  input_schema: { type: "object", properties: { claim: { type: "string" } } },
};

/** The tools that a model is offered, and how they are called. */
export async function openTools() {
  const notes = await Notes.connect(process.env.NOTES_COMMAND ?? "node notes.mjs");
  const offered = [...notes.tools, webSearch, checker];
  const call = (name, input) => {
    if (name === "web_search") return searchWeb(input.topic);
    if (name === "checker") return askChecker(input.claim);
    return notes.call(name, input);
  };
  return { offered, call };
}

function searchWeb(topic) {
  const url = process.env.WEB_URL ?? "http://127.0.0.1:8031/search";
  return ask(`${url}?topic=${encodeURIComponent(topic)}`);
}

function askChecker(claim) {
  const url = process.env.CHECKER_URL ?? "http://127.0.0.1:8032/";
  const headers = { "content-type": "application/json" };
  return ask(url, { method: "POST", headers, body: JSON.stringify({ input: claim }) });
}

/** Sends a request; what goes wrong is told, never thrown. */
async function ask(url, options) {
  try {
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(2_000) });
    const text = await response.text();
    return response.ok ? { text, isError: false } : { text: `error: ${text}`, isError: true };
  } catch (thrown) {
    return { text: `error: ${thrown.message}`, isError: true };
  }
}
