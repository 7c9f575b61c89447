import type { EmscriptenModule, WasmMemory } from "./pglite.ts";

/** The memory of an instance at one moment, to which it can be put back. */
export interface MemorySnapshot {
  restore(): void;
}

/**
 * Keeps the memory of an instance without the free part of the stack, which is large. What is free
 * holds nothing that anybody relies on, and is cleared as far as it was used in one go.
 *
 * A run writes to some hundred KiB of it, and nobody tells where. Looking for them is cheaper than
 * copying all: two thirds are zeros, which are compared with a block that stays in the cache.
 */
export function keepMemory({ wasmMemory, stackSave }: EmscriptenModule): MemorySnapshot {
  const bytes = bytesOf(wasmMemory);
  const end = freeFrom(bytes, bytes.length);
  // The stack grows down, and lies between the data of the program and what it allocates.
  const stackEnd = stackSave() - (stackSave() % blockBytes);
  const stackStart = freeFrom(bytes, stackEnd);
  const kept: KeptBlock[] = [];
  for (let at = 0; at < end; at += blockBytes) {
    if (at >= stackStart && at < stackEnd) continue;
    const block = bytes.subarray(at, at + blockBytes);
    kept.push({ at, bytes: isZero(bytes, at) ? zeros : Buffer.from(block) });
  }
  return {
    restore: () => {
      const now = bytesOf(wasmMemory);
      for (const block of kept) putBack(now, block);
      for (let at = stackEnd; at > stackStart; at -= blockBytes) {
        if (isCleared(now, at - blockBytes)) break;
      }
      for (let at = end; at < now.length; at += blockBytes) {
        if (isCleared(now, at)) break;
      }
    },
  };
}

// --- inside ---

/** Small enough that not much is copied besides what was written; memory is a multiple of it. */
const blockBytes = 1 << 14;
const zeros = Buffer.alloc(blockBytes);

interface KeptBlock {
  readonly at: number;
  readonly bytes: Buffer;
}

/** Made anew each time: memory that grows leaves its old bytes behind. */
function bytesOf({ buffer }: WasmMemory): Buffer {
  return Buffer.from(buffer);
}

function putBack(memory: Buffer, { at, bytes }: KeptBlock): void {
  // With places instead of parts: a part is an object, and there are a thousand of them.
  if (memory.compare(bytes, 0, blockBytes, at, at + blockBytes) !== 0) bytes.copy(memory, at);
}

/** From where on there are only zeros up to a place. */
function freeFrom(bytes: Buffer, to: number): number {
  let from = to;
  while (from > 0 && isZero(bytes, from - blockBytes)) from -= blockBytes;
  return from;
}

/** Fills a block with zeros; whether it was full of them already. */
function isCleared(memory: Buffer, at: number): boolean {
  if (isZero(memory, at)) return true;
  memory.fill(0, at, at + blockBytes);
  return false;
}

function isZero(memory: Buffer, at: number): boolean {
  return memory.compare(zeros, 0, blockBytes, at, at + blockBytes) === 0;
}
