// An MCP server with one tool, on stdio or, with `http`, on a free port that it prints.
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

function echoServer() {
  const server = new McpServer({ name: "echo", version: "1.0.0" });
  server.registerTool("ask", { inputSchema: { prompt: z.string() } }, ({ prompt }) => {
    if (prompt === "end") process.exit(5);
    const isError = prompt === "fail";
    return { content: [{ type: "text", text: `echo ${prompt}` }], isError };
  });
  return server;
}

if (process.argv[2] === "http") {
  let sessions = 0;
  const options = { sessionIdGenerator: () => `session-${(sessions += 1)}` };
  const transport = new StreamableHTTPServerTransport(options);
  await echoServer().connect(transport);
  const server = createServer((request, response) => {
    void transport.handleRequest(request, response);
  });
  server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
    process.stdout.write(`${server.address().port}\n`);
  });
} else {
  await echoServer().connect(new StdioServerTransport());
}
