import { activeWorld } from "../active-world.ts";
import { replaceFunction } from "../stand-in.ts";

/**
 * Lets a blob be streamed without the host. What a blob holds is in memory, and `arrayBuffer` reads
 * it with microtasks alone; from Node 24 on, `stream` takes a real turn for every piece.
 */
export function installBlobStream(): void {
  const { stream } = Blob.prototype;
  const standIn = function standInStream(this: Blob): ReadableStream<Uint8Array> {
    if (activeWorld === undefined) return Reflect.apply(stream, this, []);
    return new ReadableStream({
      type: "bytes",
      start: async (controller) => {
        const bytes = new Uint8Array(await this.arrayBuffer());
        for (let at = 0; at < bytes.length; at += pieceLength) {
          controller.enqueue(bytes.slice(at, at + pieceLength));
        }
        controller.close();
      },
    });
  };
  replaceFunction(Blob.prototype, "stream", standIn);
}

// --- inside ---

/** As long as the pieces that Node gives. */
const pieceLength = 65_536;
