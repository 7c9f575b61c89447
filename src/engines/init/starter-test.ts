import { serviceText, stemOf as moduleStem } from "./service-text.ts";
import type { StarterService } from "./starter-service.ts";
import { type StarterFolder, starterText } from "./starter-text.ts";
import type { StarterSubject } from "./starter-subject.ts";

/** A file that `init` writes. */
export interface StarterFile {
  /** Relative to the project root. */
  readonly path: string;
  readonly text: string;
  /** The text comes after what is there. */
  readonly isAdded?: true;
}

/** What of a project starter tests are written for. */
export interface StarterSources {
  readonly services: readonly StarterService[];
  readonly subjects: readonly StarterSubject[];
}

/**
 * The chaos tests to start from: one for each service, for each class, and for the functions of
 * each file, that leaves the process; an example where nothing is known to leave it.
 */
export function starterTests(
  { services, subjects }: StarterSources,
  place: StarterFolder,
): readonly [StarterFile, ...StarterFile[]] {
  const { folder } = place;
  const files = new Map<string, string>();
  const add = (text: string | undefined, names: readonly string[]): void => {
    const paths = names.map((name) => `${folder}/${stemOf(name)}.chaos.ts`);
    const path = paths.find((free) => !files.has(free));
    if (text !== undefined && path !== undefined) files.set(path, text);
  };
  const served = new Set<string>();
  for (const service of services) {
    const { module } = service;
    const text = serviceText(service, place);
    if (text !== undefined) {
      served.add(module);
      for (const { handler } of service.routes) served.add(handler?.from.module ?? module);
    }
    add(text, [moduleStem(module), module]);
  }
  for (const subject of subjects) {
    const { name, module, receiver } = subject;
    // What makes a service is no use by itself.
    if (receiver === undefined && served.has(module)) continue;
    add(starterText(subject, place), [name, `${module}-${name}`]);
  }
  const [first, ...others] = Array.from(files, ([path, text]) => ({ path, text }));
  if (first !== undefined) return [first, ...others];
  return [{ path: `${folder}/basket.chaos.ts`, text: exampleText }];
}

// --- inside ---

/** `JobQueue` and `src/jobs.ts-JobQueue` as the name of a file. */
function stemOf(name: string): string {
  const words = name.replaceAll(/\.[cm]?[jt]sx?(?=-|$)/gu, "").replaceAll(/[^\w]+/gu, "-");
  return words.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, "-").toLowerCase();
}

const exampleText = `import { chaosTest } from "gauntlet";

/** An example. Put something of yours in its place: a cart, a queue, a client with its server. */
class Basket {
  readonly articles: string[] = [];
  count = 0;

  add(article: string): void {
    this.articles.push(article);
    this.count += 1;
  }

  remove(): void {
    if (this.articles.pop() !== undefined) this.count -= 1;
  }
}

export default chaosTest({
  name: "basket",
  // What one run works on; every run makes its own.
  setup: () => new Basket(),
  // What can happen, in any order and any number of times.
  rules: {
    add: { run: (basket) => basket.add("pen") },
    remove: { run: (basket) => basket.remove() },
  },
  // What must be true after every step.
  invariants: {
    "the count is the number of articles": ({ articles, count }) => count === articles.length,
  },
});
`;
