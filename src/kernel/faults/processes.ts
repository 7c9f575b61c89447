import type { Fault, SeamCall } from "./fault.ts";
import { changeAnswer, unchanged } from "./change-answer.ts";
import { spoiled } from "./corrupt.ts";
import { type FaultPlan, makeFault, type SeamOptions } from "./make-fault.ts";
import { isMeant, type Pattern, patternText } from "./pattern.ts";
import { infoOf } from "./fault-target.ts";
import { truncated } from "./results.ts";
import { answerLater, patienceMs } from "./timing.ts";
import { firstOf, isSized } from "./value-spots.ts";

/** Which commands a fault is about. */
export interface CommandOptions extends SeamOptions {
  /** The command, alone or with its arguments; `*` stands for anything. */
  readonly command?: Pattern;
}

/** How a command ended, as `world:process.spawn` answers. */
export interface CommandAnswer {
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a command wrote before it ended. */
export interface CommandOutput {
  readonly stdout?: string;
  readonly stderr?: string;
}

/** A command is not run and fails with ETIMEDOUT after `afterMs`. */
export function commandTimeout(options?: CommandOptions & { readonly afterMs?: number }): Fault {
  const { afterMs = patienceMs } = options ?? {};
  return makeFault({
    ...commandPlan("commandTimeout", "spawn", options),
    strike: (hit) => {
      const { command } = infoOf(hit.call.args);
      const syscall = typeof command === "string" ? `spawn ${command}` : "spawn";
      return hit.fail(hit.error(undefined, { code: "ETIMEDOUT", syscall }), afterMs);
    },
  });
}

/** A command is not run and ends with an exit code, 1 where none is given. */
export function commandExit(
  options?: CommandOptions & CommandOutput & { readonly code?: number },
): Fault {
  const { code = 1 } = options ?? {};
  return ending(`commandExit ${code}`, options, { exitCode: code });
}

/** A command is not run and ends by a signal, SIGTERM where none is given. */
export function commandSignal(
  options?: CommandOptions & CommandOutput & { readonly signal?: string },
): Fault {
  const { signal = "SIGTERM" } = options ?? {};
  return ending(`commandSignal ${signal}`, options, { signal });
}

/** A command is run and answers `ms` later. */
export function commandDelay(options?: CommandOptions & { readonly ms?: number }): Fault {
  const { ms = 1_000 } = options ?? {};
  return makeFault({
    ...commandPlan("commandDelay", "spawn", options),
    strike: (hit) => answerLater(hit, () => ms),
  });
}

/** The standard output of a command breaks off. */
export function truncateStdout(options?: CommandOptions & { readonly fraction?: number }): Fault {
  return breakingOff("truncateStdout", "stdout", options);
}

/** The error output of a command breaks off. */
export function truncateStderr(options?: CommandOptions & { readonly fraction?: number }): Fault {
  return breakingOff("truncateStderr", "stderr", options);
}

/** One byte or character of each part of a command's standard output is wrong. */
export function corruptStdout(options?: CommandOptions): Fault {
  return makeFault({
    ...commandPlan("corruptStdout", "output", options),
    matches: (call) => isOutput(call, "stdout", options),
    strike: (hit) => changeAnswer(hit, (value) => spoiled(value, hit)),
  });
}

// --- inside ---

function commandPlan(
  kind: string,
  part: "spawn" | "output",
  options: CommandOptions | undefined,
): FaultPlan<undefined> {
  return {
    kind,
    seam: `world:process.${part}`,
    options,
    target: patternText(options?.command) ?? "",
    matches: (call) => isCommand(call, options),
  };
}

function isCommand({ args }: SeamCall, options: CommandOptions | undefined): boolean {
  const info = infoOf(args);
  const line = [info["command"], ...(Array.isArray(info["args"]) ? info["args"] : [])].join(" ");
  return isMeant(options?.command, info["command"]) || isMeant(options?.command, line);
}

function isOutput(
  call: SeamCall,
  stream: "stdout" | "stderr",
  options: CommandOptions | undefined,
): boolean {
  return infoOf(call.args)["stream"] === stream && isCommand(call, options);
}

function ending(
  kind: string,
  options: (CommandOptions & CommandOutput) | undefined,
  how: Pick<CommandAnswer, "exitCode" | "signal">,
): Fault {
  return makeFault({
    ...commandPlan(kind, "spawn", options),
    strike: ({ fire, answersLater }) => {
      fire();
      const { stdout = "", stderr = "" } = options ?? {};
      const answer: CommandAnswer = { ...how, stdout, stderr };
      return answersLater ? Promise.resolve(answer) : answer;
    },
  });
}

// Once broken off, nothing more comes: a hole in the middle would be another fault.
function breakingOff(
  kind: string,
  stream: "stdout" | "stderr",
  options: (CommandOptions & { readonly fraction?: number }) | undefined,
): Fault {
  const { begin: _, strike: __, watch: ___, ...plan } = commandPlan(kind, "output", options);
  return makeFault<Set<unknown>>({
    ...plan,
    begin: () => new Set(),
    matches: (call) => isOutput(call, stream, options),
    watch: (hit) => {
      const info = infoOf(hit.call.args);
      const child = info["pid"] ?? info["command"];
      const isOver = hit.state.has(child);
      if (!isOver && !hit.isStruck()) return hit.call.proceed();
      return changeAnswer(hit, (value) => {
        if (isOver) return isSized(value) && value.length > 0 ? firstOf(value, 0) : unchanged;
        hit.state.add(child);
        return truncated(value, hit, options?.fraction);
      });
    },
  });
}
