// How a target of a scan is called: values of the declared types (arbitrary-of.ts), the call
// itself (call-run.ts), what of it is a failure (judge-call.ts, expected-throw.ts, conforms.ts).
// Runs in the worker, beside the user's code. Sees the kernel and drive/. Start at call-subject.ts.
export { callSubject } from "./call-subject.ts";
