import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  makeMutations,
  type MutationOptions,
} from "../../../src/engines/agents/mutations/make-mutations.ts";
import { type MutationType, mutationWeights } from "../../../src/kernel/agent/index.ts";
import { errorText, GauntletError } from "../../../src/kernel/errors/gauntlet-error.ts";

const prompt = "Tell me where order A-1042 is.";
const key = "sk-canary-0123456789abcdef";
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mutations-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("two other processes make the same mutations of all types as this one", async () => {
  const types = (Object.keys(mutationWeights) as MutationType[]).filter(
    (type) => type !== "custom",
  );
  const script = `
    import { makeMutations } from ${JSON.stringify(new URL("../../../compiled/engines/agents/mutations/make-mutations.js", import.meta.url).href)};
    const config = { count: 46, types: ${JSON.stringify(types)}, weights: new Map(), customTemplates: new Map() };
    const made = await makeMutations([${JSON.stringify(prompt)}], { seed: "s", config });
    console.log(JSON.stringify(made.map(({ id, type, variant, length }) => [id, type, variant, length])));
  `;
  const other = () => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  const [first, second] = await Promise.all([other(), other()]);
  const config = {
    count: 46,
    types,
    weights: new Map(),
    customTemplates: new Map(),
    custom: undefined,
    lockfile: undefined,
  };
  const made = await makeMutations([prompt], { seed: "s", config });
  const here = made.map(({ id, type, variant, length }) => [id, type, variant, length]);
  expect(here).toHaveLength(46);
  expect(JSON.parse(first.stdout)).toEqual(here);
  expect(second.stdout).toBe(first.stdout);
});

describe("a model that paraphrases", () => {
  test("is asked once for each, at temperature 0, and never again", async () => {
    const model = await serve((asked) => answer(`Where is order A-1042? (${asked})`));
    try {
      const made = await makeMutations([prompt], optionsFor(model.url));
      expect(made.map(({ variant, input }) => [variant, input.prompt])).toEqual([
        ["model", expect.stringContaining("Where is order A-1042?")],
        ["model", expect.stringContaining("Where is order A-1042?")],
      ]);
      expect(model.requests).toHaveLength(2);
      expect(model.requests[0]).toMatchObject({
        url: "/v1/chat/completions",
        authorization: `Bearer ${key}`,
        body: {
          model: "small",
          temperature: 0,
          messages: [{ role: "system" }, { content: prompt }],
        },
      });
    } finally {
      await model.close();
    }
    const again = await makeMutations([prompt], { ...optionsFor(model.url), env: {} });
    expect(again).toHaveLength(2);
    expect(again.map(({ variant }) => variant)).toEqual(["model", "model"]);
    const cache = await readFile(path.join(folder, "cache.json"), "utf8");
    expect(cache).toContain("Where is order A-1042?");
    expect(cache).not.toContain(key);
  });

  test.each([
    ["nothing", "  "],
    ["the prompt itself", `${prompt}\n`],
    ["far too much", "x".repeat(200)],
  ])("that gives %s is passed over, and is not asked for it again", async (_, text) => {
    const model = await serve(() => answer(text));
    try {
      for (let run = 0; run < 2; run++) {
        const made = await makeMutations([prompt], optionsFor(model.url));
        expect(made).toHaveLength(2);
        expect(made.some(({ variant }) => variant === "model")).toBe(false);
      }
      expect(model.requests).toHaveLength(2);
    } finally {
      await model.close();
    }
  });

  test.each([
    ["status 500", { status: 500, body: `oops ${key}` }, "it answered with status 500"],
    ["no JSON", { status: 200, body: "<html>" }, "no `choices[0].message.content`"],
    ["no choices", { status: 200, body: '{"choices":[]}' }, "no `choices[0].message.content`"],
    ["2 MB", { status: 200, body: " ".repeat(2_000_000) }, "over 1048576 bytes"],
  ])("that answers with %s is an error without the key", async (_, given, because) => {
    const model = await serve(() => given);
    try {
      const message = await failure(makeMutations([prompt], optionsFor(model.url)));
      expect(message).toContain("error[A054]: the model could not be asked for a paraphrase");
      expect(message).toContain(because);
      expect(message).not.toContain(key);
    } finally {
      await model.close();
    }
  });

  test("that is not there, and a key that is not set, are told", async () => {
    const model = await serve(() => answer("unused"));
    await model.close();
    const options = optionsFor(model.url);
    expect(await failure(makeMutations([prompt], options))).toContain("ECONNREFUSED");
    expect(await failure(makeMutations([prompt], { ...options, env: {} }))).toContain(
      "the variable `MODEL_KEY` is not set",
    );
  });

  test("keeps the answers that it has when a later one fails", async () => {
    let asked = 0;
    const model = await serve(() =>
      asked++ === 0 ? answer("Where is A-1042?") : { status: 429, body: "" },
    );
    try {
      await failure(makeMutations([prompt], optionsFor(model.url)));
      expect(await readFile(path.join(folder, "cache.json"), "utf8")).toContain("Where is A-1042?");
    } finally {
      await model.close();
    }
  });

  test("a broken cache is an error with its line, and stays as it is", async () => {
    const file = path.join(folder, "cache.json");
    const broken = '{\n  "answers": {\n    "a": { "prompt": 1 }\n  },\n  "format": 1\n}\n';
    await writeFile(file, broken);
    const message = await failure(makeMutations([prompt], optionsFor("http://127.0.0.1:1")));
    expect(message).toContain("error[A055]: an answer of the cache has no `prompt`");
    expect(message).toContain("--> cache.json:3:");
    expect(await readFile(file, "utf8")).toBe(broken);
  });
});

// --- inside ---

interface Given {
  readonly status: number;
  readonly body: string;
}

function answer(content: string): Given {
  return { status: 200, body: JSON.stringify({ choices: [{ message: { content } }] }) };
}

function optionsFor(url: string): MutationOptions {
  return {
    seed: 1,
    config: {
      count: 2,
      types: ["paraphrase"],
      weights: new Map(),
      customTemplates: new Map(),
      custom: undefined,
      lockfile: undefined,
    },
    model: {
      name: "small",
      baseUrl: `${url}/v1/`,
      keyVariable: "MODEL_KEY",
      temperature: 0,
      cache: path.join(folder, "cache.json"),
    },
    env: { MODEL_KEY: key },
    directory: folder,
  };
}

async function serve(give: (asked: number) => Given) {
  const requests: unknown[] = [];
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { url, headers } = request;
      const body: unknown = JSON.parse(Buffer.concat(pieces).toString());
      requests.push({ url, authorization: headers.authorization, body });
      const { status, body: text } = give(requests.length);
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function failure(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof GauntletError) return errorText(error);
    throw error;
  }
  throw new Error("it did not fail");
}
