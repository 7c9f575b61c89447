// Plain folders of inputs, as libFuzzer, AFL++ and Jazzer.js read and write them: a file is an
// input and nothing else. What is met there may come from anybody: links and odd files are left
// out with a note, everything has a limit, and files appear whole. It sees kernel/ to store/.
// Start at read-inputs.ts.
export { readInputs } from "./read-inputs.ts";
export { writeInput } from "./write-input.ts";
export { readDictionary } from "./read-dictionary.ts";
