/**
 * Whether a path leads out of the address that it is appended to, in any of the ways in which a
 * server may read it: `..` as it is, encoded once or more often, and with either slash.
 */
export function leavesBase(path: string): boolean {
  let read = path.replace(/[?#].*$/su, "");
  for (let round = 0; round <= decodingsMax; round += 1) {
    if (climbsOut(read)) return true;
    const decoded = decodedOnce(read);
    if (decoded === read) return false;
    read = decoded;
  }
  return true; // nobody means a path that is encoded so often
}

/** A request for something that is not below the address it was meant for; nobody is asked it. */
export class LeftBaseError extends Error {
  override readonly name: string = "LeftBaseError";

  constructor() {
    super("its path leads out of the address");
  }
}

/** An address with a path below it; a path that would leave it is refused. */
export function addressBelow(base: URL, path: string): URL {
  if (leavesBase(path)) throw new LeftBaseError();
  const folder = base.pathname.replace(/\/+$/u, "");
  const address = new URL(base.origin + folder + path);
  const isBelow =
    address.origin === base.origin &&
    (address.pathname === folder || address.pathname.startsWith(`${folder}/`));
  if (!isBelow) throw new LeftBaseError();
  return address;
}

// --- inside ---

const decodingsMax = 4;

function climbsOut(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[/\\]/u)) {
    // Some servers read what follows a semicolon as a parameter: `..;/admin`.
    const name = part.replace(/;.*$/su, "");
    if (name === "..") depth -= 1;
    else if (name !== "" && name !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Byte by byte, so that one broken sequence does not hide the others. */
function decodedOnce(path: string): string {
  return path.replaceAll(/%([0-9a-f]{2})/giu, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );
}
