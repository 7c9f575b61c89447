// Examples: code in doc comments and in the README of a package, with what it states to give.
// read-examples.ts finds the code, stated-results.ts what each statement is said to give,
// bind-example.ts what of a module it needs. Sees the parser and nothing of types.
// Start at module-examples.ts.
export { type ModuleExample, moduleExamples } from "./module-examples.ts";
export { commentExamples, packageName, readmeExamples } from "./read-examples.ts";
