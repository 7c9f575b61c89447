/** What an error of Node says about itself. */
export interface NodeErrorFacts {
  readonly code: string;
  readonly syscall?: string | undefined;
  readonly path?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  /** Wins over the message that Node would give. */
  readonly message?: string | undefined;
  readonly cause?: unknown;
}

/** An error as Node throws it: `code`, `errno` where Linux has one, `syscall`, and its message. */
export interface NodeError extends Error {
  code: string;
  errno?: number;
  syscall?: string;
  path?: string;
  hostname?: string;
  address?: string;
  port?: number;
}

/** Makes an error that looks like Node's; `top` and what it called are left out of the stack. */
export function nodeError(facts: NodeErrorFacts, top?: (...args: never[]) => unknown): NodeError {
  const message = facts.message ?? messageOf(facts);
  const options = facts.cause === undefined ? undefined : { cause: facts.cause };
  const error = new Error(message, options) as NodeError;
  const known = codes[facts.code];
  if (known !== undefined) error.errno = known.errno;
  error.code = facts.code;
  if (facts.syscall !== undefined) error.syscall = facts.syscall;
  if (facts.path !== undefined) error.path = facts.path;
  if (facts.host !== undefined) {
    if (facts.syscall === "getaddrinfo") error.hostname = facts.host;
    else error.address = facts.host;
  }
  if (facts.port !== undefined) error.port = facts.port;
  // Ten frames are kept: ours would push out the user's, which are what a finding is known by.
  if (top !== undefined) Error.captureStackTrace(error, top);
  return error;
}

// --- inside ---

// The numbers of Linux: a run is the same on every machine, so they do not depend on this one.
const codes: Readonly<Record<string, { readonly errno: number; readonly text?: string }>> = {
  EPERM: { errno: -1, text: "operation not permitted" },
  ENOENT: { errno: -2, text: "no such file or directory" },
  EINTR: { errno: -4, text: "interrupted system call" },
  EIO: { errno: -5, text: "i/o error" },
  EBADF: { errno: -9, text: "bad file descriptor" },
  EAGAIN: { errno: -11, text: "resource temporarily unavailable" },
  ENOMEM: { errno: -12, text: "not enough memory" },
  EACCES: { errno: -13, text: "permission denied" },
  EBUSY: { errno: -16, text: "resource busy or locked" },
  EEXIST: { errno: -17, text: "file already exists" },
  ENOTDIR: { errno: -20, text: "not a directory" },
  EISDIR: { errno: -21, text: "illegal operation on a directory" },
  EINVAL: { errno: -22, text: "invalid argument" },
  EMFILE: { errno: -24, text: "too many open files" },
  EFBIG: { errno: -27, text: "file too large" },
  ENOSPC: { errno: -28, text: "no space left on device" },
  EROFS: { errno: -30, text: "read-only file system" },
  ENOTEMPTY: { errno: -39, text: "directory not empty" },
  EDQUOT: { errno: -122, text: "disk quota exceeded" },
  EPIPE: { errno: -32 },
  EADDRINUSE: { errno: -98 },
  ENETUNREACH: { errno: -101 },
  ECONNABORTED: { errno: -103 },
  ECONNRESET: { errno: -104 },
  ETIMEDOUT: { errno: -110 },
  ECONNREFUSED: { errno: -111 },
  EHOSTUNREACH: { errno: -113 },
  EAI_AGAIN: { errno: -3001 },
  ENOTFOUND: { errno: -3008 },
};

// libuv words an error of a file as `CODE: text, syscall 'path'` and one of a socket as
// `syscall CODE address:port`.
function messageOf({ code, syscall, path, host, port }: NodeErrorFacts): string {
  const text = codes[code]?.text;
  if (text !== undefined) {
    const where = [syscall, path === undefined ? undefined : `'${path}'`].filter(isSaid).join(" ");
    return where === "" ? `${code}: ${text}` : `${code}: ${text}, ${where}`;
  }
  const address = host !== undefined && port !== undefined ? `${host}:${port}` : host;
  return [syscall, code, address].filter(isSaid).join(" ");
}

function isSaid(word: string | undefined): word is string {
  return word !== undefined;
}
