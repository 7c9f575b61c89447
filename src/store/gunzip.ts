import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip, gunzipSync } from "node:zlib";

/**
 * Gzipped data that does not end where its file ends. Node passes over zeros that follow, and stops
 * reading at other bytes in one run and not in the next, so whoever reads has to look.
 */
export class GzipEndError extends Error {
  /** As zlib names its own. */
  readonly code = "Z_TRAILING_DATA";
}

/** Unpacks a gzipped file part by part; what `take` throws is thrown as it is. */
export async function gunzipFile(file: string, take: (bytes: Uint8Array) => void): Promise<void> {
  const gunzip = createGunzip();
  const source = createReadStream(file);
  let plainLength = 0;
  let hasEnded = false;
  let refusal: { readonly thrown: unknown } | undefined;
  const takeAll = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        plainLength += chunk.length;
        take(chunk);
      }
      hasEnded = true;
    } catch (thrown) {
      // Kept, because a pipeline that stops early may say only that it was aborted.
      refusal = { thrown };
      throw thrown;
    }
  };
  try {
    await pipeline(source, gunzip, takeAll);
  } catch (thrown) {
    if (refusal !== undefined && !isZlibError(thrown)) throw refusal.thrown;
    // The data ended and the file did not: then Node stops in the middle of reading it.
    if (!hasEnded) throw thrown;
  }
  refuseRest(gunzip.bytesWritten, plainLength, await endOf(file));
}

/** Unpacks gzipped bytes that must be one whole stream and nothing else. */
export function gunzipBytes(bytes: Uint8Array, lengthMax: number): Buffer {
  const { buffer, engine } = gunzipSync(bytes, {
    maxOutputLength: lengthMax,
    info: true,
  }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  const last = Buffer.from(bytes.subarray(-sizeLength));
  refuseRest(engine.bytesWritten, buffer.length, { length: bytes.length, last });
  return buffer;
}

// --- inside ---

/** A gzipped stream ends with the length of what is in it, in so many bytes. */
const sizeLength = 4;

interface FileEnd {
  readonly length: number;
  readonly last: Buffer;
}

function isZlibError(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("Z_");
}

async function endOf(file: string): Promise<FileEnd> {
  const handle = await open(file);
  try {
    const { size: length } = await handle.stat();
    const last = Buffer.alloc(sizeLength);
    await handle.read(last, 0, sizeLength, Math.max(0, length - sizeLength));
    return { length, last };
  } finally {
    await handle.close();
  }
}

/** A second stream behind the first one, even an empty one, ends with another length. */
function refuseRest(readLength: number, plainLength: number, { length, last }: FileEnd): void {
  if (readLength !== length) {
    const what = `the gzipped data ends at byte ${readLength}, the file has ${length} bytes`;
    throw new GzipEndError(what);
  }
  if (last.readUInt32LE(0) === plainLength % 2 ** 32) return;
  throw new GzipEndError("more gzipped data follows the end of the first");
}
