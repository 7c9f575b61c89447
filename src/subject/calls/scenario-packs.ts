import { type Arbitrary, fastCheck } from "./fast-check.ts";
import type { Making } from "./maker.ts";

/** What a stand-in for a collaborator's method does. */
export type Behaviour = (
  args: readonly unknown[],
  parts: {
    /** Under which what it draws is recorded. */
    readonly label: string;
    readonly making: Making;
    /** What the collaborators of one scenario remember. */
    readonly store: Map<string, unknown>;
  },
) => unknown;

/** Collaborators of one kind: how their fields are called and what their methods do. */
export interface Pack {
  readonly fields: readonly string[];
  readonly methods: ReadonlyMap<string, Behaviour>;
}

/** Collaborators that behave plausibly: mostly well, sometimes as they do on a bad day. */
export const packs: ReadonlyMap<string, Pack> = new Map<string, Pack>([
  ["subprocess", pack("runner subprocess shell exec", "run exec execute spawn call", ranCommand)],
  ["sandbox", pack("sandbox container vm", "run exec execute runCommand runCode", ranCommand)],
  [
    "upload_download",
    {
      fields: words("storage uploader downloader bucket files client"),
      methods: new Map([
        ...named("upload put write putObject uploadFile", stored),
        ...named("download get read getObject downloadFile", found),
        ...named("delete remove deleteObject", removed),
        ...named("list listObjects", listed),
      ]),
    },
  ],
  ["http", pack("http client fetcher api", "fetch request get post put patch delete", answered)],
  [
    "state_store",
    {
      fields: words("store state cache db redis kv"),
      methods: new Map([
        ...named("set put save write", stored),
        ...named("get load read", found),
        ...named("delete del remove", removed),
        ...named("has exists", hasKey),
        ...named("keys list", listed),
      ]),
    },
  ],
]);

// --- inside ---

function words(text: string): readonly string[] {
  return text.split(" ");
}

function named(text: string, behaviour: Behaviour): readonly (readonly [string, Behaviour])[] {
  return words(text).map((name) => [name, behaviour] as const);
}

function pack(fields: string, methods: string, behaviour: Behaviour): Pack {
  return { fields: words(fields), methods: new Map(named(methods, behaviour)) };
}

async function ranCommand(...[, parts]: Parameters<Behaviour>): Promise<unknown> {
  const fc = fastCheck();
  const exitCode = drawn(parts, "exit code", fc.constantFrom(0, 0, 0, 1, 127));
  const output = drawn(parts, "output", fc.constantFrom("ok\n", "", "{}", "[1, 2]\n", "é\u0000"));
  await parts.making.world.sleep(latencyMs);
  const [stdout, stderr] = exitCode === 0 ? [output, ""] : ["", output];
  return { exitCode, code: exitCode, stdout, stderr, ok: exitCode === 0 };
}

async function answered(...[, parts]: Parameters<Behaviour>): Promise<unknown> {
  const fc = fastCheck();
  const status = drawn(parts, "status", fc.constantFrom(200, 200, 200, 204, 404, 429, 500));
  const body = drawn(parts, "body", fc.constantFrom("{}", '{"id":1}', "[]", "null", "", "<html>"));
  await parts.making.world.sleep(latencyMs);
  const isEmpty = status === 204;
  return new Response(isEmpty ? null : String(body), { status: Number(status) });
}

async function stored([key, value]: readonly unknown[], parts: Parts): Promise<unknown> {
  await parts.making.world.sleep(latencyMs);
  parts.store.set(String(key), value);
  return undefined;
}

async function found([key]: readonly unknown[], parts: Parts): Promise<unknown> {
  await parts.making.world.sleep(latencyMs);
  return parts.store.get(String(key));
}

async function removed([key]: readonly unknown[], parts: Parts): Promise<boolean> {
  await parts.making.world.sleep(latencyMs);
  return parts.store.delete(String(key));
}

async function hasKey([key]: readonly unknown[], parts: Parts): Promise<boolean> {
  await parts.making.world.sleep(latencyMs);
  return parts.store.has(String(key));
}

async function listed(_args: readonly unknown[], parts: Parts): Promise<readonly string[]> {
  await parts.making.world.sleep(latencyMs);
  return [...parts.store.keys()];
}

type Parts = Parameters<Behaviour>[1];

/** Virtual: what comes first when calls overlap is decided. */
const latencyMs = 5;

function drawn({ label, making }: Parts, what: string, arbitrary: Arbitrary): unknown {
  return making.decisions.value(`${label} ${what}`, arbitrary);
}
