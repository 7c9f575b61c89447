import type { SourceFile, Violation } from "./source-file.ts";

/** Names and phrases that readers did not understand, each with what is said instead. */
export const plainWords: readonly { readonly banned: RegExp; readonly say: string }[] = [
  { banned: /\b(?:Court|lawCourt|traceCourt)\b/, say: "RunTarget" },
  { banned: /\b(?:Hunt(?:ing|ed|Budget|Begin|Progress)?|LawHunt|huntLaws)\b/, say: "Campaign…" },
  { banned: /\b(?:Lanes|LaneListener|class Lane)\b/, say: "WorkerSlot" },
  { banned: /\bDeaths\b/, say: "WorkerCrashes" },
  { banned: /\bChronicle\b/, say: "CampaignLog" },
  { banned: /\b(?:bury|acquit|accuse)\b/, say: "drop, clear, suspect" },
  {
    banned: /^(?:export )?(?:interface|type|class) (?:Told|Said|Heard|Held|Kept|Place)\b/,
    say: "the thing itself",
  },
  { banned: /\bSourcePlace\b/, say: "SourceLocation" },
  {
    banned: /(?<!there )is no (?:report format|folder)\b/,
    say: "unknown report format; is not a folder",
  },
  { banned: /\btimers and chance\b/, say: "clocks, timers and randomness" },
  { banned: /\btells the truth\b/, say: "still reproduces" },
  { banned: / goes on(?: ×\d+)? +at \d/, say: "resumes" },
  {
    banned: /\b(?:is|are) told as (?:it was|they were) seen\b/,
    say: "not re-checked or minimised",
  },
  { banned: /\bmakes it meant\b/, say: "nothing in the code suggests it is intentional" },
  { banned: /\bcalls are struck\b/, say: "calls receive a fault" },
  { banned: /\bnone could be left out\b/, say: "already minimal" },
  {
    banned:
      /(?:\b(?:this|it|which|that|answer|file)|[`}]) is no (?:JSON|function|file|certificate)\b/,
    say: "is not JSON; is not a function",
  },
  {
    banned: /[`}] is no (?:key|table|list|text|number|kind|type|fault|node|regular)\b/,
    say: "is not a key of",
  },
  { banned: /[`}] leads nowhere\b/, say: "cannot be resolved" },
  { banned: /\bnothing that can be run\b/, say: "not something that can be run" },
  { banned: /\bwhat is (?:here and what is )?in the way\b/, say: "problems with the setup" },
  { banned: /\bshown again in a fresh process\b/, say: "reproduced in a fresh process" },
  { banned: /, made small\b["`']/, say: "minimised" },
  { banned: /\bas small as it gets: no other\b/, say: "already minimal: no new one" },
  { banned: /\bwent on after\b/, say: "resumed after" },
  { banned: /\bcan never strike: /, say: "can never take effect" },
  { banned: /\bwas told up to the limit\b/, say: "was shown only up to the limit" },
  { banned: /\bto make smaller`/, say: "to minimise" },
];

/** What the project ships and what its users read is said in the field's own words. */
export function checkPlainWords(files: readonly SourceFile[]): Violation[] {
  return files.filter(({ path }) => isRead.test(path)).flatMap(violationsOf);
}

// --- inside ---

/** Entries of the changelog say what was printed when they were written. */
const isRead = /^(?:src\/.*\.ts|docs\/.*\.md|(?:README|ARCHITECTURE|CONTRIBUTING)\.md)$/;

function violationsOf({ path, text }: SourceFile): Violation[] {
  return text.split("\n").flatMap((line, at) =>
    plainWords.flatMap(({ banned, say }) => {
      const [found] = banned.exec(line) ?? [];
      if (found === undefined) return [];
      return [{ file: path, line: at + 1, message: `says \`${found.trim()}\`; say: ${say}` }];
    }),
  );
}
