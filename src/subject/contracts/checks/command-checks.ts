import { commandsSeen, type SeenCommand } from "../commands-seen.ts";
import {
  type CallObservation,
  type ContractCheck,
  shownText,
  type Wrong,
} from "../contract-check.ts";
import { probesOf } from "../tracked-params.ts";

/** What is promised of the commands that a call starts or builds. */
export const commandChecks: readonly ContractCheck[] = [
  {
    name: "shell_injection",
    claim: "no argument runs a command of its own",
    probes: (plan, contract) => probesOf(plan, contract, injections),
    judge: injected,
  },
  {
    name: "shell_safe",
    claim: "no argument changes what a shell reads",
    probes: (plan, contract) => probesOf(plan, contract, injections),
    judge: (observation) => injected(observation) ?? torn(observation),
  },
  {
    name: "quoted_paths",
    claim: "a path with spaces and quotes stays one word",
    probes: (plan, contract) => probesOf(plan, contract, awkwardPaths),
    judge: split,
  },
  {
    name: "command_arg_stability",
    claim: "the number of words of a command does not depend on an argument",
    probes: (plan, contract) => probesOf(plan, contract, unevenWords),
    judge: unstable,
  },
  {
    name: "subprocess_argv",
    claim: "arguments reach a program as they are, without a shell",
    probes: (plan, contract) => probesOf(plan, contract, awkwardPaths),
    judge: (observation) => throughShell(observation) ?? split(observation),
  },
  {
    name: "argv_injection",
    claim: "no argument chooses the program",
    probes: (plan, contract) => probesOf(plan, contract, () => [`/tmp/${program}`]),
    judge: chosen,
  },
];

// --- inside ---

const program = "gauntlet-pwned";
const harm = `touch ${program}`;

function injections(plain: string): readonly string[] {
  return [
    `${plain}; ${harm}`,
    `${plain} && ${harm}`,
    `${plain} | ${harm}`,
    `${plain}\n${harm}\n`,
    `$(${harm})`,
    `\`${harm}\``,
    `'; ${harm}; '`,
    `"; ${harm}; "`,
  ];
}

function awkwardPaths(plain: string): readonly string[] {
  return [`${plain} two  words`, `it's ${plain}`, `${plain} "quoted"`, `${plain}$HOME`];
}

function unevenWords(plain: string): readonly string[] {
  return [`${plain} two words`, ""];
}

function injected(observation: CallObservation): Wrong | undefined {
  const { probe } = observation;
  for (const { line, commands } of commandsSeen(observation)) {
    if (line === undefined) continue;
    const isRun = commands.some(([first, ...rest]) => first === "touch" && rest.includes(program));
    if (!isRun) continue;
    return wrong(`a shell runs what \`${probe.param ?? ""}\` says`, line, probe.value);
  }
  return undefined;
}

/** A quote in a value that leaves the line without its other half. */
function torn(observation: CallObservation): Wrong | undefined {
  const { probe, plain } = observation;
  if (plain === undefined || commandsSeen(plain).some(({ isWhole }) => !isWhole)) return undefined;
  const line = commandsSeen(observation).find(({ isWhole }) => !isWhole)?.line;
  if (line === undefined) return undefined;
  return wrong(`quotes in \`${probe.param ?? ""}\` tear the line for a shell`, line, probe.value);
}

function split(observation: CallObservation): Wrong | undefined {
  const { probe, plain } = observation;
  const { value } = probe;
  if (probe.isPlain || typeof value !== "string" || plain === undefined) return undefined;
  const calm = String(plain.probe.value);
  const isInPlain = commandsSeen(plain).some((seen) => wordsOf(seen).some((w) => w.includes(calm)));
  if (!isInPlain) return undefined;
  const seen = commandsSeen(observation);
  const isKept = seen.some((one) => wordsOf(one).some((word) => word.includes(value)));
  if (isKept || seen.length === 0) return undefined;
  // A call that changes the text on purpose, such as to its last part, splits nothing.
  const isTouched = seen.every((one) => !wordsOf(one).some((word) => word.includes(calm)));
  if (isTouched) return undefined;
  const line = seen.map(shownCommand).join(" ; ");
  return wrong(`\`${probe.param ?? ""}\` does not stay one word of the command`, line, value);
}

function unstable(observation: CallObservation): Wrong | undefined {
  const { probe, plain } = observation;
  if (plain === undefined || probe.isPlain) return undefined;
  const [before, after] = [commandsSeen(plain), commandsSeen(observation)];
  // A call that refuses a value starts nothing.
  if (before.length === 0 || after.length === 0) return undefined;
  const counts = (seen: readonly SeenCommand[]): string =>
    seen.map(({ commands }) => commands.map((words) => words.length).join("+")).join(" ");
  if (counts(before) === counts(after)) return undefined;
  const line = after.map(shownCommand).join(" ; ");
  const problem = `\`${probe.param ?? ""}\` changes how many words the command has`;
  return wrong(problem, line, probe.value);
}

function throughShell(observation: CallObservation): Wrong | undefined {
  const { probe } = observation;
  const seen = commandsSeen(observation).find(({ line }) => line !== undefined);
  if (seen?.line === undefined) return undefined;
  return wrong("a shell reads the command", seen.line, probe.value);
}

function chosen(observation: CallObservation): Wrong | undefined {
  const { probe } = observation;
  for (const { commands } of commandsSeen(observation)) {
    const started = commands.find(([first = ""]) => first.includes(program));
    if (started === undefined) continue;
    const problem = `\`${probe.param ?? ""}\` chooses the program that is started`;
    return wrong(problem, started.join(" "), probe.value);
  }
  return undefined;
}

function wordsOf({ commands }: SeenCommand): readonly string[] {
  return commands.flat();
}

function shownCommand({ line, commands }: SeenCommand): string {
  return line ?? JSON.stringify(commands[0] ?? []);
}

function wrong(problem: string, line: string, value: unknown): Wrong {
  return { problem, shown: `${shownText(value)} gave ${shownText(line)}` };
}
