import { expect, test } from "vitest";
import { findingInput } from "../kernel/fuzz/finding-input.ts";
import { bytesToHex } from "../kernel/values/bytes.ts";
import { inputLines } from "./input-lines.ts";
import { makePage } from "./page.ts";

const page = makePage({ color: false, isAscii: false, columns: 80 });

function linesOf(bytes: Uint8Array, kind: "bytes" | "text", showAll = false): string {
  const decision = { kind: "bytes", label: "data", value: bytesToHex(bytes) } as const;
  const input = findingInput([decision], { kind });
  if (input === undefined) return "";
  return inputLines({ ...input, file: "f/crash-1" }, { ...page, showAll }).join("\n");
}

test("bytes are shown as code, as text where they are one, and in hex", () => {
  expect(linesOf(Uint8Array.of(0x89, 0x50, 0x4e), "bytes")).toMatchInlineSnapshot(`
    "  input   3 bytes
        code  Uint8Array.from([0x89, 0x50, 0x4e])
        hex   00000000  89 50 4e                                          |.PN|
        file  f/crash-1"
  `);
  expect(linesOf(new TextEncoder().encode("a\nb"), "bytes")).toMatchInlineSnapshot(`
    "  input   3 bytes
        code  new TextEncoder().encode("a\\nb")
        text  "a\\nb"
        hex   00000000  61 0a 62                                          |a.b|
        file  f/crash-1"
  `);
});

test("a text is shown as the test was given it, once", () => {
  expect(linesOf(new TextEncoder().encode("\u001B[1m"), "text")).toMatchInlineSnapshot(`
    "  input   4 bytes
        code  "\\u001b[1m"
        hex   00000000  1b 5b 31 6d                                       |.[1m|
        file  f/crash-1"
  `);
});

test("of a long input some lines are shown, and all where that is asked for", () => {
  const long = Uint8Array.from({ length: 100 }, (_, at) => at + 128);
  expect(linesOf(long, "bytes")).toMatchInlineSnapshot(`
    "  input   100 bytes
        code  Uint8Array.from([0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87,
              0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x91, 0x92,
              0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0…
        hex   00000000  80 81 82 83 84 85 86 87  88 89 8a 8b 8c 8d 8e 8f  |................|
              00000010  90 91 92 93 94 95 96 97  98 99 9a 9b 9c 9d 9e 9f  |................|
              00000020  a0 a1 a2 a3 a4 a5 a6 a7  a8 a9 aa ab ac ad ae af  |................|
              … and 4 more lines (--all)
        file  f/crash-1"
  `);
  expect(linesOf(long, "bytes", true)).not.toContain("--all");
});
