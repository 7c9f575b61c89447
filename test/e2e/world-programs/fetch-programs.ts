import {
  errorFacts,
  failure,
  pause,
  type Program,
  textOf,
  withServer,
  withTcp,
} from "./program.ts";

/** Programs over `fetch` against a server of the same program. */
export const fetchPrograms: readonly Program[] = [
  {
    name: "fetch follows redirects as their status says",
    run: () =>
      withServer(
        (request, response) => {
          const [, status, rest = ""] = /^\/(\d+)(.*)$/.exec(request.url ?? "") ?? [];
          if (status !== undefined) {
            return void response.writeHead(Number(status), { location: rest || "/end" }).end();
          }
          void textOf(request).then((body) => response.end(`${request.method} ${body}`));
          return undefined;
        },
        async ({ url }) => {
          const post = (path: string): Promise<Response> =>
            fetch(url + path, { method: "POST", body: "b" });
          const seen: unknown[] = [];
          for (const path of ["/301", "/302", "/303", "/307", "/308", "/302/303"]) {
            const answer = await post(path);
            seen.push([path, answer.redirected, new URL(answer.url).pathname, await answer.text()]);
          }
          const manual = await fetch(`${url}/302`, { redirect: "manual" });
          seen.push([manual.status, manual.headers.get("location")]);
          seen.push(await failure(() => fetch(`${url}/302`, { redirect: "error" })));
          return seen;
        },
      ),
  },
  {
    name: "fetch gives up on redirects without end",
    run: () =>
      withServer(
        (_request, response) => response.writeHead(302, { location: "/again" }).end(),
        ({ url }) => failure(() => fetch(url)),
      ),
  },
  {
    name: "fetch sends forms, parameters, blobs, bytes and text with their types",
    run: () =>
      withServer(
        (request, response) => {
          const type = request.headers["content-type"] ?? "none";
          const length = request.headers["content-length"] ?? "none";
          void textOf(request).then((body) => {
            const mark = /boundary=(.*)$/.exec(type)?.[1] ?? "nothing at all";
            response.end(`${type}|${length === "none"}|${body}`.replaceAll(mark, "<mark>"));
          });
        },
        async ({ url }) => {
          const form = new FormData();
          form.set("name", "Ada");
          form.append("file", new Blob(["1,2\n"], { type: "text/csv" }), "rows.csv");
          const bodies = [
            "text",
            new URLSearchParams({ a: "1 2", b: "ä" }),
            new Blob(["blob"], { type: "text/x-blob" }),
            new Uint8Array([104, 105]),
            form,
          ];
          const seen: string[] = [];
          for (const body of bodies) {
            seen.push(await (await fetch(url, { method: "POST", body })).text());
          }
          return seen;
        },
      ),
  },
  {
    name: "fetch reads forms, JSON, blobs and bytes, and each only once",
    run: () =>
      withServer(
        (request, response) => {
          if (request.url === "/form") {
            response.setHeader("content-type", "application/x-www-form-urlencoded");
            response.end("a=1&b=2");
          } else response.end('{"n":1}');
        },
        async ({ url }) => {
          const form = await (await fetch(`${url}/form`)).formData();
          const answer = await fetch(url);
          const copy = answer.clone();
          const json: unknown = await answer.json();
          const blob = await copy.blob();
          const bytes = await (await fetch(url)).arrayBuffer();
          const again = await failure(() => answer.text());
          return [[...form], json, await blob.text(), bytes.byteLength, answer.bodyUsed, again];
        },
      ),
  },
  {
    name: "server-sent events come one by one, and stop when the reader does",
    run: () => {
      const log: string[] = [];
      return withServer(
        (_request, response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          let count = 0;
          const timer = setInterval(() => response.write(`data: ${++count}\n\n`), 10);
          response.on("close", () => {
            clearInterval(timer);
            log.push("closed");
          });
        },
        async ({ url }) => {
          const answer = await fetch(url);
          let text = "";
          for await (const chunk of answer.body ?? []) {
            text += Buffer.from(chunk).toString();
            if (text.includes("data: 3")) break;
          }
          await pause(60);
          return { events: text.split("\n\n").slice(0, 3), log };
        },
      );
    },
  },
  {
    name: "fetch is aborted before, while waiting and within the body",
    run: () =>
      withServer(
        (request, response) => {
          if (request.url === "/body") response.write("a part");
        },
        async ({ url }) => {
          const before = await failure(() => fetch(url, { signal: AbortSignal.abort() }));
          const reason = AbortSignal.abort(new Error("mine"));
          const mine = await failure(() => fetch(url, { signal: reason }));
          const timeout = await failure(() => fetch(url, { signal: AbortSignal.timeout(10) }));
          const controller = new AbortController();
          const answer = await fetch(`${url}/body`, { signal: controller.signal });
          setTimeout(() => controller.abort(), 5);
          const within = await failure(() => answer.text());
          return { before, mine, timeout, within };
        },
      ),
  },
  {
    name: "fetch says what failed: refused, hung up, cut off, not HTTP",
    run: async () => {
      const port = await withTcp(
        () => {},
        (free) => Promise.resolve(free),
      );
      const refused = await failure(() => fetch(`http://127.0.0.1:${port}`));
      const from = (text: string): Promise<unknown> =>
        withTcp(
          (socket) => {
            socket.on("error", () => {});
            socket.once("data", () => socket.end(text));
          },
          (at) => failure(async () => (await fetch(`http://127.0.0.1:${at}`)).text()),
        );
      return {
        refused,
        hungUp: causeCode(await from("")),
        cutOff: causeCode(await from("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort")),
        noHttp: causeCode(await from("good day\r\n\r\n")),
        whole: await from("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole"),
        toTheEnd: await from("HTTP/1.1 200 OK\r\n\r\nuntil it closes"),
      };
    },
  },
  {
    name: "fetch refuses what it cannot ask for",
    run: async () =>
      Promise.all(
        [
          () => fetch("nowhere"),
          () => fetch("ftp://127.0.0.1/x"),
          () => fetch("http://127.0.0.1:1/", Object.assign({ body: "x" }, { method: "GET" })),
          () => fetch("http://127.0.0.1:1/", { method: "no method" }),
          () => fetch("http://user:secret@127.0.0.1:1/"),
          () => fetch("http://127.0.0.1:6000/"),
        ].map(async (call) => failure(call)),
      ),
  },
  {
    name: "a stream is sent as it is made, and fails with its maker",
    run: () =>
      withServer(
        (request, response) => {
          request.on("error", () => {});
          void textOf(request).then(
            (body) => response.end(`${request.headers["transfer-encoding"]} ${body}`),
            () => {},
          );
        },
        async ({ url }) => {
          const send = (source: AsyncIterable<Uint8Array>): Promise<Response> =>
            fetch(url, { method: "POST", body: ReadableStream.from(source), duplex: "half" });
          const well = await (await send(parts(3, undefined))).text();
          const failed = await failure(() => send(parts(2, new Error("no more parts"))));
          return { well, failed };
        },
      ),
  },
  {
    name: "fetch follows compressed bodies and data URLs",
    run: async () => {
      const { gzipSync, brotliCompressSync, deflateSync } = await import("node:zlib");
      const bodies: Readonly<Record<string, Buffer>> = {
        gzip: gzipSync("squeezed"),
        br: brotliCompressSync("squeezed"),
        deflate: deflateSync("squeezed"),
      };
      return withServer(
        (request, response) => {
          const coding = request.url?.slice(1) ?? "";
          response.writeHead(200, { "content-encoding": coding }).end(bodies[coding]);
        },
        async ({ url }) => {
          const seen: string[] = [];
          for (const coding of Object.keys(bodies)) {
            seen.push(await (await fetch(`${url}/${coding}`)).text());
          }
          const data = await fetch("data:text/plain;base64,aGk=");
          return [...seen, data.headers.get("content-type"), await data.text()];
        },
      );
    },
  },
];

// --- inside ---

async function* parts(count: number, error: Error | undefined): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at++) {
    await pause(2);
    yield Buffer.from(`part ${at};`);
  }
  if (error !== undefined) throw error;
}

/** What a failed fetch says for itself; undici's own words differ between versions of Node. */
function causeCode(seen: unknown): unknown {
  const { message, cause } = seen as { message?: string; cause?: { code?: string } };
  return {
    message,
    code: cause?.code,
    whole: message === undefined ? errorFacts(seen) : undefined,
  };
}
