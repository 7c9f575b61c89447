import { connect, createServer, type AddressInfo } from "node:net";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentWires } from "./agent.ts";
import { childEnvironment, ChildGroup } from "./child-group.ts";
import { fillTable, fillVariables, type Variables } from "./fill-variables.ts";

/** A server that is started for an agent. */
export interface ServerPlan {
  /** What messages call it. */
  readonly name: string;
  readonly command: readonly string[];
  /** Where it will listen; `${PORT}` is a free port that it is given. */
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The table of the configuration that says so: `[agent]`, `[[agent.tools]]`. */
  readonly table: string;
  /** Which of its keys the address is. */
  readonly urlKey: string;
  readonly startMsMax?: number;
  readonly signal: AbortSignal;
}

/** A server that listens. */
export interface StartedServer {
  /** What `${…}` stands for from now on. */
  readonly variables: Variables;
  /** How its process ended, in words; nothing where it has not within the time. */
  readonly endedWithin: (ms: number) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** Starts a server and waits until it listens. */
export async function startServer(plan: ServerPlan, wires: AgentWires): Promise<StartedServer> {
  const port = await freePort();
  const variables = { ...process.env, PORT: String(port) };
  const where = `${plan.table} command`;
  const fill = (text: string) => fillVariables(text, variables, where);
  const own = { ...fillTable(plan.env, variables, `${plan.table} env`), PORT: String(port) };
  const url = new URL(fillVariables(plan.url, variables, `${plan.table} ${plan.urlKey}`));
  const group = new ChildGroup(plan.command.map(fill), {
    cwd: plan.cwd,
    env: childEnvironment(own, wires),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const problem = await waitUntilListening(group, url, plan);
  if (problem === undefined) {
    const endedWithin = (ms: number) => group.endedWithin(ms);
    return { variables, endedWithin, close: () => group.stop() };
  }
  await group.stop();
  const said = group.said;
  throw new GauntletError({
    code: "A003",
    what: `\`${plan.name}\` did not start: ${problem}`,
    where,
    note: said === "" ? "it wrote nothing to stderr" : `its stderr ends with: ${said}`,
    help: `try \`PORT=${port} ${plan.command.join(" ")}\`; it must listen on ${url.host}`,
  });
}

// --- inside ---

const startMsMax = 30_000;
const betweenMs = 20;

async function waitUntilListening(
  group: ChildGroup,
  url: URL,
  { startMsMax: limitMs = startMsMax, signal }: ServerPlan,
): Promise<string | undefined> {
  let ended: string | undefined;
  void group.ended.then((how) => (ended = how));
  const deadlineMs = performance.now() + limitMs;
  while (performance.now() < deadlineMs) {
    if (await isListening(url)) return undefined;
    if (ended !== undefined) return ended;
    if (signal.aborted) return "the run was stopped";
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
  return `nothing listens on ${url.host} after ${limitMs} ms`;
}

function isListening(url: URL): Promise<boolean> {
  const port = Number(url.port === "" ? (url.protocol === "https:" ? 443 : 80) : url.port);
  return new Promise((resolve) => {
    const socket = connect({ port, host: url.hostname.replaceAll(/[[\]]/gu, "") });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port, so its address is not a path.
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
