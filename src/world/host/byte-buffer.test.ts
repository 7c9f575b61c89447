import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteBuffer } from "./byte-buffer.ts";

test("the first and the last bytes are those of all chunks together", () => {
  // Some have memory of their own, some are a small part of what others have, too.
  const own = fc.uint8Array({ maxLength: 20 });
  const shared = own.map((bytes) => {
    const all = new Uint8Array(bytes.length + 100);
    all.set(bytes, 50);
    return all.subarray(50, 50 + bytes.length);
  });
  const chunks = fc.array(fc.oneof(own, shared), { maxLength: 8 });
  fc.assert(
    fc.property(chunks, fc.nat(60), fc.integer({ min: 1, max: 30 }), (parts, count, block) => {
      const kept = new ByteBuffer(block);
      for (const part of parts) kept.push(part);
      const whole = new Uint8Array(Buffer.concat(parts));
      expect(kept.length).toBe(whole.length);
      expect(kept.whole()).toEqual(whole);
      expect(kept.first(count)).toEqual(whole.slice(0, count));
      expect(kept.last(count)).toEqual(whole.slice(Math.max(0, whole.length - count)));
      kept.drop();
      expect(kept.whole()).toEqual(new Uint8Array());
    }),
  );
});
