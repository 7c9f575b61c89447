/**
 * Packages at a version with a published race, leak or wrong order, and at the version that mended
 * it. `fixtures/<name>.chaos.mjs` states what the package's own documentation promises.
 */
export const packages = [
  { name: "async", broken: "3.2.3", fixed: "3.2.4", where: "CHANGELOG, #1725" },
  { name: "async-lock", broken: "1.4.1", fixed: "1.5.0", where: "History, #64" },
  { name: "async-mutex", broken: "0.2.4", fixed: "0.2.6", where: "CHANGELOG, #27" },
  { name: "cacheable", broken: "1.8.3", fixed: "1.8.4", where: "#888" },
  { name: "fastq", broken: "1.16.0", fixed: "1.17.1", where: "resume() in 1.17.0" },
  { name: "generic-pool", broken: "3.4.1", fixed: "3.4.2", where: "CHANGELOG 3.4.2" },
  { name: "keyv", broken: "4.0.0", fixed: "4.0.1", where: "#108" },
  { name: "limiter", broken: "3.0.0", fixed: "4.0.0", where: "CHANGELOG 4.0.0" },
  { name: "lockfile", broken: "0.4.2", fixed: "0.4.3", where: "CHANGELOG 0.4.3" },
  { name: "lru-cache", broken: "11.2.1", fixed: "11.2.2", where: "#388" },
  { name: "opossum", broken: "4.2.0", fixed: "4.2.1", where: "CHANGELOG 4.2.1, #385" },
  { name: "p-map", broken: "7.0.3", fixed: "7.0.4", where: "pMapIterable in 7.0.4" },
  { name: "p-queue", broken: "9.3.0", fixed: "9.3.1", where: "onSizeLessThan() in 9.3.1" },
  { name: "p-throttle", broken: "8.1.0", fixed: "8.1.1", where: "weight in 8.1.1" },
  { name: "pg-pool", broken: "3.10.0", fixed: "3.10.1", where: "_remove() in 3.10.1" },
  { name: "proper-lockfile", broken: "3.2.0", fixed: "4.1.2", where: "CHANGELOG 4.0.0, #71" },
  { name: "tarn", broken: "2.0.0", fixed: "3.0.0", where: "README 3.0.0, #48" },
];

/**
 * What is still found in a version that has the fix, each decided in
 * docs/explanation/what-explore-finds.md; `fixtures/newest/<name>.chaos.mjs`.
 */
export const stillFound = [
  { name: "async-mutex", version: "0.5.0" },
  { name: "lockfile", version: "1.0.4" },
  { name: "proper-lockfile", version: "4.1.2" },
];

/** These keep state from run to run, as `gauntlet doctor` says of them. */
export const inlined = ["proper-lockfile"];
