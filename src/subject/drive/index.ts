// How the user's definitions are driven: a chaos test or a simulation becomes a Subject, the one
// contract that every runner and every search knows. Sees the kernel only. Start at chaos-run.ts.
export { chaosSubject } from "./chaos-subject.ts";
export { simulationSubject } from "./simulation-subject.ts";
