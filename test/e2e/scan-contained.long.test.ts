import { readdirSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Everything here would do harm if it ran on the real machine.

const connections: unknown[] = [];
const server = createServer((socket) => {
  connections.push(socket.remoteAddress);
  socket.destroy();
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
afterAll(() => server.close());

const modules: Readonly<Record<string, string>> = {
  "precious.txt": "keep me",
  "src/leaves.ts": "export function leave(code: number): void { process.exit(code & 3); }",
  "src/writes.ts": `import fs from "node:fs";
    import { rm, writeFile } from "node:fs/promises";
    export function wipe(name: string): void { fs.rmSync("precious.txt"); fs.writeFileSync("new.txt", name); }
    export async function save(text: string): Promise<void> { await writeFile("saved.txt", text); await rm("src", { recursive: true }); }`,
  "src/calls.ts": `import net from "node:net"; import { execSync, spawn } from "node:child_process";
    export async function ask(id: number): Promise<number> { return (await fetch("http://127.0.0.1:${port}/" + id)).status; }
    export function open(host: string): void { net.connect(${port}, "127.0.0.1").on("error", () => {}).end(host); }
    export function run(text: string): string { return execSync("touch ran.txt").toString() + text; }
    export function mail(to: string): void { spawn("sh", ["-c", "touch mailed.txt"]).on("error", () => {}).stdin?.end(to); }`,
  "src/loops.ts":
    "export function spin(text: string): number { while (text.length === 0) {} return 1; }",
  "src/throws-at-import.ts":
    'throw new Error("no database"); export function never(n: number): number { return n; }',
  "src/exits-at-import.ts":
    "process.exit(4); export function never(n: number): number { return n; }",
  "src/loops-at-import.ts": "for (;;) {} export function never(n: number): number { return n; }",
  "src/writes-at-import.ts": `import fs from "node:fs"; fs.writeFileSync("imported.txt", "x");
    export function fine(n: number): number { return n; }`,
};

function filesOf(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(".gauntlet"))
    .toSorted();
}

test("nothing that a scanned module does reaches the machine, and all of it is told", async () => {
  const project = new TempProject(modules);
  const before = filesOf(project.root);
  const result = await project.told("scan", "src", "--runs", "20");
  const targetOf = (name: string) => result.scan?.targets.find((target) => target.name === name);
  expect(filesOf(project.root)).toEqual(before);
  expect(project.read("precious.txt")).toBe("keep me");
  expect(connections).toEqual([]);
  expect(result.code).toBe(1);
  const kinds = result.findings.map(({ evidence, kind }) => [
    evidence?.target,
    kind,
    evidence?.level,
  ]);
  expect(kinds).toContainEqual(["src/leaves.ts:leave", "crash", "exploratory"]);
  expect(kinds).toContainEqual(["src/loops.ts:spin", "property", "supported"]);
  const called = ["wipe", "save", "ask", "open", "run", "mail", "fine"];
  expect(called.filter((name) => (targetOf(name)?.runs ?? 0) < 20)).toEqual([]);
  const blocked = result.scan?.targets.filter((target) => target.blocked !== undefined) ?? [];
  expect(blocked.map(({ module, blocked: why }) => [module, why?.why])).toEqual([
    ["src/exits-at-import.ts", expect.stringContaining("exit code 4")],
    ["src/loops-at-import.ts", expect.stringContaining("no sign of life")],
    ["src/throws-at-import.ts", expect.stringContaining("no database")],
  ]);
});

test("with --allow-host a scanned module uses the real machine, as is told", async () => {
  const project = new TempProject({
    "src/log.ts": `import fs from "node:fs";
      export function log(times: number): void { fs.writeFileSync("log.txt", String(times)); }`,
  });
  const contained = await project.told("scan", "src/log.ts", "--runs", "3");
  expect(filesOf(project.root)).not.toContain("log.txt");
  expect(contained.tiers?.["files"]).toBe("simulated");
  const real = await project.told("scan", "src/log.ts", "--runs", "3", "--allow-host");
  expect(filesOf(project.root)).toContain("log.txt");
  expect(real.tiers?.["files"]).toBe("uncontrolled");
});
