import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

/** The user's notes, on an MCP server. */
export class Notes {
  #client;

  /** What a model may call. */
  tools;

  constructor(client, tools) {
    this.#client = client;
    this.tools = tools;
  }

  static async connect(commandLine) {
    const [command, ...args] = commandLine.split(" ");
    const client = new Client({ name: "research-agent", version: "1.0.0" });
    const env = { ...process.env };
    await client.connect(new StdioClientTransport({ command, args, env }));
    const { tools } = await client.listTools();
    const offered = tools.filter(({ name }) => name !== "forget");
    return new Notes(
      client,
      offered.map(({ name, description, inputSchema }) => ({
        name,
        description,
        input_schema: inputSchema,
      })),
    );
  }

  /** Calls a tool; what goes wrong is told, never thrown. */
  async call(name, input) {
    try {
      const result = await this.#client.callTool({ name, arguments: input }, undefined, {
        timeout: 2_000,
      });
      const text = result.content.map((part) => part.text ?? "").join("\n");
      return { text, isError: result.isError === true };
    } catch (thrown) {
      return { text: `error: ${String(thrown.message ?? thrown)}`, isError: true };
    }
  }
}
