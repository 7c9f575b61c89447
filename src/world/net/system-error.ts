import { constants } from "node:os";

/** An error of the system, as Node makes them. */
export interface SystemError extends Error {
  errno?: number;
  code?: string;
  syscall?: string;
  address?: string;
  port?: number;
  hostname?: string;
}

/** What Node throws when a call of the system to a place fails. */
export function systemError(
  code: "ECONNREFUSED" | "ECONNRESET" | "EPIPE" | "EADDRINUSE" | "ENOENT" | "EPROTO",
  syscall: string,
  place: { readonly address?: string; readonly port?: number } = {},
): SystemError {
  const { address, port } = place;
  const where = address === undefined ? "" : ` ${address}${port === undefined ? "" : `:${port}`}`;
  const why = code === "EADDRINUSE" ? ": address already in use" : "";
  const error: SystemError = new Error(`${syscall} ${code}${why}${where}`);
  error.errno = -constants.errno[code];
  error.code = code;
  error.syscall = syscall;
  if (address !== undefined) error.address = address;
  if (port !== undefined) error.port = port;
  return error;
}

/** What Node throws when a name cannot be resolved. */
export function dnsError(code: "ENOTFOUND" | "ENODATA", syscall: string, name: string): Error {
  const error: SystemError = new Error(`${syscall} ${code} ${name}`);
  // Only getaddrinfo has a number of libuv's; the resolver's errors leave it undefined.
  if (syscall === "getaddrinfo") error.errno = -3008;
  else Object.defineProperty(error, "errno", { value: undefined, enumerable: true });
  error.code = code;
  error.syscall = syscall;
  error.hostname = name;
  return error;
}
