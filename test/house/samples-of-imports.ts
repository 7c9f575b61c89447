import type { Sample } from "./sample.ts";

/** Samples for the rules about who may import whom, and through which door. */
export const importSamples: Readonly<Record<string, Sample>> = {
  "a file imports its own room or an earlier one": {
    broken: {
      "src/kernel/trace.ts": 'import { now } from "../world/clock.ts";\n',
      "src/kernel/later.ts": 'export const later = () => import("../world/clock.ts");\n',
      "src/report/text.ts": '\nimport type { Runner } from "../runner/runner.ts";\n',
      "src/search/corpus.ts": 'import { pick } from "../index.ts";\nimport "gauntlet/vitest";\n',
      "src/cli/main.ts": 'import { readTree } from "../../test/house/source-file.ts";\n',
      "src/stray.ts": "export const stray = 1;\n",
    },
    says: [
      "src/kernel/trace.ts:1  imports src/world/clock.ts, but kernel/ comes before world/; " +
        "move what it needs to kernel/ or earlier, or pass it in as an argument",
      "src/kernel/later.ts:1  imports src/world/clock.ts, but kernel/ comes before world/; " +
        "move what it needs to kernel/ or earlier, or pass it in as an argument",
      "src/report/text.ts:2  imports src/runner/runner.ts, but report/ sees kernel/ only; " +
        "hand the facts over as plain data",
      "src/search/corpus.ts:1  imports src/index.ts, the users' door; " +
        "import the room's own file",
      "src/search/corpus.ts:2  imports gauntlet/vitest, the built package; " +
        "import the file in src/",
      "src/cli/main.ts:1  imports test/house/source-file.ts, which is outside the rooms; " +
        "move it into one",
      "src/stray.ts  lies in no room; move it to one of " +
        "src/{kernel,data,report,config,world,subject,store,search,runner,campaign,engines,cli}/",
    ],
    kept: {
      "src/index.ts": 'export { always } from "./kernel/property.ts";\n',
      "src/world/clock.ts":
        'import { readFile } from "node:fs/promises";\n' +
        'import { trace } from "../kernel/trace.ts";\nimport { timer } from "./timer.ts";\n',
      "src/report/text.ts":
        'import type { Finding } from "../kernel/finding.ts";\nimport "./json.ts";\n',
      "src/cli/main.ts": 'import { text } from "../report/text.ts";\n',
    },
  },

  "engines never import engines": {
    broken: {
      "src/engines/explore/explore.ts": 'import type { Scan } from "../scan/scan.ts";\n',
    },
    says: [
      "src/engines/explore/explore.ts:1  imports src/engines/scan/scan.ts, " +
        "but engines never import engines; " +
        "move what both need to an earlier room, or join them in src/cli/",
    ],
    kept: {
      "src/engines/explore/explore.ts":
        'import { rule } from "./rule.ts";\nimport { corpus } from "../../search/corpus.ts";\n',
      "src/cli/commands/full.ts":
        'import { scan } from "../../engines/scan/scan.ts";\n' +
        'import { explore } from "../../engines/explore/explore.ts";\n',
    },
  },

  "only cli chooses where runs happen": {
    broken: {
      "src/campaign/campaign.ts": 'import { w } from "../runner/process/subject-worker.ts";\n',
      "src/engines/doctor/compare.ts": 'import { i } from "../../runner/worker/inline.ts";\n',
    },
    says: [
      "src/campaign/campaign.ts:1  imports src/runner/process/subject-worker.ts, " +
        "which is one of the places where runs happen; " +
        "take the contract, src/runner/subject-runner.ts, and what CampaignSettings.runners is",
      "src/engines/doctor/compare.ts:1  imports src/runner/worker/inline.ts, " +
        "which is one of the places where runs happen; " +
        "take the contract, src/runner/subject-runner.ts, and what CampaignSettings.runners is",
    ],
    kept: {
      "src/campaign/campaign.ts":
        'import type { R } from "../runner/subject-runner.ts";\n' +
        'import type { C } from "../runner/protocol/protocol.ts";\n',
      "src/campaign/campaign.test.ts": 'import { p } from "../runner/process/runners.ts";\n',
      "src/cli/settings.ts": 'import { p } from "../runner/process/runners.ts";\n',
    },
  },

  "importing gauntlet loads the kernel only": {
    broken: {
      "src/index.ts":
        'export { always } from "./kernel/property.ts";\n' +
        'export { explore } from "./engines/explore/index.ts";\n',
      "src/kernel/property.ts": 'import fc from "fast-check";\n',
    },
    says: [
      "src/index.ts:2  imports src/engines/explore/index.ts when src/index.ts is loaded, " +
        "which must load src/kernel/ only; " +
        "use `import type`, or `await import()` inside the function that needs it",
      "src/kernel/property.ts:1  imports fast-check when src/index.ts is loaded, " +
        "which must load src/kernel/ only; " +
        "use `import type`, or `await import()` inside the function that needs it",
    ],
    kept: {
      "src/index.ts":
        'export { always } from "./kernel/property.ts";\n' +
        'export type { Options } from "./engines/explore/index.ts";\n' +
        "export const explore = async () =>\n" +
        '  (await import("./engines/explore/index.ts")).explore();\n',
      "src/kernel/property.ts": 'import type { Arbitrary } from "fast-check";\n',
      "src/engines/explore/index.ts": 'import fc from "fast-check";\n',
    },
  },

  "no imports go round in a circle": {
    broken: {
      "src/kernel/a.ts": 'import { b } from "./b.ts";\n',
      "src/kernel/b.ts": 'export { c } from "./c.ts";\n',
      "src/kernel/c.ts": 'import { b } from "./b.ts";\n',
    },
    says: [
      "src/kernel/b.ts  imports src/kernel/c.ts, which leads back: " +
        "src/kernel/b.ts → src/kernel/c.ts → src/kernel/b.ts; " +
        "move what both need into a third file, or into the earlier of the two",
    ],
    kept: {
      "src/kernel/a.ts": 'import { b } from "./b.ts";\nimport { c } from "./c.ts";\n',
      "src/kernel/b.ts": 'import { c } from "./c.ts";\n',
      "src/kernel/c.ts": 'import type { A } from "./a.ts";\n',
    },
  },

  "no imports of types go round in a circle": {
    broken: {
      "src/kernel/a.ts": 'import type { B } from "./b.ts";\n',
      "src/kernel/b.ts": 'export type Back = import("./a.ts").A;\n',
    },
    says: [
      "src/kernel/a.ts  imports src/kernel/b.ts, which leads back: " +
        "src/kernel/a.ts → src/kernel/b.ts → src/kernel/a.ts; " +
        "move what both need into a third file, or into the earlier of the two",
    ],
    kept: {
      "src/kernel/a.ts": 'import type { C } from "./c.ts";\n',
      "src/kernel/b.ts": 'import type { C } from "./c.ts";\n',
      "src/kernel/c.ts": "export type C = 1;\n",
    },
  },

  "folders beside each other form no circle": {
    broken: {
      "src/kernel/trace/read.ts": 'import { shrink } from "../shrink/shrink.ts";\n',
      "src/kernel/trace/write.ts": "export const write = 1;\n",
      "src/kernel/shrink/shrink.ts": 'export const later = () => import("../trace/write.ts");\n',
    },
    says: [
      "src/kernel/trace  is in a circle of folders: src/kernel/trace → src/kernel/shrink → " +
        "src/kernel/trace (src/kernel/trace/read.ts imports src/kernel/shrink/shrink.ts; " +
        "src/kernel/shrink/shrink.ts imports src/kernel/trace/write.ts); " +
        "move what they share into the folder above, or into the one that comes first",
    ],
    kept: {
      "src/kernel/trace/read.ts": 'import { line } from "../line.ts";\n',
      "src/kernel/line.ts": 'import { shrink } from "./shrink/shrink.ts";\n',
      "src/kernel/shrink/shrink.ts": 'import { write } from "../trace/write.ts";\n',
      "src/kernel/trace/write.ts": "export const write = 1;\n",
    },
  },

  "a room opens with 3 to 8 lines about itself": {
    broken: {
      "src/kernel/index.ts": '// Short.\nexport { a } from "./a.ts";\n',
      "src/world/clock.ts": "export const clock = 1;\n",
      "src/engines/scan/index.ts": `${"// Long.\n".repeat(9)}export { a } from "./a.ts";\n`,
    },
    says: [
      "src/kernel/index.ts  opens with 1 lines of comment; open it with 3 to 8 `//` lines: " +
        "what lives here, what it may see, where to start reading",
      "src/world/index.ts  does not exist; open it with 3 to 8 `//` lines: " +
        "what lives here, what it may see, where to start reading",
      "src/engines/scan/index.ts  opens with 9 lines of comment; open it with 3 to 8 `//` lines: " +
        "what lives here, what it may see, where to start reading",
    ],
    kept: {
      "src/kernel/index.ts": '// One.\n// Two.\n// Three.\nexport { a } from "./a.ts";\n',
      "src/engines/scan/index.ts": `${"// Line.\n".repeat(8)}export { a } from "./a.ts";\n`,
    },
  },

  "an index.ts only re-exports, by name": {
    broken: {
      "src/kernel/index.ts": 'export * from "./trace.ts";\nexport const extra = 1;\n',
      "src/index.ts": 'export * from "./kernel/index.ts";\n',
    },
    says: [
      "src/kernel/index.ts:1  re-exports everything; " +
        "write `export { first, second } from`, never `export *`",
      "src/kernel/index.ts:2  holds code, but an index.ts only re-exports by name; " +
        "move the code to a named file",
      "src/index.ts:1  re-exports everything; " +
        "write `export { first, second } from`, never `export *`",
    ],
    kept: {
      "src/kernel/index.ts":
        'export { trace } from "./trace.ts";\nexport type { Trace } from "./trace.ts";\n',
      "src/index.ts": "export const explore = async () => undefined;\n",
    },
  },
};
