import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// Inputs as files: what a finding leaves, and what other fuzzers give and take.

const budget = 120_000;

const source = `
import { fuzz } from "gauntlet";
export default fuzz("parse", (data) => {
  const [a, b] = data;
  if (a === 0x6b && b === 0x01) throw new RangeError("the key is known");
});`;

function project(): TempProject {
  return new TempProject({ "parse.fuzz.ts": source });
}

function sha1(bytes: Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}

const words = ["fuzz", "--runs", "4000", "--seed", "1"];

test(
  "a finding tells its input as text, hex and code, and leaves its bytes in a crash file",
  async () => {
    const here = project();
    const { findings, artifacts } = await here.told(...words);
    const [finding] = findings;
    const name = `crash-${sha1(Uint8Array.of(0x6b, 0x01))}`;
    const file = `.gauntlet/findings/${finding?.id}/${name}`;
    expect(finding?.input).toEqual({
      text: String.raw`"k\u0001"`,
      hex: ["00000000  6b 01                                             |k.|"],
      code: "Uint8Array.from([0x6b, 0x01])",
      bytes: 2,
      inputs: 1,
      file,
    });
    expect(artifacts).toContain(file);
    expect([...readFileSync(here.path(file))]).toEqual([0x6b, 0x01]);
    // What an earlier campaign kept of the same finding goes, and nothing else.
    const old = `.gauntlet/findings/${finding?.id}/crash-${sha1(Uint8Array.of(1))}`;
    here.write(old, "\u0001");
    here.write(`.gauntlet/findings/${finding?.id}/notes.txt`, "mine");
    const again = await here.gauntlet(...words);
    expect(again.out).toContain("  input   2 bytes\n    code  Uint8Array.from([0x6b, 0x01])\n");
    expect(again.out).toContain("    hex   00000000  6b 01");
    const left = readdirSync(here.path(`.gauntlet/findings/${finding?.id}`)).toSorted();
    expect(left).toEqual([name, "finding.json", "notes.txt", "trace.jsonl.gz"]);
    const replayed = await here.told("replay", finding?.trace ?? "");
    expect(replayed.findings[0]?.input?.code).toBe("Uint8Array.from([0x6b, 0x01])");
  },
  budget,
);

test(
  "inputs go to other fuzzers and back, and find the same bug again in one pass",
  async () => {
    const here = project();
    const { findings } = await here.told(...words);
    const exported = await here.told("corpus", "export", "inputs", "--inputs-of", "parse.fuzz.ts");
    const names = readdirSync(here.path("inputs"));
    expect(exported).toMatchObject({ code: 0, entries: names.length, artifacts: ["inputs"] });
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      expect(name).toMatch(/^(?:crash-)?[0-9a-f]{40}$/u);
      expect(name).toContain(sha1(readFileSync(here.path(`inputs/${name}`))));
    }
    expect(names).toContain(`crash-${sha1(Uint8Array.of(0x6b, 0x01))}`);
    // As AFL++ keeps them: beside its own files, which are no inputs.
    const there = project();
    for (const [at, name] of names.entries()) {
      const number = String(at).padStart(6, "0");
      there.write(`afl/queue/id:${number},orig:x`, readFileSync(here.path(`inputs/${name}`)));
    }
    there.write("afl/fuzzer_stats", "start_time : 1");
    const few = ["fuzz", "--runs", String(names.length), "--seed", "9"];
    expect((await there.told(...few)).findings).toEqual([]);
    const merge = ["corpus", "merge", "afl", "--inputs-of", "parse.fuzz.ts"];
    // A few it has come upon by itself.
    const merged = await there.told(...merge);
    expect(merged).toMatchObject({ code: 0, subjects: ["parse.fuzz.ts#default"] });
    const { added, known: had } = merged as unknown as Record<"added" | "known", number>;
    expect(added + had).toBe(names.length);
    expect(added).toBeGreaterThan(0);
    const found = await there.told(...few);
    expect(found.findings[0]?.identity.key).toBe(findings[0]?.identity.key);
    const known = await there.told("corpus", "import", "afl", "--inputs-of", "parse.fuzz.ts");
    expect(known).toMatchObject({ code: 0, added: 0, known: names.length });
    const fewer = await there.told("corpus", "minimize", "parse.fuzz.ts");
    expect(fewer).toMatchObject({ code: 0 });
    const seeded = await project().told(...few, "--seeds", here.path("inputs"));
    expect(seeded.findings[0]?.identity.key).toBe(findings[0]?.identity.key);
  },
  budget,
);

test(
  "a test that has kept nothing, and a folder without inputs, are refused",
  async () => {
    const here = project();
    const asked = ["--inputs-of", "parse.fuzz.ts"];
    const nothing = await here.gauntlet("corpus", "export", "inputs", ...asked);
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("error[K007]")]);
    const missing = await here.gauntlet("corpus", "import", "none", ...asked);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("error[K001]")]);
  },
  budget,
);
