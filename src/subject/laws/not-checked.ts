/** What calling a function many times cannot show, whatever it is called with. */
export const notChecked: readonly string[] = [
  "whether the result is right: only whether results agree with each other",
  "what happens for arguments that the declared types do not allow",
  "laws of three or more calls, and laws that need a state to be built up first",
  "numbers beyond 1e13, below 1e-6 or not finite, where a law is about arithmetic",
  "the time of day, time zones and locales: each run has one clock and one environment",
  "functions that take callbacks or instances: made-up ones answer differently each time",
  "side effects: only what a call returns is compared",
  "how long a call takes and what it needs",
];
