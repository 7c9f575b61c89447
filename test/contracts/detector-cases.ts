import child from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import vm from "node:vm";

const quiet = { stdio: "pipe" } as const;

/** Code that is given an input; `count` is called for each block that it enters. */
export type Reader = (input: never, count: () => void) => unknown;

/** A reader that does what a detector finds, one like it that does not, and the input for both. */
export interface DetectorCase {
  readonly detector: string;
  readonly title: string;
  readonly input: () => unknown;
  readonly does: Reader;
  readonly twin: Reader;
}

/** At least one for each detector. */
export const detectorCases: readonly DetectorCase[] = [
  {
    detector: "prototype-pollution",
    title: "merges a document into an object",
    input: () => '{"__proto__":{"admin":true}}',
    does: (text: string) => merge({}, JSON.parse(text) as object, () => true),
    twin: (text: string) => merge({}, JSON.parse(text) as object, (key) => key !== "__proto__"),
  },
  {
    detector: "prototype-pollution",
    title: "assigns keys of a text to its result",
    input: () => "__proto__",
    does: (key: string) => {
      const result: Record<string, unknown> = {};
      result[key] = { admin: true };
      return result;
    },
    twin: (key: string) => new Map([[key, { admin: true }]]),
  },
  {
    detector: "path-traversal",
    title: "reads an upload by its name",
    input: () => `${"../".repeat(12)}gauntlet-outside`,
    does: (name: string) => attempt(() => fs.readFileSync(path.join("uploads", name))),
    twin: (name: string) =>
      attempt(() => fs.readFileSync(path.join("uploads", path.basename(name)))),
  },
  {
    detector: "command-injection",
    title: "searches with a command",
    input: () => "a;gauntlet-pwned;",
    does: (word: string) => attempt(() => child.execSync(`grep ${word} notes.txt`, quiet)),
    twin: (word: string) => attempt(() => child.execFileSync("grep", [word, "notes.txt"], quiet)),
  },
  {
    detector: "command-injection",
    title: "quotes a word for a shell",
    input: () => "'; gauntlet-pwned; '",
    does: (word: string) => attempt(() => child.execSync(`grep '${word}' notes.txt`, quiet)),
    twin: (word: string) =>
      attempt(() => child.execSync(`grep '${word.replaceAll("'", "'\\''")}' notes.txt`, quiet)),
  },
  {
    detector: "code-injection",
    title: "calculates with eval",
    input: () => "gauntletProbe()",
    // eslint-disable-next-line no-eval
    does: (text: string) => attempt(() => eval(text) as unknown),
    twin: (text: string) => attempt(() => JSON.parse(text) as unknown),
  },
  {
    detector: "code-injection",
    title: "compiles a template, in a way that is no code yet",
    input: () => "${gauntletProbe()",
    does: (text: string) =>
      // eslint-disable-next-line no-new-func, typescript/no-implied-eval
      attempt(() => new Function(`return \`${text}\``)),
    twin: (text: string) =>
      // eslint-disable-next-line no-new-func, typescript/no-implied-eval
      attempt(() => new Function(`return ${JSON.stringify(text)}`)),
  },
  {
    detector: "code-injection",
    title: "evaluates a formula in a context",
    input: () => "gauntletProbe",
    does: (text: string) => attempt(() => vm.runInNewContext(`1 + ${text}`) as unknown),
    twin: (text: string) => attempt(() => vm.runInNewContext("1 + text", { text }) as unknown),
  },
  {
    detector: "request-forgery",
    title: "asks the host that a text ends with",
    input: () => ".gauntlet-evil.example/",
    does: (rest: string) => fetch(`https://rates.example${rest}`).catch(() => {}),
    twin: (rest: string) =>
      fetch(new URL(encodeURIComponent(rest), "https://rates.example")).catch(() => {}),
  },
  {
    detector: "slow-pattern",
    title: "trims the end of a text",
    input: () => "a    b",
    does: (text: string) => text.replace(/\s+$/, ""),
    twin: (text: string) => text.trimEnd(),
  },
  {
    detector: "slow-pattern",
    title: "checks words with a repeat inside of a repeat",
    input: () => new TextEncoder().encode("aaa!"),
    does: (bytes: Uint8Array) => /^(\w+\s?)*$/.test(new TextDecoder().decode(bytes)),
    twin: (bytes: Uint8Array) => /^\w+(?:\s\w+)*\s?$/.test(new TextDecoder().decode(bytes)),
  },
  {
    detector: "slow-growth",
    title: "looks for what was seen before",
    input: () => "a,b,b",
    does: (text: string, count: () => void) => {
      const seen: string[] = [];
      for (const part of text.split(",")) {
        for (let at = 0; at < seen.length; at += 1) count();
        seen.push(part);
      }
      return seen.length;
    },
    twin: (text: string, count: () => void) => {
      const seen = new Set<string>();
      for (const part of text.split(",")) {
        count();
        seen.add(part);
      }
      return seen.size;
    },
  },
  {
    detector: "unhandled-rejection",
    title: "does not wait for what it began",
    input: () => "{",
    does: (text: string) => {
      void Promise.resolve().then(() => JSON.parse(text) as unknown);
    },
    twin: (text: string) => {
      void Promise.resolve()
        .then(() => JSON.parse(text) as unknown)
        .catch(() => {});
    },
  },
  {
    detector: "changed-arguments",
    title: "decodes bytes in their place",
    input: () => Uint8Array.of(1, 2, 3),
    does: (bytes: Uint8Array) => bytes.fill(0, 1),
    twin: (bytes: Uint8Array) => bytes.slice().fill(0, 1),
  },
  {
    detector: "changed-arguments",
    title: "takes the first item out of what it was given",
    input: () => ({ list: [3, 1, 2] }),
    does: ({ list }: { list: number[] }) => list.splice(0, 1),
    twin: ({ list }: { list: number[] }) => list.toSpliced(0, 1),
  },
];

// --- inside ---

/** A program that meets an error and goes on. */
function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return undefined;
  }
}

function merge(target: object, source: object, isKey: (key: string) => boolean): object {
  for (const key of Object.keys(source).filter(isKey)) {
    const value: unknown = Reflect.get(source, key);
    const before: unknown = Reflect.get(target, key);
    const isBoth = [value, before].every((one) => typeof one === "object" && one !== null);
    if (isBoth) merge(before as object, value as object, isKey);
    else Reflect.set(target, key, value);
  }
  return target;
}
