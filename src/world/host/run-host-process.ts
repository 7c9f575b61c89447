import path from "node:path";
import { hostEnvironment, hostProgram, onHost } from "../machine/environment.ts";
import type { SimWorld } from "../sim-world.ts";
import { demandGranted } from "./demand-granted.ts";
import { askHostOnce } from "./host-link.ts";
import { countHostCall } from "./host-calls.ts";
import { bytesOf, cutText, type EncodedText, textOf } from "./encoded-text.ts";
import { recordedFact } from "./recorded-fact.ts";

/** A program of this machine that a run has really run, once. */
export interface HostProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** The project root where it is left out. */
  readonly cwd?: string | undefined;
  /** Added to the environment of the run. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether `env` is all that the program sees. */
  readonly isEnvWhole?: boolean | undefined;
  readonly stdin?: string | undefined;
  /** Whether `stdin` is written in base64. */
  readonly isStdinBase64?: boolean | undefined;
  /** Real time until its whole process group is killed. */
  readonly timeoutMs: number;
  /** So many bytes of both outputs together. */
  readonly bytesMax: number;
}

/** What came of it. Text that is not exactly what came has its bytes beside it, in base64. */
export type HostProcessEnd =
  | ({
      readonly kind: "ended";
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly ms: number;
    } & HostOutput)
  | ({ readonly kind: "timeout"; readonly afterMs: number } & HostOutput)
  | {
      readonly kind: "too long";
      readonly stream: "stdout" | "stderr";
      readonly limit: number;
      /** Of both streams, when the process was killed. */
      readonly seen: number;
      readonly first: string;
      readonly last: string;
    }
  | { readonly kind: "unstartable"; readonly code: string; readonly because: string };

/** What a process wrote; of one that was out of time, the last 64 KiB of each stream. */
export interface HostOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** The bytes in base64, where they are not UTF-8 and the text is only near to them. */
  readonly stdoutBase64?: string;
  readonly stderrBase64?: string;
}

/** Runs a real program and waits for its end; virtual time moves by the time that it took. */
export function runHostProcess(world: SimWorld, spec: HostProcessSpec): HostProcessEnd {
  const { end, ms } = startHostProcess(world, spec);
  world.nowUs += ms * 1_000;
  return end;
}

/** The same, for who lets the time pass in another way. */
export function startHostProcess(
  world: SimWorld,
  spec: HostProcessSpec,
): { readonly end: HostProcessEnd; readonly ms: number } {
  const name = path.basename(spec.command);
  const label = `host process ${name}`;
  const { facts, texts } = recordedFact(world, label, () => {
    demandGranted(world, "proc", label);
    return askReal(spec);
  });
  const end = endOf(facts as unknown as ProcessFacts, texts);
  world.onNote(label, endText(end));
  return { end, ms: Number(facts["ms"]) };
}

// --- inside ---

type ProcessFacts =
  | {
      readonly kind: "ended";
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly ms: number;
    }
  | { readonly kind: "timeout"; readonly ms: number }
  | {
      readonly kind: "too long";
      readonly stream: "stdout" | "stderr";
      readonly limit: number;
      readonly seen: number;
    }
  | { readonly kind: "unstartable"; readonly code: string; readonly because: string };

function askReal(spec: HostProcessSpec): ReturnType<typeof askHostOnce> {
  const { command, args, stdin = "", isStdinBase64 = false, timeoutMs, bytesMax } = spec;
  const around = spec.isEnvWhole === true ? undefined : hostEnvironment();
  countHostCall();
  return askHostOnce({
    kind: "process",
    question: {
      command: hostProgram(command),
      args: [...args],
      cwd: spec.cwd ?? process.cwd(),
      env: around === undefined ? onHost(spec.env ?? {}) : { ...around, ...spec.env },
      stdin: bytesOf({ isText: !isStdinBase64, text: stdin }),
      timeoutMs,
      bytesMax,
    },
  });
}

function endOf(facts: ProcessFacts, texts: Readonly<Record<string, EncodedText>>): HostProcessEnd {
  switch (facts.kind) {
    case "ended": {
      const { exitCode, signal, ms } = facts;
      return { kind: "ended", exitCode, signal, ...outputOf(texts), ms };
    }
    case "timeout":
      return { kind: "timeout", afterMs: facts.ms, ...outputOf(texts) };
    case "too long": {
      const { stream, limit, seen } = facts;
      const { first = nothing, last = nothing } = texts;
      return { kind: "too long", stream, limit, seen, first: cutText(first), last: cutText(last) };
    }
    case "unstartable":
      return { kind: "unstartable", code: facts.code, because: facts.because };
  }
}

const nothing: EncodedText = { isText: true, text: "" };

function outputOf(texts: Readonly<Record<string, EncodedText>>): HostOutput {
  const { stdout = nothing, stderr = nothing } = texts;
  const out = textOf(stdout);
  const err = textOf(stderr);
  return {
    stdout: out.text,
    stderr: err.text,
    ...(out.isExact ? {} : { stdoutBase64: stdout.text }),
    ...(err.isExact ? {} : { stderrBase64: stderr.text }),
  };
}

function endText(end: HostProcessEnd): string {
  switch (end.kind) {
    case "ended": {
      const { exitCode, signal, ms } = end;
      const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
      return `${how} after ${ms} ms`;
    }
    case "timeout":
      return `was killed: it was not done within ${end.afterMs} ms`;
    case "too long":
      return `was killed: ${end.seen} bytes of output, at most ${end.limit}`;
    case "unstartable":
      return `could not be started: ${end.because}`;
  }
}
