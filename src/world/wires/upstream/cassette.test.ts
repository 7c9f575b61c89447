import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { Upstream, UpstreamRequest } from "../upstream.ts";
import { type Cassette, cassetteLimits } from "./cassette.ts";
import { cassetteText, parseCassette, readCassette, writeCassette } from "./cassette-file.ts";
import { CassetteRecorder } from "./cassette-recorder.ts";
import { cassetteUpstream } from "./cassette-upstream.ts";
import { dividedUpstream } from "./divided-upstream.ts";

test("a recording plays the same pieces, cuts inside of characters included", async () => {
  const euro = new TextEncoder().encode("€");
  const answers = [bytes("data: 1\n\nda"), euro.slice(0, 1), euro.slice(1), bytes("ta: 2")];
  let time = 0;
  const recorder = new CassetteRecorder(
    upstreamOf(answers, "reset"),
    new SecretMask(),
    () => time++,
  );
  const first = await ask(recorder.upstream, asked("hi"));
  const cassette = parseCassette(cassetteText(recorder.cassette()), "c.jsonl");
  expect(cassette).toEqual(recorder.cassette());
  expect(cassette.exchanges[0]?.response).toMatchInlineSnapshot(`
    {
      "broken": "reset",
      "headers": {
        "content-type": "text/plain",
      },
      "pieces": [
        {
          "atMs": 1,
          "bytes": {
            "text": "data: 1

    da",
          },
        },
        {
          "atMs": 2,
          "bytes": {
            "base64": "4g==",
          },
        },
        {
          "atMs": 3,
          "bytes": {
            "base64": "gqw=",
          },
        },
        {
          "atMs": 4,
          "bytes": {
            "text": "ta: 2",
          },
        },
      ],
      "status": 200,
    }
  `);
  expect(await ask(cassetteUpstream(cassette, "strict"), asked("hi"))).toEqual(first);
  expect(first.broken).toBe("reset");
});

test("an answer that never came does not come when it is played", async () => {
  const refuses: Upstream = { answer: () => Promise.reject(new Error("ECONNREFUSED")) };
  const recorder = new CassetteRecorder(refuses, new SecretMask());
  await expect(ask(recorder.upstream, asked("hi"))).rejects.toThrow("ECONNREFUSED");
  const player = cassetteUpstream(recorder.cassette(), "strict");
  await expect(ask(player, asked("hi"))).rejects.toThrow("ECONNREFUSED");
});

test("fields that hold keys are in no recording; it is found with them and without", async () => {
  const login = (token: string): UpstreamRequest => ({
    ...asked(""),
    path: `/session?of=${encodeURIComponent(token)}`,
    body: bytes(JSON.stringify({ password: token })),
  });
  const word = ["pass", "word-of-ada-7"].join("");
  const cassette = await recorded([login(word)]);
  expect(cassetteText(cassette)).not.toContain(word);
  // The agent sends the key that it has, or what it was given from the recording.
  for (const sent of [word, "[secret]"]) {
    const player = cassetteUpstream(cassette, "strict");
    expect((await ask(player, login(sent))).text).toBe('{"password":"[secret]"}');
  }
});

test("what is more than a recording holds is told, and answered all the same", async () => {
  const recorder = new CassetteRecorder(upstreamOf([bytes("yes")]), new SecretMask(), () => 0);
  const large = { ...asked(""), body: new Uint8Array(cassetteLimits.bytes / 2 + 1) };
  expect((await ask(recorder.upstream, large)).text).toBe("yes");
  expect(recorder.left).toEqual(["openai /v1/chat/completions"]);
  expect(recorder.cassette().exchanges).toEqual([]);
});

test("strict plays in order and once, with keys in any order; a miss is an answer", async () => {
  const cassette = await recorded([asked("one"), asked("two")]);
  const player = cassetteUpstream(cassette, "strict");
  const turned = { ...asked(""), body: bytes('{"text":"one","model":"m"}') };
  expect((await ask(player, turned)).text).toBe("one");
  expect((await ask(player, asked("one"))).status).toBe(599);
  expect((await ask(player, asked("two"))).text).toBe("two");
  expect((await ask(player, { ...asked("two"), to: "anthropic" })).text).toBe(
    '{"type":"error","error":{"type":"api_error","message":"the cassette has no answer for ' +
      'anthropic POST /v1/chat/completions; none is left"},"request_id":null}',
  );
  expect(player.misses).toEqual([
    "the cassette has no answer for openai POST /v1/chat/completions; the next one is 2",
    "the cassette has no answer for anthropic POST /v1/chat/completions; none is left",
  ]);
  player.rewind();
  expect((await ask(player, asked("one"))).text).toBe("one");
});

test("strict may begin with any conversation of several, and goes on in order", async () => {
  const cassette = await recorded([asked("one"), asked("two"), asked("three")]);
  const player = cassetteUpstream(cassette, "strict", { begins: "anywhere" });
  expect((await ask(player, asked("two"))).text).toBe("two");
  expect((await ask(player, asked("one"))).status).toBe(599);
  expect((await ask(player, asked("three"))).text).toBe("three");
});

test("loose plays in any order and again, without ids, dates and spaces, and says so", async () => {
  const then = '{"tool_call_id":"call_1a2b3c","at":"2026-01-02T03:04:05Z","n":1,"q":"a  b"}';
  const now = '{"tool_call_id":"call_9z8y7x","at":"2026-11-16T12:00:00Z","n":1,"q":"a b"}';
  const other = '{"tool_call_id":"call_9z8y7x","at":"2026-11-16T12:00:00Z","n":2,"q":"a b"}';
  const withBody = (body: string): UpstreamRequest => ({ ...asked(""), body: bytes(body) });
  const cassette = await recorded([asked("one"), withBody(then)]);
  const player = cassetteUpstream(cassette, "loose");
  const texts: string[] = [];
  for (const request of [withBody(now), asked("one"), asked("one"), withBody(other)]) {
    texts.push((await ask(player, request)).text.slice(0, 30));
  }
  expect(texts).toEqual([then.slice(0, 30), "one", "one", '{"error":{"message":"the casse']);
  expect(player.misses).toHaveLength(1);
  expect(player.differences).toEqual([
    "openai POST /v1/chat/completions is exchange 2, without ids, dates and spaces, out of order",
    "openai POST /v1/chat/completions is exchange 1, again",
  ]);
});

test("a cassette that is broken, changed or cut short is refused with its line", async () => {
  const text = cassetteText(await recorded([asked("one"), asked("two")]));
  const lines = text.split("\n");
  const without = (index: number): string => lines.filter((_, at) => at !== index).join("\n");
  const told = [
    "",
    "hello\n",
    text.slice(0, -1),
    text.slice(0, -40),
    text.slice(0, (lines[0] ?? "").length + 30),
    lines.slice(0, 2).join("\n") + "\n",
    without(1),
    text.replace('"two"', '"too"'),
    text.replace('"version":1', '"version":2'),
    text + text,
    cassetteText({ exchanges: [{ request: {} }] } as unknown as Cassette),
    cassetteText({ exchanges: [] }).replace("cassette", "trace"),
  ].map((damaged) => complaint(() => parseCassette(damaged, "c.jsonl")));
  expect(told).toMatchInlineSnapshot(`
    [
      "A033 c.jsonl:1: the cassette is damaged: it does not begin as one",
      "A033 c.jsonl:1: the cassette is damaged: it does not begin as one",
      "A033 c.jsonl:4: the cassette is damaged: it is cut short here",
      "A033 c.jsonl:4: the cassette is damaged: it is cut short here",
      "A033 c.jsonl:2: the cassette is damaged: it is cut short here",
      "A033 c.jsonl:3: the cassette is damaged: it is cut short here",
      "A033 c.jsonl:2: the cassette is damaged: this line, or one before it, changed",
      "A033 c.jsonl:3: the cassette is damaged: this line, or one before it, changed",
      "A034 c.jsonl:1: the cassette has the version 2, this Gauntlet reads 1",
      "A033 c.jsonl:4: the cassette is damaged: lines follow its end",
      "A033 c.jsonl:2: the cassette is damaged: \`request\` of the exchange has no \`agent\`",
      "A033 c.jsonl:1: the cassette is damaged: it does not begin as one",
    ]
  `);
});

test("a file is written whole, and leaves nothing beside it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "gauntlet-cassette-"));
  try {
    const place = { file: path.join(folder, "deep", "c.jsonl"), shown: "deep/c.jsonl" };
    const cassette = await recorded([asked("one")]);
    await writeCassette(place, cassette);
    await writeCassette(place, cassette);
    expect(await readdir(path.dirname(place.file))).toEqual(["c.jsonl"]);
    expect(await readCassette(place)).toEqual(cassette);
    const missing = { file: path.join(folder, "none.jsonl"), shown: "none.jsonl" };
    await expect(readCassette(missing)).rejects.toMatchObject({
      code: "A032",
      message: "none.jsonl: the cassette cannot be read: ENOENT",
    });
    await writeFile(missing.file, "");
    const below = { file: path.join(missing.file, "c.jsonl"), shown: "none.jsonl/c.jsonl" };
    await expect(writeCassette(below, cassette)).rejects.toMatchObject({ code: "A032" });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("models are answered by one upstream and tools by the other", async () => {
  const divided = dividedUpstream({
    models: upstreamOf([bytes("model")]),
    tools: upstreamOf([bytes("tool")]),
  });
  const texts: string[] = [];
  for (const to of ["openai", "anthropic", "get_order"]) {
    texts.push((await ask(divided, { ...asked("x"), to })).text);
  }
  expect(texts).toEqual(["model", "model", "tool"]);
});

// --- inside ---

interface Answered {
  readonly status: number;
  readonly pieces: readonly string[];
  readonly text: string;
  readonly broken: string | undefined;
}

async function ask(upstream: Upstream, request: UpstreamRequest): Promise<Answered> {
  const { status, body } = await upstream.answer(request, new AbortController().signal);
  const pieces: Uint8Array[] = [];
  let broken: string | undefined;
  try {
    for await (const piece of body) pieces.push(piece);
  } catch (thrown) {
    broken = thrown instanceof Error ? thrown.message : String(thrown);
  }
  const text = Buffer.concat(pieces).toString();
  return {
    status,
    pieces: pieces.map((piece) => Buffer.from(piece).toString("hex")),
    text,
    broken,
  };
}

/** Answers with what it is asked. */
async function recorded(requests: readonly UpstreamRequest[]): Promise<Cassette> {
  const echo: Upstream = {
    answer: ({ body }) => {
      const { text } = JSON.parse(Buffer.from(body).toString()) as { text?: string };
      return upstreamOf([text === undefined ? body : bytes(text)]).answer(asked(""), never);
    },
  };
  const recorder = new CassetteRecorder(echo, new SecretMask(), () => 0);
  for (const request of requests) await ask(recorder.upstream, request);
  return recorder.cassette();
}

const { signal: never } = new AbortController();

function upstreamOf(pieces: readonly Uint8Array[], broken?: string): Upstream {
  async function* body(): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield await Promise.resolve(piece);
    if (broken !== undefined) throw new Error(broken);
  }
  const headers = { "content-type": "text/plain", "content-length": "9" };
  return { answer: () => Promise.resolve({ status: 200, headers, body: body() }) };
}

function asked(text: string): UpstreamRequest {
  const body = bytes(JSON.stringify({ model: "m", text }));
  const path_ = "/v1/chat/completions";
  return { agent: "a", to: "openai", method: "POST", path: path_, headers: {}, body };
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function complaint(act: () => unknown): string {
  try {
    act();
    return "no complaint";
  } catch (thrown) {
    return thrown instanceof GauntletError ? `${thrown.code} ${thrown.message}` : String(thrown);
  }
}
