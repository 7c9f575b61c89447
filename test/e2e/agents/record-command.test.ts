import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordCommand } from "../../../src/engines/agents/index.ts";
import type { AgentConfig } from "../../../src/config/agent/agent-config.ts";
import { agentConfig } from "./agent-config.ts";

test("a command is recorded with the services of its tools; its exit code is kept", async () => {
  const { options, file } = recordingIn();
  const script = `
    const response = await fetch(process.env.ORDERS_URL + "/A17");
    process.exitCode = (await response.text()) === "order /A17" ? 7 : 1;`;
  const command = [process.execPath, "--input-type=module", "-e", script];
  expect(await recordCommand(command, options)).toEqual({
    code: 7,
    exchanges: 1,
    left: [],
    refused: [],
  });
  expect(readFileSync(file, "utf8")).toContain("order /A17");
});

test("a command that is no program is a clear error", async () => {
  await expect(recordCommand(["no-such-program"], recordingIn().options)).rejects.toMatchObject({
    code: "A019",
    what: "`no-such-program` could not be started (ENOENT)",
  });
});

// --- inside ---

function recordingIn(): {
  readonly options: Parameters<typeof recordCommand>[1];
  readonly file: string;
} {
  const folder = mkdtempSync(path.join(tmpdir(), "record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = `import { createServer } from "node:http";
    createServer(({ url }, response) => response.end("order " + url))
      .listen(process.env.PORT, "127.0.0.1");`;
  writeFileSync(path.join(folder, "orders.mjs"), service);
  const orders = {
    name: "orders",
    url: "http://127.0.0.1:${PORT}",
    env: "ORDERS_URL",
    matchUrl: undefined,
    command: [process.execPath, "orders.mjs"],
    hasSideEffect: false,
  };
  const nobody = "http://127.0.0.1:9";
  const config: AgentConfig = {
    ...agentConfig({ type: "function" }, folder),
    upstream: { kind: "provider", openai: nobody, anthropic: nobody },
    tools: [orders],
  };
  const file = path.join(folder, "cassette.jsonl");
  const { signal } = new AbortController();
  return { file, options: { config, cwd: folder, file, env: {}, signal } };
}
