import { brokenCode } from "./broken-code.ts";

/** How a test of a service asks it and remembers its ids, as lines. */
export function serviceAsk({ asksOthers, callsHandlers }: AskRequest): readonly string[] {
  const params = [
    "state: State",
    "route: string",
    "path: string",
    ...(callsHandlers ? ["handle: Handler"] : []),
    "body?: object",
  ];
  return [
    "interface State {",
    "  /** What the service gave, by the route and by the name that it gave it under. */",
    "  readonly ids: Map<string, string[]>;",
    ...(asksOthers ? ["  /** How often others were asked. */", "  asked: number;"] : []),
    "}",
    "",
    asksOthers
      ? "/** Asks the service; gives the status, and undefined where others had a part in it. */"
      : "/** Asks the service, keeps the ids that it gives, and gives the status of its answer. */",
    ...brokenCode(`async function ask(${params.join(", ")}) {`, 0),
    ...(asksOthers ? ["  const { asked } = state;"] : []),
    '  const [method = "GET", pattern = path] = route.split(" ");',
    '  const headers = { "content-type": "application/json" };',
    "  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };",
    ...(callsHandlers
      ? [
          "  const request = new NextRequest(`${origin}${path}`, { method, ...sent });",
          "  const response = await answered(() => handle(request));",
        ]
      : ["  const response = await fetch(`${origin}${path}`, { method, ...sent });"]),
    "  const text = await response.text();",
    "  // What is only accepted (202) need not be there yet.",
    "  if (response.ok && response.status !== 202) remember(state, pattern, parsed(text));",
    ...(asksOthers
      ? [
          "  // Others had a part in it. Once they answer as they do in truth, remove this line.",
          "  if (state.asked > asked) return undefined;",
        ]
      : []),
    "  return response.status;",
    "}",
    "",
    "/** A request that is refused says nothing about the service. */",
    ...(asksOthers
      ? [
          "function isJudged(status: number | undefined): status is number {",
          "  return status !== undefined && (status < 400 || status >= 500);",
          "}",
        ]
      : [
          "function isJudged(status: number): boolean {",
          "  return status < 400 || status >= 500;",
          "}",
        ]),
    "",
    ...(callsHandlers ? answering : []),
    ...remembering,
  ];
}

// --- inside ---

interface AskRequest {
  /** Whether the service asks others. */
  readonly asksOthers: boolean;
  /** Whether the functions that answer are called themselves. */
  readonly callsHandlers: boolean;
}

const answering: readonly string[] = [
  "type Answer = Response | undefined | Promise<Response | undefined>;",
  "type Handler = (request: NextRequest) => Answer;",
  "",
  "/** What Next.js makes of a handler; one that throws to redirect, or as not found, refuses. */",
  "async function answered(answer: () => Answer): Promise<Response> {",
  "  try {",
  "    return (await answer()) ?? new Response(null, { status: 500 });",
  "  } catch (error) {",
  '    const digest: unknown = Reflect.get(Object(error), "digest");',
  '    const isRefusal = typeof digest === "string" && digest.startsWith("NEXT_");',
  "    if (!isRefusal) throw error;",
  "    return new Response(null, { status: 404 });",
  "  }",
  "}",
  "",
];

const remembering: readonly string[] = [
  "/** What the service gave for a parameter: under its name, as an id, or elsewhere. */",
  "function idsOf({ ids }: State, route: string, name: string): string[] {",
  '  const names = [name, "id", "_id", "uuid"];',
  "  const keys = [...names.map((one) => `${route} ${one}`), name];",
  "  return keys.map((key) => ids.get(key) ?? []).find((found) => found.length > 0) ?? [];",
  "}",
  "",
  "/** One of the ids that the service gave: made-up ones would only be refused. */",
  "function idOf(state: State, route: string, name: string, which: number): string {",
  "  const all = idsOf(state, route, name);",
  '  return encodeURIComponent(all[which % all.length] ?? "");',
  "}",
  "",
  "/** Keeps what an answer has of one thing, of a list of things, or of either under a name. */",
  "function remember(state: State, route: string, answer: unknown, depth = 0): void {",
  '  if (typeof answer !== "object" || answer === null || depth > 2) return;',
  "  const fields = Object.entries(answer);",
  "  let isThing = false;",
  "  for (const [key, value] of Array.isArray(answer) ? [] : fields) {",
  '    if (typeof value !== "string" && typeof value !== "number") continue;',
  "    isThing ||= /^(?:_?id|uuid)$|\\wId$/u.test(key);",
  "    for (const at of /\\wId$/u.test(key) ? [`${route} ${key}`, key] : [`${route} ${key}`]) {",
  "      const known = state.ids.get(at) ?? [];",
  "      if (!known.includes(String(value))) state.ids.set(at, [...known, String(value)]);",
  "    }",
  "  }",
  "  // What a thing has in it is something else.",
  "  if (!isThing) for (const [, value] of fields) remember(state, route, value, depth + 1);",
  "}",
  "",
  "function parsed(text: string): unknown {",
  "  try {",
  "    return JSON.parse(text);",
  "  } catch {",
  "    return undefined;",
  "  }",
  "}",
  "",
];
