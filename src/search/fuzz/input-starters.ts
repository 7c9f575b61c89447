import type { BytesLimits } from "../../kernel/decisions/decisions.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import { bytesFromHex } from "../../kernel/values/bytes.ts";
import type { GivenSource } from "../strategy.ts";
import type { InputBuffer } from "./input-buffer.ts";

/** An input of no bytes. */
export const noBytes: Uint8Array = new Uint8Array();

/**
 * What is tried before anything is known: what the test names, nothing, a plain input, empty JSON,
 * and what detectors look for, by itself and in the place of a word of a seed.
 */
export function startersOf({ seeds, tokens = [], kind }: DeclaredInput): readonly Uint8Array[] {
  const own = bytesOf(seeds);
  const plain = kind === "text" ? Uint8Array.of(0x30) : new Uint8Array(8);
  const alone = bytesOf(tokens);
  const empty = ["{}", "[]"].map((text) => Buffer.from(text));
  return [...own, noBytes, plain, ...empty, ...alone, ...withTokens(own, alone)];
}

/**
 * Whether one of these, by its place, holds what a detector looks for: such an input is judged even
 * where it reaches nothing new.
 */
export function isTokenAt({ seeds }: DeclaredInput, at: number): boolean {
  return at >= bytesOf(seeds).length + plainCount;
}

function bytesOf(texts: readonly string[]): readonly Uint8Array[] {
  return texts.flatMap((hex) => bytesFromHex(hex) ?? []);
}

/** Nothing, a plain input, and empty JSON. */
const plainCount = 4;

/** So many inputs are made of seeds and what detectors look for. */
const placedMax = 512;

function withTokens(
  seeds: readonly Uint8Array[],
  tokens: readonly Uint8Array[],
): readonly Uint8Array[] {
  const made: Uint8Array[] = [];
  for (const seed of seeds) {
    const text = Buffer.from(seed).toString("latin1");
    for (const { 0: word, index } of text.matchAll(/[\w.+-]+/gu)) {
      const after = seed.subarray(index + word.length);
      for (const token of tokens) {
        if (made.length >= placedMax) return made;
        made.push(Uint8Array.from(Buffer.concat([seed.subarray(0, index), token, after])));
      }
    }
  }
  return made;
}

/**
 * Answers with the input at hand, and with no to whether another one follows; tells when a whole
 * run begins with it.
 */
export function sourceOf(buffer: InputBuffer, onDraw: () => void): GivenSource {
  const simplest = new SimplestSource();
  return {
    pick: () => simplest.pick(),
    chance: () => false,
    integer: (label, range) => simplest.integer(label, range),
    bytes: (_label: string, { lengthMax }: BytesLimits) => {
      onDraw();
      return buffer.copy().subarray(0, lengthMax);
    },
    value: () => simplest.value(),
    open: () => {},
    close: () => {},
  };
}
