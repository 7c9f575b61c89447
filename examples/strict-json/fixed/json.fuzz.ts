import { isDeepStrictEqual } from "node:util";
import { fuzz } from "gauntlet";
import { parseJson } from "./src/parse-json.ts";
import { JsonError } from "./src/reader.ts";

// Whatever the text is, the parser takes what `JSON.parse` takes, and reads the same from it.
export default fuzz({
  name: "parseJson agrees with JSON.parse",
  input: "text",
  seeds: ['{"a":[1,-0.5e+3,"x\\u0041\\n"],"b":null}', "[true,false]", '"\\/"'],
  dictionary: ["true", "false", "null", "\\u", "e+", "__proto__"],
  // Below the depth that the parser reads.
  lengthMax: 1_000,
  run: (text: string) => {
    const ours = read(() => parseJson(text), JsonError);
    const theirs = read(() => JSON.parse(text) as unknown, SyntaxError);
    if (isDeepStrictEqual(ours, theirs)) return;
    throw new Error(
      ours === undefined || theirs === undefined
        ? "one takes what the other refuses"
        : "both take it and read something else",
    );
  },
});

/** What is read, in a list; nothing where it is refused. Other errors are thrown. */
function read(parse: () => unknown, refusal: new (...args: never[]) => Error): unknown {
  try {
    return [parse()];
  } catch (thrown) {
    if (thrown instanceof refusal) return undefined;
    throw thrown;
  }
}
