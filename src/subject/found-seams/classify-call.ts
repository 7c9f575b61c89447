import type { Node } from "oxc-parser";
import { memberName } from "../sinks/read-field.ts";
import { isRequest } from "../sinks/rules/network-rules.ts";
import type { CallSite } from "../sinks/frame.ts";
import { constantText, partsOf, type Value } from "../sinks/value.ts";
import type { SeamCallKind } from "./found-seam.ts";

/** What a call meets of the world outside of the program; undefined for most calls. */
export function classifyCall(site: CallSite, node: Node): SeamCallKind | undefined {
  const { ref } = site;
  if (ref === undefined) return cacheByName(site, node);
  return (
    subprocess(ref, site) ??
    modelFile(ref, site) ??
    request(ref, site) ??
    server(ref, site) ??
    file(ref, site) ??
    time(ref, site) ??
    byPackage(ref, site) ??
    cacheByName(site, node)
  );
}

// --- inside ---

const commands =
  /^(child_process\.(exec|execFile|spawn|fork)(Sync)?|execa(\.\w+)*|cross-spawn(\.\w+)?|zx\.\$)$/;

function subprocess(ref: string, { args }: CallSite): SeamCallKind | undefined {
  if (!commands.test(ref)) return undefined;
  const [start] = args[0] === undefined ? [] : partsOf(args[0]);
  const about = typeof start === "string" ? start.trim().split(/\s/)[0] : undefined;
  return { kind: "subprocess", what: ref, about: about === "" ? undefined : about };
}

function request(ref: string, { args, isNew }: CallSite): SeamCallKind | undefined {
  if (!isRequest(ref, isNew)) return undefined;
  return { kind: "http client", what: ref, about: hostOf(args[0]) };
}

/** `https://mail.example` of an address whose start is written in the code. */
function hostOf(address: Value | undefined): string | undefined {
  const [start] = address === undefined ? [] : partsOf(address);
  if (typeof start !== "string") return undefined;
  return /^https?:\/\/[^/?#]+(?=[/?#]|$)/.exec(start)?.[0];
}

const servers = [
  /^(https?|http2)\.create(Secure)?Server$/,
  /^(express|fastify|polka)$/,
  /^http\.ServerResponse#\.(writeHead|end)$/,
];

function server(ref: string, { isNew }: CallSite): SeamCallKind | undefined {
  const isMade = isNew && /^(hono\.Hono|koa|hono)$/.test(ref);
  if (!isMade && !servers.some((pattern) => pattern.test(ref))) return undefined;
  return { kind: "http server", what: ref };
}

const fileCall =
  /^(?:fs|fs-extra|graceful-fs)\.(?:promises\.)?(?:(?:open\(\)|FileHandle#)\.)?(\w+)$/;
const fileWrites = new RegExp(
  "^(write\\w*|append\\w*|rm|rmdir|unlink|rename|mkdir\\w*|copy\\w*|cp|f?truncate|output\\w*|" +
    "remove|move|ensure\\w*|createWriteStream|symlink|link|chmod|utimes)$",
);
const fileReads = /^(read\w*|open|opendir|access|exists|l?stat|createReadStream|realpath)$/;

function file(ref: string, { args }: CallSite): SeamCallKind | undefined {
  const name = fileCall.exec(ref)?.[1]?.replace(/Sync$/, "");
  if (name === undefined) return undefined;
  if (/^(f?sync|fdatasync|datasync|f)$/.test(name)) {
    return { kind: "file", what: ref, effect: "sync" };
  }
  const isWrite = name === "open" && /[wa+]/.test(constantText(args[1] ?? { taints: [] }) ?? "r");
  if (isWrite || fileWrites.test(name)) return { kind: "file", what: ref, effect: "write" };
  return fileReads.test(name) ? { kind: "file", what: ref, effect: "read" } : undefined;
}

const clocks = /^(Date\.now|(perf_hooks\.)?performance\.now|process\.hrtime(\.bigint)?)$/;
const timers = new RegExp(
  "^((timers\\.(promises\\.)?)?set(Timeout|Interval)|timers\\.promises\\.scheduler\\.wait|" +
    "AbortSignal\\.timeout|node-cron\\.schedule|cron(\\.CronJob)?|croner\\.Cron)$",
);

function time(ref: string, { isNew, args }: CallSite): SeamCallKind | undefined {
  const isNow = isNew && ref === "Date" && args.length === 0;
  if (isNow || clocks.test(ref)) {
    return { kind: "time", what: isNow ? "new Date" : ref, effect: "read" };
  }
  return timers.test(ref) ? { kind: "time", what: ref, effect: "wait" } : undefined;
}

/** Packages by what they are for; a call on what they make is a seam, making it is not. */
const packages: readonly (readonly [SeamCallKind["kind"], readonly string[]])[] = [
  [
    "database",
    [
      "pg",
      "mysql",
      "mysql2",
      "mysql2/promise",
      "better-sqlite3",
      "sqlite3",
      "sqlite",
      "mongodb",
      "mongoose",
      "@prisma/client",
      "knex",
      "typeorm",
      "sequelize",
      "postgres",
      "mssql",
      "cassandra-driver",
    ],
  ],
  [
    "queue",
    [
      "bullmq",
      "bull",
      "bee-queue",
      "amqplib",
      "kafkajs",
      "p-queue",
      "fastq",
      "pg-boss",
      "nats",
      "@aws-sdk/client-sqs",
    ],
  ],
  [
    "cache",
    [
      "redis",
      "ioredis",
      "lru-cache",
      "node-cache",
      "keyv",
      "memcached",
      "memjs",
      "cache-manager",
      "quick-lru",
    ],
  ],
];

/** What is called on a connection besides its work. */
const aside = /\.(on\w*|once|off|close|end|quit|disconnect|destroy|removeListener)$/;

const modelPackages =
  /^(onnxruntime-(node|web)|@tensorflow\/tfjs(-node)?|@(xenova|huggingface)\/transformers)\./;

function byPackage(ref: string, { isNew }: CallSite): SeamCallKind | undefined {
  if (modelPackages.test(ref) && /create|load|pipeline|from_?pretrained/i.test(ref)) {
    return { kind: "model", what: ref };
  }
  if (isNew || aside.test(ref)) return undefined;
  for (const [kind, names] of packages) {
    const name = names.find((one) => ref.startsWith(one) && /^[.#(]/.test(ref.slice(one.length)));
    // On what the package made: `pg.Pool#.query`, `redis.createClient().get`.
    if (name !== undefined && /(#|\(\))[\w.#()]*\.\w+$/.test(ref)) return { kind, what: ref };
    if (name !== undefined && /^(postgres|knex)\(\)$/.test(ref)) return { kind, what: ref };
  }
  return undefined;
}

const modelFileName = /\.(onnx|pt|pth|gguf|safetensors|tflite|pb|h5|joblib)$|(^|\/)model\.json$/;

/** A file of weights, read or fetched. */
function modelFile(ref: string, { args, isNew }: CallSite): SeamCallKind | undefined {
  const isRead = isRequest(ref, isNew) || /^fs\.(promises\.)?(readFile|createReadStream)/.test(ref);
  if (!isRead || args[0] === undefined) return undefined;
  const last = partsOf(args[0]).at(-1);
  const isModel = typeof last === "string" && modelFileName.test(last);
  return isModel ? { kind: "model", what: ref } : undefined;
}

/** `this.#cache.get(key)`: a cache of one's own shows by its name only. */
function cacheByName({ method }: CallSite, node: Node): SeamCallKind | undefined {
  if (!/^(get|set|has|delete)$/.test(method ?? "") || node.type !== "CallExpression") {
    return undefined;
  }
  const { callee } = node;
  if (callee.type !== "MemberExpression") return undefined;
  const { object } = callee;
  const name =
    object.type === "Identifier"
      ? object.name
      : object.type === "MemberExpression" && !object.computed
        ? memberName(object.property)
        : "";
  if (!/cache|memo(?!ry)/i.test(name)) return undefined;
  return { kind: "cache", what: `${name}.${method ?? ""}` };
}
