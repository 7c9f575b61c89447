/** The flags of `fuzz`. */
export const fuzzFlags = [
  "seed",
  "runs",
  "time",
  "strict",
  "workers",
  "lengthMax",
  "dict",
  "seeds",
  "minimize",
  "crashOnly",
  "mode",
  "corpus",
  "report",
] as const;
