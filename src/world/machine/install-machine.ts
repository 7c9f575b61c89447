import os from "node:os";
import { syncBuiltinESMExports } from "node:module";
import { activeWorld } from "../active-world.ts";
import { imitate } from "../stand-in.ts";
import { installEnvironment } from "./environment.ts";
import { machineSize, memoryUse, runExecPath, runPid, runUser } from "./machine-facts.ts";

/**
 * Makes the machine the same for all code that is loaded from now on: its environment, its user,
 * its size and what `process` says of itself. What code may rightly branch by stays the real thing
 * and stands in each trace: the platform, the architecture, the version of Node.
 */
export function installMachine(): void {
  installEnvironment();
  for (const [name, answer] of Object.entries(osAnswers)) standIn(os, name, answer);
  for (const [name, answer] of Object.entries(processAnswers)) standIn(process, name, answer);
  for (const [name, value] of Object.entries(processValues())) define(process, name, value);
  installMemoryUse();
  installNavigator();
  syncBuiltinESMExports();
}

// --- inside ---

type Answer = (...args: unknown[]) => unknown;

const osAnswers: Readonly<Record<string, Answer>> = {
  availableParallelism: () => machineSize.processors,
  cpus: () => Array.from({ length: machineSize.processors }, processor),
  freemem: () => machineSize.freeMemory,
  getPriority: () => 0,
  hostname: () => runUser.username,
  loadavg: () => [0, 0, 0],
  networkInterfaces: () => ({ lo: loopback.map((address) => ({ ...address })) }),
  release: () => "6.1.0",
  totalmem: () => machineSize.memory,
  uptime: () => upSeconds + Math.floor(nowUs() / 1_000_000),
  userInfo: () => Object.assign(Object.create(null) as object, runUser),
  version: () => "#1 SMP",
};

/** The functions of `node:os` that answer the same everywhere. */
export const fixedAnswers: readonly string[] = Object.keys(osAnswers);

const processAnswers: Readonly<Record<string, Answer>> = {
  availableMemory: () => machineSize.freeMemory,
  constrainedMemory: () => machineSize.memory,
  cpuUsage: (before) => cpuSince(before),
  threadCpuUsage: (before) => cpuSince(before),
  getegid: () => runUser.gid,
  geteuid: () => runUser.uid,
  getgid: () => runUser.gid,
  getgroups: () => [runUser.gid],
  getuid: () => runUser.uid,
  resourceUsage: () => ({ ...noResources, userCPUTime: nowUs(), maxRSS: memoryUse.rss / 1_024 }),
};

function processValues(): Readonly<Record<string, unknown>> {
  return {
    pid: runPid,
    ppid: 1,
    title: "node",
    argv: [runExecPath, "/usr/local/bin/gauntlet"],
    argv0: "node",
    execPath: runExecPath,
    execArgv: [],
    debugPort: 9_229,
  };
}

/** A machine is seldom started for one program. */
const upSeconds = 86_400;

const noResources: Readonly<Record<string, number>> = Object.fromEntries(
  Object.keys(process.resourceUsage()).map((name) => [name, 0]),
);

const loopback: readonly os.NetworkInterfaceInfo[] = [
  {
    address: "127.0.0.1",
    netmask: "255.0.0.0",
    family: "IPv4",
    mac: "00:00:00:00:00:00",
    internal: true,
    cidr: "127.0.0.1/8",
  },
];

function nowUs(): number {
  return activeWorld?.nowUs ?? 0;
}

function processor(): os.CpuInfo {
  const times = { user: 0, nice: 0, sys: 0, idle: upSeconds * 1_000, irq: 0 };
  return { model: "processor", speed: 1_000, times };
}

/** All virtual time is time of the processor: there is nobody else. */
function cpuSince(before: unknown): NodeJS.CpuUsage {
  const { user = 0, system = 0 } = Object(before) as Partial<NodeJS.CpuUsage>;
  return { user: nowUs() - user, system: 0 - system };
}

function standIn(holder: object, name: string, answer: Answer): void {
  // Not every version and platform has every function.
  const real: unknown = Reflect.get(holder, name);
  if (typeof real !== "function") return;
  const { value: _, ...property } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  // An arrow has no prototype, as the functions of Node that are bound in C++ have none.
  const value = imitate((...args: unknown[]) => answer(...args), real);
  Object.defineProperty(holder, name, { ...property, value });
}

function define(holder: object, name: string, value: unknown): void {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  if (property?.configurable !== true) return;
  const { enumerable = true, writable = true } = property;
  // Some are asked of the system each time; a value that is only put over them would not count.
  Reflect.deleteProperty(holder, name);
  Object.defineProperty(holder, name, { value, enumerable, writable, configurable: true });
}

function installMemoryUse(): void {
  const { memoryUsage } = process;
  standIn(process, "memoryUsage", () => ({ ...memoryUse }));
  const rss = imitate(() => memoryUse.rss, memoryUsage.rss);
  Object.defineProperty(process.memoryUsage, "rss", { value: rss, configurable: true });
}

/** Since Node 21; the language follows the environment in which the process was started. */
function installNavigator(): void {
  const navigator: unknown = Reflect.get(globalThis, "navigator");
  if (typeof navigator !== "object" || navigator === null) return;
  const prototype = Object.getPrototypeOf(navigator) as object;
  const property = Object.getOwnPropertyDescriptor(prototype, "hardwareConcurrency");
  if (property?.get === undefined) return;
  const get = imitate(() => machineSize.processors, property.get);
  Object.defineProperty(prototype, "hardwareConcurrency", { ...property, get });
}
