import { expect, test } from "vitest";
import { inWorld } from "../fixtures/hand-drive.ts";

const text = "a piece of text ".repeat(10_000);

test("a blob is read in a run with microtasks alone, however it is read", async () => {
  // `inWorld` throws where something is waited for that the world does not know of.
  const read = await inWorld(async () => {
    const blob = new Blob([text.slice(0, 7), new Blob([text.slice(7)])]);
    return [
      await blob.text(),
      new TextDecoder().decode(await blob.arrayBuffer()),
      await new Response(blob).text(),
      await new Response(blob.slice(16).stream()).text(),
    ];
  });
  expect(read).toEqual([text, text, text, text.slice(16)]);
});

test("a reader of a blob's stream may bring its own buffer, as with Node's", async () => {
  const bytes = await inWorld(async () => {
    const reader = new Blob(["abc"]).stream().getReader({ mode: "byob" });
    return (await reader.read(new Uint8Array(2))).value;
  });
  expect(Buffer.from(bytes ?? []).toString()).toBe("ab");
});
