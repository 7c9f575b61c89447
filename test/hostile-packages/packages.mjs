// Clients that nobody here wrote. A row with `broken` is a version that gets a legal stream wrong,
// and the one that mended it; a row without is a client that is right in both tiers.

const texts = [
  { data: '{"text":"Grüße"}' },
  { event: "next", data: '{"text":"aus\\nWien"}' },
  { data: "[x]\nzwei" },
];
const unnamed = texts.filter(({ event }) => event === undefined);
const json = [{ data: '{"text":"Grüße"}' }, { data: '{"text":"aus\\nWien"}' }];
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const packages = [
  {
    name: "eventsource-parser",
    broken: "3.0.6",
    fixed: "4.0.0",
    kind: "sse",
    options: { events: texts },
    finds: "mixed line ends",
    target: parserTarget,
  },
  {
    name: "eventsource",
    broken: "1.0.5",
    fixed: "5.1.5",
    kind: "sse",
    options: { events: unnamed },
    finds: "cut inside of a character",
    target: sourceTarget,
  },
  {
    name: "eventsource",
    broken: "3.0.7",
    fixed: "5.1.5",
    kind: "sse",
    options: { events: unnamed },
    finds: "CR line ends",
    target: sourceTarget,
  },
  {
    name: "@anthropic-ai/sdk",
    broken: "0.39.0",
    fixed: "0.52.0",
    kind: "sse",
    options: { events: json.map((one) => ({ event: "completion", ...one })), json: true },
    finds: "a byte order mark",
    target: streamTarget,
  },
  {
    name: "together-ai",
    broken: "0.16.0",
    fixed: "0.52.0",
    kind: "sse",
    options: { events: json, ends: "[DONE]", json: true },
    finds: "a byte order mark",
    target: streamTarget,
  },
  {
    name: "fetch-event-stream",
    fixed: "0.1.6",
    kind: "sse",
    options: { events: texts },
    target: eventsTarget,
  },
  {
    name: "undici",
    fixed: "7.30.2",
    kind: "sse",
    options: { events: unnamed },
    target: sourceTarget,
  },
  ...["legal", "invalid"].flatMap((tier) => [
    {
      name: "standardwebhooks",
      fixed: "1.1.1",
      kind: "webhook",
      options: { scheme: "standard", secret, tier },
      target: standardTarget,
    },
    {
      name: "svix",
      fixed: "1.96.1",
      kind: "webhook",
      options: { scheme: "standard", secret, tier },
      target: standardTarget,
    },
    {
      name: "stripe",
      fixed: "23.1.0",
      kind: "webhook",
      options: { scheme: "stripe", secret, tier },
      target: stripeTarget,
    },
    {
      name: "@octokit/webhooks-methods",
      fixed: "5.0.0",
      kind: "webhook",
      options: { scheme: "github", secret, tier },
      target: octokitTarget,
    },
  ]),
];

// --- inside ---

function told({ event, data }) {
  return event === undefined || event === "" || event === null ? { data } : { event, data };
}

async function parserTarget({ load }) {
  const { createParser } = await load();
  return async ({ url, signal }) => {
    const response = await fetch(url, { signal });
    const got = [];
    const parser = createParser({ onEvent: (event) => got.push(told(event)) });
    const decoder = new TextDecoder();
    for await (const chunk of response.body) parser.feed(decoder.decode(chunk, { stream: true }));
    return got;
  };
}

async function eventsTarget({ load }) {
  const { events } = await load();
  return async ({ url, signal }) => {
    const response = await fetch(url, { signal });
    const got = [];
    for await (const event of events(response, signal)) {
      if (event.data !== undefined) got.push(told(event));
    }
    return got;
  };
}

/** An `EventSource` connects again when a stream ends, which is when all of it has come. */
async function sourceTarget({ load }) {
  const module = await load();
  const EventSource = module.EventSource ?? module.default;
  return ({ url, signal }) =>
    new Promise((resolve, reject) => {
      const got = [];
      const source = new EventSource(url);
      source.addEventListener("message", ({ data }) => got.push({ data }));
      source.addEventListener("error", () => {
        source.close();
        resolve(got);
      });
      signal.addEventListener("abort", () => {
        source.close();
        reject(signal.reason);
      });
    });
}

/** The stream that SDKs of models share, below their calls. */
function streamTarget({ require, alias }) {
  const { Stream } = require(`${alias}/streaming`);
  return async ({ url, signal }) => {
    const response = await fetch(url, { signal });
    const got = [];
    for await (const one of Stream.fromSSEResponse(response, new AbortController())) got.push(one);
    const wanted = json.map(({ data }) => JSON.parse(data));
    const { deepEqual } = require("node:assert/strict");
    deepEqual(structuredClone(got), wanted);
  };
}

function standardTarget({ require, alias }) {
  const { Webhook } = require(alias);
  const webhook = new Webhook(secret);
  return ({ deliveries }) =>
    deliveries().map(({ headers, body }) => webhook.verify(body.toString(), headers));
}

function stripeTarget({ require, alias }) {
  const module = require(alias);
  const stripe = new (module.default ?? module)("sk_test");
  return ({ deliveries }) =>
    deliveries().map(({ headers, body }) =>
      stripe.webhooks.constructEvent(body, named(headers, "stripe-signature"), secret),
    );
}

async function octokitTarget({ load }) {
  const { verify } = await load();
  return async ({ deliveries }) => {
    const got = [];
    for (const { headers, body } of deliveries()) {
      const signature = named(headers, "x-hub-signature-256");
      if (!(await verify(secret, body.toString(), signature))) throw new Error("refused");
      got.push(JSON.parse(body.toString()));
    }
    return got;
  };
}

/** A header, whatever case its name is in. */
function named(headers, name) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? "";
}
