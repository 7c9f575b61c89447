import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { listEntry } from "../../campaign/corpus/list-entry.ts";
import { addEntries } from "./add-entries.ts";
import { archiveLimits, readArchive, writeArchive } from "./archive.ts";
import type { SubjectEntries } from "./corpus-entries.ts";
import { readCorpusFolder } from "./read-corpus.ts";

const subject = { file: "shop/pay.chaos.ts", exportName: "default" };
const span = '{"kind":"span","label":"step"}';
const pick = '{"kind":"pick","label":"rule","value":"pay"}';
const key = "0123456789ab";

const trace: Trace = {
  header: {
    format: "gauntlet-trace",
    version: 1,
    seed: 1,
    runIndex: 0,
    subject: { ...subject, name: "pay", digest: "d" },
    settings: { stepsPerRun: 50, latencyUsMax: 0 },
    versions: {},
    tiers: {},
  },
  decisions: [{ kind: "span", label: "step" }, { kind: "end" }],
  events: [],
  verdict: {
    kind: "broken",
    because: "it broke",
    identity: { error: "E", message: "m", frame: "f", property: "p", key },
  },
};

const entries: readonly SubjectEntries[] = [
  {
    subject,
    lists: [
      listEntry(subject, { ending: "open", edges: 3, decisions: [span, pick, '{"kind":"end"}'] }),
      listEntry(subject, { ending: "broken", edges: 1, decisions: [span, '{"kind":"end"}'] }),
    ],
    failures: [{ id: key, trace }],
    swarm: {
      subject,
      names: ["pay", "refund"],
      configs: [{ key: "10", uses: 4, edges: 2, productive: 1, failures: 0, energy: 2 }],
    },
  },
];

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("what is exported is what is imported, and importing it again adds nothing", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "a.jsonl.gz");
  expect(await writeArchive(file, entries)).toMatchObject({ entries: 4 });
  const read = await readArchive(file);
  expect(read).toEqual(entries);
  const corpus = path.join(folder, "corpus");
  expect(await addEntries(corpus, read)).toEqual({ added: 4, known: 0 });
  expect(await readCorpusFolder(corpus)).toEqual({ subjects: entries, unreadable: [] });
  expect(await addEntries(corpus, read)).toEqual({ added: 0, known: 4 });
  const other = path.join(folder, "b.jsonl.gz");
  await writeArchive(other, (await readCorpusFolder(corpus)).subjects);
  expect(await readFile(other)).toEqual(await readFile(file));
});

test("the same failure is kept as the shorter of its traces", async () => {
  const folder = temporaryFolder();
  const longer = { ...trace, decisions: [...trace.decisions, ...trace.decisions] };
  const withTrace = (one: Trace): SubjectEntries => ({
    subject,
    lists: [],
    failures: [{ id: key, trace: one }],
    swarm: undefined,
  });
  await addEntries(folder, [withTrace(longer)]);
  await addEntries(folder, [withTrace(trace)]);
  await addEntries(folder, [withTrace(longer)]);
  const { subjects } = await readCorpusFolder(folder);
  expect(subjects[0]?.failures[0]?.trace.decisions).toHaveLength(2);
});

test("whatever is not sound in an archive is refused with its place", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "a.jsonl.gz");
  await writeArchive(file, entries);
  const good = gunzipSync(await readFile(file)).toString("utf8");
  const [header = "", first = "", ...rest] = good.split("\n");
  const told = async (bytes: string | Uint8Array): Promise<string> => {
    writeFileSync(file, bytes);
    const thrown: unknown = await readArchive(file, { ...archiveLimits, entriesMax: 5 }).catch(
      (error: unknown) => error,
    );
    if (!(thrown instanceof GauntletError)) throw new Error("it was taken");
    const { code, where, what, note } = thrown;
    return [code, where?.replace(file, "a"), code === "K002" ? note : what].join(" ");
  };
  const swapped = (from: string, to: string): Uint8Array => gzipSync(good.replaceAll(from, to));
  const many = [header, ...Array.from({ length: 9 }, () => first), ...rest].join("\n");
  expect([
    await told(swapped("refund", "refuse")),
    await told(swapped(String.raw`rule\",\"value\":\"pay`, String.raw`rule\",\"value\":\"buy`)),
    await told(swapped("shop/pay.chaos.ts", "../pay.chaos.ts")),
    await told(swapped("shop/pay.chaos.ts", "/etc/pay.chaos.ts")),
    await told(swapped("shop/pay.chaos.ts", "C:/pay.chaos.ts")),
    await told(swapped(String.raw`\"kind\":\"pick\"`, String.raw`\"kind\":\"eval\"`)),
    await told(swapped('"kind":"list"', '"kind":"link"')),
    await told(swapped('"version":1}', '"version":2}')),
    await told(gzipSync(`${header}\n{"kind":\n`)),
    await told(gzipSync([header, ...rest].join("\n"))),
    await told(gzipSync(many)),
    await told(gzipSync(good.slice(0, -1))),
    await told(gzipSync(`${good}${first}\n`)),
    await told(gzipSync(good).subarray(0, 60)),
    await told(gzipSync("")),
    await told(good),
    await told(""),
  ]).toMatchInlineSnapshot(`
    [
      "K002 a its content does not have the digest at its end",
      "K004 a:2 its decisions do not have the digest that it names",
      "K004 a:2 its subject is not a file inside a project",
      "K004 a:2 its subject is not a file inside a project",
      "K004 a:2 its subject is not a file inside a project",
      "K004 a:2 \`eval\` is not a kind of decision",
      "K004 a:2 \`kind\` of the line must be one of list, failure, swarm, end",
      "K002 a a newer gauntlet has written it",
      "K004 a:2 it is not JSON",
      "K002 a its content does not have the digest at its end",
      "K003 a it holds more entries, at most 5 are read",
      "K002 a it is cut short",
      "K002 a there is more behind its end",
      "K002 a it is not gzipped, damaged or cut short",
      "K002 a it is empty",
      "K002 a it is not gzipped, damaged or cut short",
      "K002 a it is not gzipped, damaged or cut short",
    ]
  `);
});

test("a small file that unpacks to a large one is refused before it fills the memory", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "bomb.gz");
  writeFileSync(file, gzipSync(Buffer.alloc(4 * 1024 * 1024)));
  const limits = { ...archiveLimits, textBytesMax: 1024 * 1024 };
  await expect(readArchive(file, limits)).rejects.toMatchObject({ code: "K003" });
  // One line of it is held whole, so that has a limit of its own.
  const lineBytesMax = 1024 * 1024;
  await expect(readArchive(file, { ...archiveLimits, lineBytesMax })).rejects.toMatchObject({
    what: "one entry has more bytes, at most 1048576 are read",
  });
  await expect(readArchive(file, { ...limits, fileBytesMax: 100 })).rejects.toMatchObject({
    code: "K003",
  });
  await expect(readArchive(folder)).rejects.toMatchObject({ code: "K002" });
});
