import { type BuiltinRow, refused } from "./builtin-row.ts";
import { isThreadOfFile } from "../threads/thread-loader.ts";

const machine = "differs between machines";

const threads = {
  seam: "threads",
  why: "talks to another thread, whose speed nothing decides",
  instead: "pass the work in, and give the test a fake that answers from memory",
};

/** The machine, other processes and threads. */
export const machineRows: readonly BuiltinRow[] = [
  { module: "os", is: "varies", why: machine, names: "arch endianness machine platform type" },
  // The same on every machine: see `machine/`.
  {
    module: "os",
    is: "simulated",
    names: `availableParallelism cpus freemem getPriority hostname loadavg networkInterfaces release
      totalmem uptime userInfo version`,
  },
  { module: "os", is: "simulated", through: "process.env", names: "homedir tmpdir" },
  refused({
    module: "os",
    seam: "processes",
    why: "changes the priority of a process of the host",
    instead: "leave it to whoever starts the program",
    names: "setPriority",
    isNever: true,
    isOutside: true,
  }),
  {
    module: "child_process",
    is: "simulated",
    names: "spawnSync execFileSync execSync ChildProcess.prototype.spawn",
  },
  {
    module: "child_process",
    is: "simulated",
    through: "child_process.ChildProcess.prototype.spawn",
    names: "ChildProcess exec execFile fork spawn",
  },
  refused({
    module: "child_process",
    seam: "processes",
    why: "opens a channel to another process on a descriptor of the host",
    instead: "script the process with `world.command`",
    names: "_forkChild",
    isNever: true,
    isOutside: true,
  }),
  refused({
    module: "cluster",
    seam: "processes",
    why: "starts or talks to processes of the host",
    instead: "run what a worker does in the test itself",
    names: "fork disconnect setupMaster setupPrimary",
  }),
  { module: "cluster", is: "pure", names: "Worker" },

  refused({
    ...threads,
    module: "worker_threads",
    names: "postMessageToThread locks.request locks.query",
  }),
  { module: "worker_threads", is: "simulated", names: "Worker" },
  refused({
    ...threads,
    module: "worker_threads",
    instead: "start it of a file, without `eval`, `stdin`, `stdout` and `stderr`",
    names: "Worker",
    when: (_self, args) => !isThreadOfFile(args),
  }),
  refused({ ...threads, module: "globalThis", names: "Worker Atomics.wait Atomics.waitAsync" }),
  {
    module: "worker_threads",
    is: "simulated",
    names: `MessageChannel receiveMessageOnPort BroadcastChannel MessagePort.prototype.postMessage
        MessagePort.prototype.start MessagePort.prototype.ref MessagePort.prototype.unref
        MessagePort.prototype.hasRef MessagePort.prototype.close`,
  },
  {
    module: "worker_threads",
    is: "pure",
    names: `MessagePort isMarkedAsUntransferable markAsUncloneable markAsUntransferable
        getEnvironmentData setEnvironmentData`,
  },
  { module: "worker_threads", is: "pure", isExact: true, names: "locks" },
  {
    module: "worker_threads",
    is: "varies",
    why: threads.why,
    names: "moveMessagePortToContext threadId",
  },
];
