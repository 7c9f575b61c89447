import { expect, test } from "vitest";
import { configsFor, mergedSwarm, productiveOf, swarmFromText, swarmText } from "./swarm-memory.ts";

const subject = { file: "pay.chaos.ts", exportName: "default" };
const config = (key: string, productive: number, edges = productive) => ({
  key,
  uses: 5,
  edges,
  productive,
  failures: 0,
  energy: 1,
});
const memory = { subject, names: ["pay", "refund"], configs: [config("10", 2), config("01", 1)] };

test("only configurations that brought something are kept, the best first", () => {
  const all = [config("00", 0), config("01", 1), config("11", 3)];
  expect(productiveOf(all).map(({ key }) => key)).toEqual(["11", "01"]);
});

test("a configuration follows its names: new rules are on, lost ones forgotten", () => {
  const keys = configsFor(memory, ["refund", "cancel"]).map(({ key }) => key);
  expect(keys).toEqual(["01", "11"]);
});

test("two memories merge under the names of the first", () => {
  const other = { subject, names: ["refund", "pay"], configs: [config("11", 9), config("01", 9)] };
  const merged = mergedSwarm(memory, other);
  expect(merged.names).toEqual(["pay", "refund"]);
  expect(merged.configs.map(({ key }) => key).toSorted()).toEqual(["01", "10", "11"]);
});

test("a text that is no memory of a swarm is refused", () => {
  const text = swarmText(memory);
  expect(swarmFromText(text, "swarm.json")).toEqual(memory);
  for (const [from, to] of [
    ['"10"', '"1x"'],
    ['"10"', '"100"'],
    ['"energy":1', '"energy":-1'],
    ['"energy":1', '"energy":"1"'],
    ['"energy":1', '"energy":{"toString":1,"valueOf":1}'],
    ['"uses":5', '"uses":"5"'],
    ["pay.chaos.ts", "../pay.chaos.ts"],
    ['"version":1', '"version":2'],
  ] as const) {
    const wrong = text.replace(from, to);
    expect(() => swarmFromText(wrong, "swarm.json")).toThrow(/swarm\.json/);
  }
});
