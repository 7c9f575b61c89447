import path from "node:path";
import type { WorldAct } from "../../../kernel/services/world-act.ts";
import { codeProbe } from "../../../world/acts.ts";
import {
  type CallObservation,
  type ContractCheck,
  shownText,
  type Wrong,
} from "../contract-check.ts";
import { probesOf } from "../tracked-params.ts";

/** Probes of the places where the text of a parameter does harm. */
export const securityChecks: readonly ContractCheck[] = [
  {
    name: "path_traversal",
    claim: "no argument leads out of its folder",
    probes: (plan, contract) => probesOf(plan, contract, outsidePaths),
    judge: leftFolder,
  },
  {
    name: "fs_write",
    claim: "no argument chooses a file outside of the project to write",
    probes: (plan, contract) => probesOf(plan, contract, () => [`/${outside}/file`]),
    judge: wroteOutside,
  },
  {
    name: "symlink_escape",
    claim: "no link leads out of its folder",
    probes: (plan, contract) => probesOf(plan, contract, outsidePaths),
    judge: linkedOutside,
  },
  {
    name: "ssrf",
    claim: "no argument chooses the host of a request",
    probes: (plan, contract) => probesOf(plan, contract, hosts),
    judge: wentElsewhere,
  },
  {
    name: "import_injection",
    claim: "no argument chooses a module",
    probes: (plan, contract) => probesOf(plan, contract, modules),
    judge: (observation) => ranCode(observation) ?? soughtModule(observation),
  },
  {
    name: "deserialization",
    claim: "no argument becomes code",
    probes: (plan, contract) => probesOf(plan, contract, codes),
    judge: ranCode,
  },
  {
    name: "ipc_injection",
    claim: "no argument goes to another process as it is",
    probes: (plan, contract) => probesOf(plan, contract, () => [message, evilHost]),
    judge: wentAcross,
  },
];

// --- inside ---

const outside = "gauntlet-outside";
const evilHost = "gauntlet-evil.example";
const message = "gauntlet-message\n{}";
const missing = "gauntlet-missing-module";

function outsidePaths(): readonly string[] {
  return [`../../${outside}`, `/${outside}/file`, `a/../../${outside}`];
}

function hosts(plain: string): readonly string[] {
  return [
    evilHost,
    `https://${evilHost}/${plain}`,
    `//${evilHost}/`,
    `${plain}@${evilHost}/`,
    `${evilHost}/#`,
  ];
}

function modules(): readonly string[] {
  return [`data:text/javascript,${codeProbe}("import")`, `../../${missing}.mjs`];
}

function codes(): readonly string[] {
  const call = `globalThis.${codeProbe}("code")`;
  return [call, `(() => ${call})()`, `{"f":"_$$ND_FUNC$$_function(){${call}}()"}`];
}

type FileAct = Extract<WorldAct, { kind: "file" }>;

function fileActs({ acts }: CallObservation): readonly FileAct[] {
  return acts.filter((act) => act.kind === "file");
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, path.resolve(file));
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The folder is where a harmless name leads; without one, nobody knows which is meant. */
function leftFolder(observation: CallObservation): Wrong | undefined {
  const { probe, plain } = observation;
  if (plain === undefined) return undefined;
  const calm = String(plain.probe.value);
  const known = fileActs(plain).find((act) => path.basename(act.path).includes(calm));
  // The parameter is the whole path: where it leads is the caller's to say.
  if (known === undefined || path.resolve(known.path) === path.resolve(calm)) return undefined;
  const folder = path.resolve(path.dirname(known.path));
  const left = fileActs(observation).find(
    (act) => act.path.includes(outside) && !isInside(folder, act.path),
  );
  if (left === undefined) return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` leads out of its folder`,
    shown: `${shownText(probe.value)} made \`${left.operation}\` act on ${shownText(left.path)}`,
  };
}

function wroteOutside(observation: CallObservation): Wrong | undefined {
  const { probe } = observation;
  const written = fileActs(observation).find(
    ({ effect, path: file, target }) =>
      effect === "write" && [file, target ?? ""].some((one) => one.startsWith(`/${outside}/`)),
  );
  if (written === undefined) return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` chooses which file is written`,
    shown: `${shownText(probe.value)} made \`${written.operation}\` write there`,
  };
}

function linkedOutside(observation: CallObservation): Wrong | undefined {
  const { probe } = observation;
  const link = fileActs(observation).find(({ effect, path: at, target = "" }) => {
    if (effect !== "link" || !(at.includes(outside) || target.includes(outside))) return false;
    const folder = path.resolve(path.dirname(at));
    return at.includes(outside) || !isInside(folder, path.resolve(folder, target));
  });
  if (link === undefined) return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` makes a link that leads out of its folder`,
    shown: `${shownText(link.path)} leads to ${shownText(link.target ?? "")}`,
  };
}

function wentElsewhere(observation: CallObservation): Wrong | undefined {
  const { probe, acts } = observation;
  for (const act of acts) {
    const host =
      act.kind === "request" ? hostOf(act.url) : act.kind === "connection" ? act.host : "";
    if (host !== evilHost) continue;
    return {
      problem: `\`${probe.param ?? ""}\` chooses where a request goes`,
      shown: `${shownText(probe.value)} made it go to ${evilHost}`,
    };
  }
  return undefined;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

function ranCode({ probe, acts }: CallObservation): Wrong | undefined {
  if (!acts.some(({ kind }) => kind === "code")) return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` runs as code`,
    shown: shownText(probe.value),
  };
}

/** An error about a module that only the probe names says that it was looked for. */
function soughtModule({ probe, outcome }: CallObservation): Wrong | undefined {
  if (outcome.kind !== "threw") return undefined;
  const { thrown } = outcome;
  const text = thrown instanceof Error ? `${thrown.name} ${thrown.message}` : String(thrown);
  const isLoader = /cannot find|not found|failed to (load|resolve)|no such file/i.test(text);
  if (!isLoader || !text.includes(missing)) return undefined;
  return {
    problem: `\`${probe.param ?? ""}\` chooses which module is loaded`,
    shown: `${shownText(probe.value)} gave ${shownText(text.split("\n")[0] ?? "")}`,
  };
}

function wentAcross({ probe, acts }: CallObservation): Wrong | undefined {
  if (probe.isPlain) return undefined;
  for (const act of acts) {
    const isSent = act.kind === "message" && holds(act.data, probe.value);
    const isConnected = act.kind === "connection" && act.host === probe.value;
    if (!isSent && !isConnected) continue;
    const channel = act.kind === "message" ? act.channel : "a connection";
    return {
      problem: `\`${probe.param ?? ""}\` goes to another process unchecked`,
      shown: `${shownText(probe.value)} went to ${channel}`,
    };
  }
  return undefined;
}

/** Whether a text is somewhere in a message. */
function holds(data: unknown, value: unknown, depth = 0): boolean {
  if (typeof data === "string") return data.includes(String(value));
  if (typeof data !== "object" || data === null || depth > holdsDepthMax) return false;
  return Object.values(data).some((inner) => holds(inner, value, depth + 1));
}

const holdsDepthMax = 6;
