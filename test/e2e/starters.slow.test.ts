import { cpSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

/** Examples, and what the tests that `init` writes for them find. */
const examples = [
  { folder: "wal", mended: 0, broken: ["what append acknowledged is in entries"] },
  { folder: "wallet", mended: 0, broken: ["what withdraw acknowledged adds up in balanceOf"] },
  {
    folder: "checkout",
    mended: 3, // one of its starters has nothing to check before its author adds it
    broken: ["no call has the same work done twice", "nothing is in gateway.charges twice"],
  },
];

test.each(examples)(
  "the starters for $folder find its bug, and nothing where it is fixed",
  async ({ folder, broken, mended }) => {
    expect(await brokenBy(folder)).toEqual({ code: 1, properties: broken });
    expect(await brokenBy(`${folder}/fixed`)).toEqual({ code: mended, properties: [] });
  },
  600_000,
);

const queue = (ended: string): string => `
export class Queue {
  readonly #jobs: (() => Promise<void>)[] = [];
  #isBusy = false;
  add(job: () => Promise<void>): void {
    this.#jobs.push(job);
    if (!this.#isBusy) void this.#work().catch(() => {});
  }
  async #work(): Promise<void> {
    this.#isBusy = true;
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      ${ended}
    }
    this.#isBusy = false;
  }
}
`;

test("a starter finds a queue that a failing job stops, and nothing where it goes on", async () => {
  const stopped = new TempProject({ "src/queue.ts": queue("await job();") });
  expect(await brokenIn(stopped)).toEqual({
    code: 1,
    properties: ["every job that add takes is begun"],
  });
  const fixed = new TempProject({ "src/queue.ts": queue("await job().catch(() => {});") });
  expect(await brokenIn(fixed)).toEqual({ code: 0, properties: [] });
});

const promising = `
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  add<T>(job: () => Promise<T>): Promise<T> {
    const done = this.#last.then(job);
    this.#last = done.catch(() => {});
    return done;
  }
}
`;

const cache = `
export class PriceCache {
  readonly #prices = new Map<string, number>();
  get(sku: string) { return this.#prices.get(sku); }
  set(sku: string, cents: number) { this.#prices.set(sku, cents); }
  invalidate(sku: string): void { this.#prices.delete(sku); }
}
`;

test("a job's own promise may reject, and what gives no promise fails with a throw", async () => {
  const project = new TempProject({ "src/queue.ts": promising, "src/cache.ts": cache });
  // Nothing is checked before the author of the test adds it, and that is said.
  expect(await brokenIn(project)).toEqual({ code: 3, properties: [] });
});

/** What breaks when the tests are explored that `init` writes for a copy of an example. */
async function brokenBy(folder: string): ReturnType<typeof brokenIn> {
  const project = new TempProject();
  cpSync(path.join(repository, "examples", folder, "src"), project.path("src"), {
    recursive: true,
  });
  return brokenIn(project);
}

async function brokenIn(
  project: TempProject,
): Promise<{ code: number | null; properties: readonly string[] }> {
  const { code: initCode, err } = await project.gauntlet("init");
  expect([initCode, err]).toEqual([0, ""]);
  const { code, findings } = await project.told("explore", "--runs", "40", "--quiet");
  const told = findings.map(({ identity }) => identity.property);
  return { code, properties: [...new Set(told)].toSorted() };
}
