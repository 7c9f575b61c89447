import fc from "fast-check";
import { expect, test } from "vitest";
import { KeptBytes } from "./kept-bytes.ts";

test("the first and the last bytes are those of all chunks together", () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 6 }), { maxLength: 6 });
  fc.assert(
    fc.property(chunks, fc.nat(12), (parts, count) => {
      const kept = new KeptBytes();
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
