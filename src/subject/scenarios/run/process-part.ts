import { hostLimits } from "../../../world/host/host-limits.ts";
import { runHostProcess } from "../../../world/host/run-host-process.ts";
import type { CommandOutcome } from "../../../kernel/subject/subject.ts";
import { literalText } from "../../../kernel/values/literal.ts";
import type { OutsideSteps } from "../step-fields/outside-fields.ts";
import { hostTimeout, hostTooLong } from "./host-failures.ts";
import { RuleBook, stepToPaste } from "./rule-book.ts";
import { harnessError, StepFailed } from "./step-failure.ts";
import type { PartKind, ScopePart, StepScope } from "./step-scope.ts";

/** How a process came out. */
export interface ProcessEnd {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * What a scenario says of processes. Scripted, its rules stand in for the programs that it and
 * called code start. With real processes they are contracts, which the real output must keep.
 */
export class ProcessPart implements ScopePart {
  static readonly kind: PartKind<ProcessPart> = {
    name: "processes",
    make: (scope) => new ProcessPart(scope),
  };

  readonly #scope: StepScope;
  readonly #rules = new RuleBook<ProcessRule>();
  readonly #commands = new Set<string>();

  constructor(scope: StepScope) {
    this.#scope = scope;
  }

  /** Takes a `proc_when`. */
  declare(said: OutsideSteps["proc_when"]): void {
    const { cmd, args = [], exit_code: exitCode, stdout = "", stderr = "", times } = said;
    if (!this.#isHost) this.#script(cmd);
    const end = { exitCode, signal: null, stdout, stderr };
    this.#rules.add({ cmd, args, end, said }, times);
  }

  /** Starts a process of the scenario's own and waits for its end. */
  run(cmd: string, args: readonly string[]): ProcessEnd {
    return this.#isHost ? this.#runHost(cmd, args) : this.#ruleFor(cmd, args).end;
  }

  /** A program that was scripted stays so; without a rule, whoever starts it is told so. */
  snapshot(): () => void {
    return this.#rules.snapshot();
  }

  get #isHost(): boolean {
    return this.#scope.world.host.proc;
  }

  #ruleFor(cmd: string, args: readonly string[]): ProcessRule {
    const fits = (rule: ProcessRule): boolean => fitsProcess(rule, cmd, args);
    const rule = this.#rules.take(fits);
    if (rule !== undefined) return rule;
    const isUsedUp = this.#rules.hasUsedUp(fits);
    const why = isUsedUp ? "every proc_when is used up" : "there is no proc_when";
    const help = `add before it: ${suggestedProcWhen(cmd, args)}`;
    throw harnessError("proc_unmatched", `${why} for \`${lineOf(cmd, args)}\`; ${help}`);
  }

  /** Stands in for a program that called code starts; what no rule is for breaks the run. */
  #script(cmd: string): void {
    if (this.#commands.has(cmd)) return;
    this.#commands.add(cmd);
    this.#scope.context.world.command(cmd, (args): CommandOutcome => {
      try {
        const { exitCode, stdout, stderr } = this.#ruleFor(cmd, args).end;
        return { exitCode: exitCode ?? 0, stdout, stderr };
      } catch (thrown) {
        if (!(thrown instanceof StepFailed)) throw thrown;
        this.#scope.breakRun(thrown);
        return { exitCode: 127 };
      }
    });
  }

  #runHost(cmd: string, args: readonly string[]): ProcessEnd {
    const { world } = this.#scope;
    const rule = this.#contractFor(cmd, args);
    const line = `\`${lineOf(cmd, args)}\``;
    const end = runHostProcess(world, { command: cmd, args, ...hostLimits(world) });
    if (end.kind === "timeout") {
      const last = literalText((end.stderr || end.stdout).slice(-shownMax));
      throw hostTimeout(line, end.afterMs, `its output ended ${last}`);
    }
    if (end.kind === "too long") throw hostTooLong(line, end.stream, end);
    if (end.kind === "unstartable") {
      throw harnessError("proc_spawn_host", `${line} could not be started: ${end.because}`);
    }
    const { exitCode, signal, stdout, stderr } = end;
    const found = { exitCode, signal, stdout, stderr };
    if (rule !== undefined) {
      const { exit_code: exit, stdout: out, stderr: err } = rule.said;
      judgeProcess(found, { exit, stdout: out, stderr: err }, { prefix: "proc_when_host_", line });
    }
    return found;
  }

  #contractFor(cmd: string, args: readonly string[]): ProcessRule | undefined {
    const rule = this.#rules.take((known) => fitsProcess(known, cmd, args));
    if (rule !== undefined || this.#rules.isEmpty) return rule;
    throw harnessError(
      "proc_when_host_unmatched",
      `no proc_when is left for the real process \`${lineOf(cmd, args)}\`, and there are others: ` +
        `correct the command or arguments of one, add ${suggestedProcWhen(cmd, args)}, ` +
        "or use `--proc-backend scripted`",
    );
  }
}

/** What is wanted of a process; what is left out is not looked at. */
export interface WantedProcess {
  readonly exit?: number | undefined;
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
}

/** Fails with the code of the first thing about a process that is not what was wanted. */
export function judgeProcess(
  end: ProcessEnd,
  wanted: WantedProcess,
  { prefix, line }: { readonly prefix: string; readonly line: string },
): void {
  const { exit } = wanted;
  if (exit !== undefined && end.exitCode !== exit) {
    const { signal, exitCode } = end;
    const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
    const said = end.stderr === "" ? "" : `; stderr: ${literalText(end.stderr.slice(-shownMax))}`;
    throw new StepFailed(`${prefix}exit`, `${line} ${how}, expected exit code ${exit}${said}`);
  }
  for (const stream of ["stdout", "stderr"] as const) {
    const expected = wanted[stream];
    if (expected === undefined || end[stream] === expected) continue;
    const found = literalText(end[stream]);
    const what = `${line}: ${stream} is ${found}, not ${literalText(expected)}`;
    throw new StepFailed(`${prefix}${stream}`, what);
  }
}

/** A command line as a message shows it. */
export function lineOf(cmd: string, args: readonly string[]): string {
  return [cmd, ...args].join(" ");
}

// --- inside ---

const shownMax = 500;

interface ProcessRule {
  readonly cmd: string;
  readonly args: readonly string[];
  readonly end: ProcessEnd;
  readonly said: OutsideSteps["proc_when"];
}

function fitsProcess(rule: ProcessRule, cmd: string, args: readonly string[]): boolean {
  if (rule.cmd !== cmd || rule.args.length !== args.length) return false;
  return rule.args.every((arg, at) => arg === args[at]);
}

/** A step that would stand in for a process, ready to be pasted into a scenario of either form. */
function suggestedProcWhen(cmd: string, args: readonly string[]): string {
  const rule = { type: "proc_when", cmd, args, exit_code: 0, stdout: "", stderr: "", times: 1 };
  return stepToPaste(rule);
}
