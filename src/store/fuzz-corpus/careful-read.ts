import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** Why a file was left out, in words. */
export interface Refusal {
  readonly reason: string;
}

/**
 * The bytes of a plain file, or why there are none. The file is looked at after it is opened, so
 * that nobody can put a link, a pipe or a larger file in its place meanwhile.
 */
export async function carefulRead(file: string, bytesMax: number): Promise<Uint8Array | Refusal> {
  try {
    const handle = await open(file, careful);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { reason: "not a plain file" };
      if (stats.size > bytesMax) return tooLong(stats.size, bytesMax);
      const bytes = new Uint8Array(stats.size);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytesRead === bytes.length ? bytes : bytes.slice(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return { reason: refusalOf(thrown as NodeJS.ErrnoException) };
  }
}

// --- inside ---

/** No link at the end of the path, and no wait for who writes to a pipe; Windows has neither. */
const careful = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

function tooLong(size: number, bytesMax: number): Refusal {
  return { reason: `${size} bytes, at most ${bytesMax} are allowed` };
}

function refusalOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ELOOP":
      return "a link, and links are not followed";
    case "EACCES":
    case "EPERM":
      return "no permission";
    case "ENOENT":
      return "no such file";
    case "ENXIO":
      return "not a plain file";
    default:
      return code ?? message;
  }
}
