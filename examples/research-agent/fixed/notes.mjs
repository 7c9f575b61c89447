// An MCP server on stdio that keeps notes in memory.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const known = [
  { topic: "tides", text: "Tides follow the moon; there are two highs a day." },
  { topic: "basalt", text: "Basalt is what lava becomes when it cools quickly." },
];
const saved = [];

const server = new McpServer({ name: "notes", version: "1.0.0" });

server.registerTool(
  "search",
  { description: "Finds notes about a topic.", inputSchema: { topic: z.string() } },
  ({ topic }) => {
    const found = known.filter((note) => topic.toLowerCase().includes(note.topic));
    return { content: [{ type: "text", text: found.map(({ text }) => text).join("\n") }] };
  },
);

server.registerTool(
  "save_note",
  { description: "Saves a note.", inputSchema: { text: z.string() } },
  ({ text }) => {
    saved.push(text);
    return { content: [{ type: "text", text: `saved as note ${saved.length}` }] };
  },
);

server.registerTool("forget", { description: "Forgets all saved notes." }, () => {
  saved.length = 0;
  return { content: [{ type: "text", text: "forgotten" }] };
});

await server.connect(new StdioServerTransport());
