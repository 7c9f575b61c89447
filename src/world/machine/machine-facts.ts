/** The user that every run is: never root, so that permission bits count. */
export const runUser: RunUser = {
  uid: 1_000,
  gid: 1_000,
  username: "gauntlet",
  homedir: "/var/lib/gauntlet",
  shell: "/bin/sh",
};

/** Who a run is to the machine. */
export interface RunUser {
  readonly uid: number;
  readonly gid: number;
  readonly username: string;
  readonly homedir: string;
  readonly shell: string;
}

/** The bits that a run starts with; most systems have these. */
export const startUmask = 0o022;

/** The number of the process that a run believes to be. */
export const runPid = 4_242;

/** What the code sees of the program that it runs in. */
export const runExecPath = "/usr/local/bin/node";

/** The language of every run; its time zone is UTC. */
const runLanguage = "en_US.UTF-8";

/** The environment that every run has, besides what the configuration gives. */
export const fixedEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: runUser.homedir,
  USER: runUser.username,
  LOGNAME: runUser.username,
  LANG: runLanguage,
  TZ: "UTC",
};

/** Names that start with this tell Node and the C library in which language they speak. */
const languageVariables: RegExp = /^(?:LANG|LANGUAGE|LC_[A-Z]+|NODE_ICU_DATA|TZ)$/u;

/**
 * Local time and language are part of a run, so they must be the same everywhere, and Node reads
 * them when it starts. What else of the environment a run may see is decided in the worker.
 */
export function sameLanguage(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !languageVariables.test(name));
  return { ...Object.fromEntries(others), LC_ALL: runLanguage, LANG: runLanguage, TZ: "UTC" };
}

const mib = 1024 * 1024;

/** How large the machine of a run is. */
export const machineSize: Readonly<Record<"processors" | "memory" | "freeMemory", number>> = {
  processors: 4,
  memory: 8_192 * mib,
  freeMemory: 4_096 * mib,
};

/** What `process.memoryUsage` says: how full the heap is depends on when it was collected. */
export const memoryUse: Readonly<NodeJS.MemoryUsage> = {
  rss: 128 * mib,
  heapTotal: 64 * mib,
  heapUsed: 32 * mib,
  external: 2 * mib,
  arrayBuffers: mib,
};
