// What no input may bring about, whatever the code is for: `detectors.ts` has every detector by
// name, `watch-evidence.ts` watches one execution in its world, `pattern-watch.ts` counts what
// regular expressions do. Judges see evidence only and change nothing. Sees the kernel, the world,
// laws and contracts. Start at detector.ts.
export type { CountedWork, Detection, Detector, InputOutcome } from "./detector.ts";
export { detect, detectors, detectorsWithout } from "./detectors.ts";
export { watchPatterns } from "./pattern-watch.ts";
export { watchEvidence } from "./watch-evidence.ts";
