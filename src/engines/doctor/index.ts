// Checks that a subject is a function of its decisions: the same runs in two processes must give
// the same bytes. It is the oracle for everything else, so it shares no code with the engines that
// it checks. Start at doctor.ts.
export type { DoctorOptions } from "./compare.ts";
export { doctor } from "./doctor.ts";
