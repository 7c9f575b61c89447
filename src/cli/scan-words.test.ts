import { expect, test } from "vitest";
import { partScanWord } from "./scan-words.ts";

test.each([
  ["src/money.ts:parse*", "src/money.ts", "parse*"],
  ["src/money.ts#parse", "src/money.ts", "parse"],
  ["src/cart.mjs:Cart.#total", "src/cart.mjs", "Cart.#total"],
  ["src/cart.tsx#Cart.#total", "src/cart.tsx", "Cart.#total"],
  ["src/**:parse", "src/**", "parse"],
  ["C:/money.ts:parse", "C:/money.ts", "parse"],
  ["C:/src", "C:/src", undefined],
  ["src/#old", "src/#old", undefined],
])("`%s` means files and perhaps a name in them", (word, pattern, name) => {
  expect(partScanWord(word)).toEqual({ pattern, name });
});
