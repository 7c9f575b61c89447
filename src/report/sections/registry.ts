import type { Section } from "../section.ts";
import { ablationSection } from "./ablation.ts";
import { agentSection } from "./agent.ts";
import { casesSection } from "./cases.ts";
import { coverageSection } from "./coverage.ts";
import { minedSection } from "./mined.ts";
import { replayedSection } from "./replayed.ts";
import { scalingSection } from "./scaling.ts";
import { scanSection } from "./scan.ts";

/** Every section that a result may have, in the order in which the JSON document has them. */
export interface Sections {
  /** What the search reached; empty where nothing was searched. */
  readonly coverage: typeof coverageSection;
  /** What became of each thing that was to be run; absent where it is one thing. */
  readonly cases: typeof casesSection;
  /** How fast variants of the search found what they found, one for each subject. */
  readonly ablation: typeof ablationSection;
  /** How many processes made how many runs a second, one for each subject. */
  readonly scaling: typeof scalingSection;
  /** What a scan looked at, besides its findings. */
  readonly scan: typeof scanSection;
  /** What an agent was put through and what came of it; says what it leaves out. */
  readonly agent: typeof agentSection;
  /** Which laws functions have. */
  readonly mined: typeof minedSection;
  /** The run that was made again, where it was asked for. */
  readonly replayed: typeof replayedSection;
}

/** What the sections say in the JSON document. */
export type SectionFields = {
  readonly [Name in keyof Sections]?: ReturnType<Sections[Name]["json"]>;
};

/** What engines give to the section of that name. */
export type DataOf<Name extends keyof Sections> = ReturnType<Sections[Name]["merge"]>;

/** The sections as a list; text, JSON, test cases and merging go through it. */
export const resultSections: readonly Section[] = Object.values<Section>({
  coverage: coverageSection,
  cases: casesSection,
  ablation: ablationSection,
  scaling: scalingSection,
  scan: scanSection,
  agent: agentSection,
  mined: minedSection,
  replayed: replayedSection,
} satisfies Sections);
