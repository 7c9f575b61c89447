// Reads what strace wrote and says which calls touch something that a run must not touch.
import path from "node:path";

/** The calls of the kernel that are looked at: whatever changes files, sockets or processes. */
export const calls = [
  ..."open openat openat2 creat mkdir mkdirat rmdir unlink unlinkat rename renameat".split(" "),
  ..."renameat2 link linkat symlink symlinkat mknod mknodat truncate ftruncate".split(" "),
  ..."chmod fchmod fchmodat chown fchown fchownat lchown utime utimensat futimesat".split(" "),
  ..."setxattr fsetxattr lsetxattr socket socketpair connect bind listen sendto".split(" "),
  ..."sendmsg sendmmsg kill tkill tgkill pidfd_send_signal execve execveat ptrace".split(" "),
  ..."setpriority setuid setgid setgroups setreuid setresuid chroot mount".split(" "),
];

/** What a log shows that must not happen; `root` is the project. */
export function violationsIn(log, { root }) {
  const own = path.join(root, ".gauntlet");
  const lines = wholeLines(log.split("\n"));
  const processes = new Set(lines.map(({ pid }) => pid));
  return lines.flatMap(({ pid, name, args, text }) => {
    const isWrong = judge({ pid, name, args }, { own, root, processes });
    return isWrong ? [text] : [];
  });
}

// --- inside ---

const writing = /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/;

/**
 * What Node itself opens for writing: devices that keep nothing, and its own entry in /proc. Shared
 * memory of the C library has no name, or is in /dev/shm and never opened by Node.
 */
const ofNode = [/^\/dev\/(null|tty|urandom)$/, /^\/proc\/(self|\d+)\//];

const ofFiles = new Set(
  `open openat openat2 creat mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat
  symlink symlinkat mknod mknodat truncate chmod fchmodat chown fchownat lchown utime utimensat
  futimesat setxattr lsetxattr`.split(/\s+/),
);

/** On a descriptor, which was opened before: its name was judged then. */
const onDescriptors = new Set("ftruncate fchmod fchown fsetxattr".split(" "));

function judge({ pid, name, args }, { own, root, processes }) {
  if (ofFiles.has(name)) {
    if (name.startsWith("open") && !writing.test(args)) return false;
    return !names(args).every((file) => isAllowed(path.resolve(root, file), own));
  }
  if (onDescriptors.has(name)) return false;
  // The stdio of child processes; every other socket has a place that somebody could reach.
  if (name === "socketpair") return !args.startsWith("AF_UNIX");
  // A message on such a pair has no address.
  if (name === "sendto" || name === "sendmsg") return /sa_family|msg_name=\{/.test(args);
  if (name === "execve") return !/\/node"|"node"/.test(args) && !isOfKeeper(args);
  if (/kill|signal/.test(name)) return !isOwnSignal(args, pid, processes);
  return true;
}

/** The shell that ends what a command has started, and the programs by which it looks for that. */
function isOfKeeper(args) {
  const [, first = "", second = "", third = ""] = names(args);
  if (first === "/bin/sh") return second === "-c" && args.includes('"gauntlet-keeper"');
  if (first === "grep") return second === "-lsF" && /^[\da-f-]{36}$/.test(third);
  return first === "sleep" && /^(?:0\.05|1)$/.test(second);
}

/** The command line ends the processes that it has started, and a process may end itself. */
function isOwnSignal(args, pid, processes) {
  const [target = "", signal = ""] = args.split(", ");
  if (signal === "0" || target === pid) return true;
  return processes.has(target.replace("-", ""));
}

function isAllowed(file, own) {
  return file === own || file.startsWith(`${own}/`) || ofNode.some((known) => known.test(file));
}

/** The names of files in the arguments of a call, which strace puts in quotes. */
function names(args) {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
}

/** The calls of a log; one that another process interrupts is written in two parts. */
function wholeLines(lines) {
  const begun = new Map();
  return lines.flatMap((line) => {
    const [, pid = "", rest = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest);
    if (unfinished) {
      begun.set(pid, unfinished[2]);
      return [];
    }
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    const [, name, args] = resumed
      ? [undefined, resumed[1], `${begun.get(pid) ?? ""}${resumed[2]}`]
      : (/^(\w+)\((.*)$/.exec(rest) ?? []);
    return name === undefined ? [] : [{ pid, name, args, text: `${pid} ${name}(${args}` }];
  });
}
