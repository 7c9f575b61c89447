import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { fault } from "../../kernel/faults/catalogue.ts";
import { projectOf } from "../sinks/fixtures/project.ts";
import { findSeams } from "./find-seams.ts";
import type { FoundSeam } from "./found-seam.ts";

function seamsOf(text: string, others: Readonly<Record<string, string>> = {}): FoundSeam[] {
  return [...findSeams(projectOf({ "src/a.ts": text, ...others }), "src/a.ts")];
}

const told = (seams: readonly FoundSeam[]): string[] =>
  seams.map((seam) => `${seam.kind}: ${seam.what} in ${seam.function || "the top level"}`);

const atOnce = ["staleRead", "returnEmpty", "errorOnCall sync"];
const later = ["staleRead", "returnEmpty", "errorOnCall", "slow"];

describe("a seam of each kind is found", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "subprocess",
      `import { spawn } from "node:child_process";
export const build = () => spawn("make", ["all"]);`,
      ["subprocess: child_process.spawn in build"],
    ],
    [
      "a template of zx",
      `import { $ } from "zx";\nexport const build = () => $\`make all\`;`,
      ["subprocess: zx.$ in build"],
    ],
    [
      "http client",
      `import axios from "axios";
const api = axios.create({ baseURL: "https://api.example" });
export class Users { find(id: string) { return api.get(\`/users/\${id}\`); } }`,
      ["http client: axios.create().get in Users.find"],
    ],
    [
      "http server",
      `import express from "express";
const app = express();
app.get("/", (_request, response) => response.end("hello"));`,
      ["http server: express in the top level"],
    ],
    [
      "a cache of one's own",
      `const cache = new Map<string, number>();
export function price(sku: string) { return cache.get(sku) ?? cache.set(sku, 1).get(sku); }`,
      ["cache: cache.get in price", "cache: cache.set in price"],
    ],
    [
      "a cache server",
      `import { createClient } from "redis";
const client = createClient();
export const read = (key: string) => client.get(key);`,
      ["cache: redis.createClient().get in read"],
    ],
    [
      "files",
      `import { open, readFile } from "node:fs/promises";
export async function save(text: string) {
  const file = await open("out", "w");
  await file.write(text);
  await file.sync();
}
export const load = () => readFile("out");`,
      [
        "file: fs.promises.open in save",
        "file: fs.promises.open().write in save",
        "file: fs.promises.open().sync in save",
        "file: fs.promises.readFile in load",
      ],
    ],
    [
      "a database by the type of a parameter",
      `import type { Pool } from "pg";
export class Orders {
  constructor(private readonly pool: Pool) {}
  find(id: string) { return this.pool.query("SELECT 1", [id]); }
}`,
      ["database: pg.Pool#.query in Orders.find"],
    ],
    [
      "a database that a factory makes",
      `import Database from "better-sqlite3";
const db = new Database("a.db");
export const all = () => db.prepare("SELECT 1").all();`,
      [
        "database: better-sqlite3#.prepare in all",
        "database: better-sqlite3#.prepare().all in all",
      ],
    ],
    [
      "a queue",
      `import { Queue } from "bullmq";
const mails = new Queue("mails");
export const send = (to: string) => mails.add("mail", { to });`,
      ["queue: bullmq.Queue#.add in send"],
    ],
    [
      "a queue of one's own",
      `export class MailQueue {
  #mails: string[] = [];
  add(mail: string) { this.#mails.push(mail); }
}`,
      ["queue: MailQueue.add in MailQueue.add"],
    ],
    [
      "a model",
      `import { InferenceSession } from "onnxruntime-node";
export const start = () => InferenceSession.create("a.onnx");
export const weights = (name: string) => fetch(\`https://models.example/\${name}.onnx\`);`,
      ["model: onnxruntime-node.InferenceSession.create in start", "model: fetch in weights"],
    ],
    [
      "time",
      `import cron from "node-cron";
cron.schedule("* * * * *", () => {});
export const isDue = (at: number) => at <= Date.now();
export const later = (f: () => void) => setTimeout(f, 5);
export const today = () => new Date();
export const fixed = () => new Date(0);`,
      [
        "time: node-cron.schedule in the top level",
        "time: Date.now in isDue",
        "time: setTimeout in later",
        "time: new Date in today",
      ],
    ],
  ];
  for (const [name, text, expected] of cases) {
    test(name, () => expect(told(seamsOf(text))).toEqual(expected));
  }
});

describe("nothing is found", () => {
  test("in plain code, and in code that only shares names with seams", () => {
    const text = `export const sum = (a: number, b: number) => a + b;
function fetch(name: string) { return name; }
const settings = new Map([["a", 1]]);
export const read = (name: string) => fetch(name) + settings.get(name);
export const match = (text: string) => /a/.exec(text);`;
    expect(seamsOf(text)).toEqual([]);
  });

  test("twice: what a helper of another file meets is told there", () => {
    const others = { "src/b.ts": `export const ask = () => fetch("https://b.example/");` };
    const text = `import { ask } from "./b.ts";\nexport const go = () => ask();`;
    expect(seamsOf(text, others)).toEqual([]);
  });
});

test("a seam comes with faults for exactly what it calls, and with sentences", () => {
  const text = `export async function sendMail(to: string) {
  await fetch("https://mail.example/send", { method: "POST", body: to });
}`;
  expect(seamsOf(text)).toMatchInlineSnapshot(`
    [
      {
        "about": "https://mail.example",
        "faults": [
          {
            "code": "fault.http({ url: "https://mail.example/*", status: 503 })",
            "name": "http",
          },
          {
            "code": "fault.rateLimited({ url: "https://mail.example/*" })",
            "name": "rateLimited",
          },
          {
            "code": "fault.connectionReset({ host: "mail.example", phase: "response" })",
            "name": "connectionReset",
          },
          {
            "code": "fault.partialResponse({ host: "mail.example" })",
            "name": "partialResponse",
          },
          {
            "code": "fault.slowNetwork({ host: "mail.example" })",
            "name": "slowNetwork",
          },
        ],
        "file": "src/a.ts",
        "function": "sendMail",
        "hasEffect": true,
        "invariants": [
          "a request that failed is tried again only if that cannot do its work twice",
          "an answer that is no success is never taken for one",
        ],
        "kind": "http client",
        "line": 2,
        "seam": "src/a.ts#sendMail",
        "what": "fetch",
      },
    ]
  `);
});

describe("the faults of a function fit how it answers", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["one that declares plain values", "get(k: string): string | undefined", atOnce],
    [
      "one that returns nothing",
      "get(k: string) { [k].map(() => { return k; }); return; }",
      atOnce,
    ],
    ["one that is async", "async get(k: string)", later],
    ["one that declares a promise", "get(k: string): Promise<string>", later],
    ["one of which only a call would tell", "get(k: string): Value", [...later, "a guess"]],
  ];
  test.each(cases)("%s", (_, method, expected) => {
    const body = method.endsWith("}") ? method : `${method} { return values.get(k); }`;
    const [seam] = seamsOf(`const values = new Map();\nexport class PriceCache { ${body} }`);
    const words = (seam?.faults ?? []).flatMap(({ name, code, isGuess }) => [
      code.includes("sync: true") ? `${name} sync` : name,
      ...(isGuess === true ? ["a guess"] : []),
    ]);
    expect(words.toSorted()).toEqual(expected.toSorted());
  });

  test("a package that answers at once is known by its name", () => {
    const text = `import { LRUCache } from "lru-cache";
const values = new LRUCache({ max: 5 });
export const price = async (sku: string) => values.get(sku);`;
    const codes = seamsOf(text)[0]?.faults.map(({ code }) => code);
    expect(codes).toContain('fault.errorOnCall("lru-cache#LRUCache.get", { sync: true })');
  });
});

test("every fault that is proposed exists and can be made as it is written", () => {
  const text = `import { spawn } from "node:child_process";
import fs from "node:fs/promises";
import http from "node:http";
import { Pool } from "pg";
import { LRUCache } from "lru-cache";
const pool = new Pool();
const cache = new LRUCache({ max: 5 });
export const a = () => spawn("make");
export const b = (url: string) => fetch(url);
export const c = () => http.createServer();
export const d = (key: string) => cache.get(key);
export async function e() { const f = await fs.open("a", "w"); await f.write("b"); await f.sync(); }
export const g = () => fs.readFile("a");
export const h = () => pool.query("SELECT 1");
export class JobQueue { add() {} }
export const loadModel = () => Date.now();
export const fetchBatch = async () => { await new Promise((f) => setTimeout(f, 1)); };`;
  const seams = seamsOf(text);
  expect(new Set(seams.map(({ kind }) => kind)).size).toBe(9);
  for (const { faults, invariants } of seams) {
    expect(invariants.length).toBeGreaterThan(0);
    expect(faults.length).toBeGreaterThan(0);
    for (const { name, code } of faults) {
      const made = runInNewContext(code, { fault }) as { readonly seam: string };
      expect(Object.hasOwn(fault, name)).toBe(true);
      expect(made.seam).toMatch(/#|^world:/);
    }
  }
});
