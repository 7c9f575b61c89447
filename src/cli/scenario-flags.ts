import { fileDefaults } from "../config/index.ts";
import type { Command } from "commander";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { parseSeed, type Seed } from "../kernel/decisions/seed.ts";
import { isScenarioFile } from "../subject/scenarios/scenario-file.ts";
import { durationMs } from "../subject/scenarios/shapes/values.ts";
import {
  addCommonFlags,
  type CommonFlags,
  oneOf,
  seedText,
  wholeNumber,
  withDefault,
  wrongFlag,
} from "./flags.ts";
import { addRecordFlags, type RecordFlags } from "./record-flags.ts";

/** Flags about where calls that leave a scenario go, and what they may use up. */
export interface BackendFlags {
  readonly procBackend?: "scripted" | "host";
  readonly fsBackend?: "virtual" | "host";
  readonly httpBackend?: "scripted" | "host";
  /** In milliseconds. */
  readonly timeout?: number;
  readonly memLimitMb?: number;
  readonly memFailAfter?: number;
  readonly memFragmentationSeed?: number;
  readonly memPressureWave?: readonly number[];
  readonly failOnLeak?: boolean;
  readonly leakBudget?: number;
}

/** Flags of `test` and `run`. */
export interface TestFlags extends CommonFlags, BackendFlags, RecordFlags {
  readonly seed?: Seed;
  readonly det?: boolean;
  readonly strict?: boolean;
  readonly unsafe?: boolean;
  /** Only of `test`. */
  readonly jobs?: number;
  readonly filter?: string;
  readonly failFast?: boolean;
  readonly passWithNoTests?: boolean;
}

/** Adds the flags of `run`. */
export function addRunFlags(command: Command): Command {
  const flags = addBackendFlags(addCommonFlags(command))
    .option("--seed <seed>", seedText, parseSeed)
    .option("--det", "refuse what is real, run each twice, and compare all of it");
  return addRecordFlags(addSafetyFlags(flags), "keep the trace, also of a run that holds");
}

/** Adds the flags of `test`. */
export function addTestFlags(command: Command): Command {
  return addRunFlags(command)
    .option(
      "--jobs <count>",
      withDefault("how many run at once", "one a core"),
      wholeNumber("--jobs"),
    )
    .option("--filter <text>", "only scenarios with this in their name or path")
    .option("--fail-fast", "start no further scenario after the first that breaks")
    .option("--pass-with-no-tests", "nothing to run is a success");
}

/** Adds the flags of scenarios about leaving the simulated world. */
export function addSafetyFlags(command: Command): Command {
  return command
    .option("--strict", "leaving the simulated world breaks a run, whatever the config says")
    .option("--unsafe", "go on when a run leaves the simulated world, and say what it left");
}

/** Refuses flags that say opposite things. */
export function refuseOpposite({ strict, unsafe }: Pick<TestFlags, "strict" | "unsafe">): void {
  if (strict !== true || unsafe !== true) return;
  throw new GauntletError({
    code: "U009",
    what: "`--strict` and `--unsafe` say opposite things",
    where: "--strict --unsafe",
    help: "leave one of them out",
  });
}

/** Adds the flags about where calls of a scenario go, and what they may use up. */
export function addBackendFlags(command: Command): Command {
  const scripted = ["scripted", "host"] as const;
  return command
    .option(
      "--timeout <duration>",
      "such as 30s: virtual time, and real time of real calls",
      duration,
    )
    .option(
      "--proc-backend <backend>",
      withDefault("scripted or host", fileDefaults.scenarios.proc_backend),
      oneOf("--proc-backend", scripted),
    )
    .option(
      "--fs-backend <backend>",
      withDefault("virtual or host", fileDefaults.scenarios.fs_backend),
      oneOf("--fs-backend", ["virtual", "host"]),
    )
    .option(
      "--http-backend <backend>",
      withDefault("scripted or host", fileDefaults.scenarios.http_backend),
      oneOf("--http-backend", scripted),
    )
    .option(
      "--mem-limit-mb <mb>",
      "simulated allocations beyond this fail",
      count("--mem-limit-mb"),
    )
    .option(
      "--mem-fail-after <count>",
      "simulated allocations after so many fail",
      count("--mem-fail-after"),
    )
    .option(
      "--mem-fragmentation-seed <seed>",
      "simulated allocations take up to 30 % more",
      count("--mem-fragmentation-seed"),
    )
    .option(
      "--mem-pressure-wave <factors>",
      "such as 1,2,4: multiplies allocations in turn",
      factors,
    )
    .option("--fail-on-leak", "anything not freed breaks a scenario, whatever the budget says")
    .option("--leak-budget <bytes>", "so many bytes may be left", count("--leak-budget"));
}

/** Refuses flags of scenarios where there is none: they would change nothing. */
export function refuseWithoutScenario(
  flags: BackendFlags,
  subjects: readonly { readonly target: { readonly file: string } }[],
): void {
  if (subjects.some(({ target }) => isScenarioFile(target.file))) return;
  const given = backendNames.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new GauntletError({
    code: "U009",
    what: `\`${flag}\` is only of use with a scenario file`,
    where: flag,
    help: "leave it out",
  });
}

/** What the command line says about a scenario, and nothing else. */
export function backendsIn(flags: BackendFlags): BackendFlags {
  const given = backendNames.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, flags[name]]));
}

// --- inside ---

const backendNames = [
  "procBackend",
  "fsBackend",
  "httpBackend",
  "timeout",
  "memLimitMb",
  "memFailAfter",
  "memFragmentationSeed",
  "memPressureWave",
  "failOnLeak",
  "leakBudget",
] as const satisfies readonly (keyof BackendFlags)[];

function duration(text: string): number {
  const ms = durationMs(text);
  if (ms > 0) return ms;
  const allowed = "a duration above 0 with ms, s, m or h";
  throw wrongFlag("--timeout", { text, allowed, example: "30s" });
}

/** A whole number, 0 or above. */
function count(flag: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
    throw wrongFlag(flag, { text, allowed: "a whole number, 0 or above", example: "64" });
  };
}

function factors(text: string): readonly number[] {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (numbers.every((value) => value >= 0 && value <= 1_000)) return numbers;
  const allowed = "numbers from 0 to 1000 with commas between";
  throw wrongFlag("--mem-pressure-wave", { text, allowed, example: "1,2,4" });
}
