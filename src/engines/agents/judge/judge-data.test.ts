import { describe, expect, test } from "vitest";
import type { AgentEvent } from "../../../kernel/agent/agent-event.ts";
import type { InvariantRule } from "../../../kernel/agent/agent-invariant.ts";
import { judge, modelAnswer, modelCall, stateOf, toolAnswer, toolCall } from "./fixtures/judged.ts";

const said = (text: string) => ({ answer: { text, error: undefined, ms: 1 } });
const weather = (args: string, id = "1"): AgentEvent =>
  toolCall(id, { tool: "get_weather", arguments: args, wire: "model" });

describe("values that were missing when a text was put together", () => {
  const rule: InvariantRule = { type: "no_placeholders" };

  test.each([
    ['{"question":"Weather in undefined?"}', "undefined"],
    ['{"city":"[object Object]"}', "[object Object]"],
    ['{"days":"NaN"}', "NaN"],
    ['{"city":"null"}', "null"],
    ['{"filter":{"city":"${city}"}}', "${city}"],
    ["GET /weather?city=undefined", "undefined"],
    ["GET /users/null/orders", "null"],
  ])("are found in the arguments %s", async (args, found) => {
    const wire = args.startsWith("GET") ? "http" : "model";
    const events = [toolCall("1", { tool: "get_weather", arguments: args, wire })];
    const { state, because } = await judge(rule, { events, ...said("Fine.") });
    expect(state).toBe("fail");
    expect(because).toContain(`a call of \`get_weather\` has \`${found}\``);
  });

  test.each([
    '{"city":"Oslo"}',
    '{"city":null}',
    '{"note":"The answer is undefinedness"}',
    '{"q":"Nancy"}',
    "GET /weather?city=Nullarbor",
  ])("are not in the arguments %s", async (args) => {
    const wire = args.startsWith("GET") ? "http" : "model";
    const events = [toolCall("1", { tool: "get_weather", arguments: args, wire })];
    expect(await stateOf(rule, { events, ...said("Fine.") })).toBe("pass");
  });

  test("are found in a question to the model and in the answer", async () => {
    const asks = (text: string) => [modelCall(1, { given: { said: [text] } })];
    expect(await stateOf(rule, { events: asks("Weather in undefined?"), ...said("Fine.") })).toBe(
      "fail",
    );
    expect(await stateOf(rule, { events: asks("Weather in Oslo?"), ...said("Fine.") })).toBe(
      "pass",
    );
    expect(await stateOf(rule, said("Dear undefined, it is fine."))).toBe("fail");
    expect(await stateOf(rule, said("Dear Ann, it is fine."))).toBe("pass");
  });

  test("may be repeated where the agent was given them", async () => {
    const prompt = "Why is x undefined in JavaScript?";
    const asked = { prompt, sent: { prompt } };
    expect(await stateOf(rule, { ...asked, ...said("It is undefined before it is set.") })).toBe(
      "pass",
    );
    const explained = modelAnswer(1, { text: "x is undefined." });
    expect(await stateOf(rule, { events: [explained], ...said("x is undefined.") })).toBe("pass");
    const events = [explained, weather('{"city":"undefined"}')];
    expect(await stateOf(rule, { events, ...said("x is undefined.") })).toBe("fail");
  });
});

describe("arguments of tools", () => {
  const schema = {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer" } },
    required: ["city"],
  };
  const defined = modelCall(1, { given: { schemas: { get_weather: schema } } });

  test.each([
    ['{"city":"Oslo","days":3}', "pass"],
    ['{"city":"Oslo"}', "pass"],
    ['{"days":3}', "fail"],
    ['{"city":"Oslo","days":"three"}', "fail"],
    ['{"city":"Oslo"', "fail"],
  ])("are as the tool's own schema says, seen on the wire: %s is a %s", async (args, state) => {
    for (const tool of ["get_weather", undefined]) {
      const rule: InvariantRule = { type: "tool_arguments", tool };
      expect(await stateOf(rule, { events: [defined, weather(args)] })).toBe(state);
    }
  });

  test("cannot be judged where no schema was seen, nor where nothing was called", async () => {
    const rule: InvariantRule = { type: "tool_arguments", tool: "get_weather" };
    expect(await judge(rule, { events: [weather("{}")] })).toEqual({
      state: "inconclusive",
      because: "no definition of `get_weather` was seen on the wire; give a `schema`",
    });
    expect(await stateOf(rule, { events: [defined] })).toBe("inconclusive");
  });

  test("that must come from another tool's answer are not made up", async () => {
    const rule: InvariantRule = {
      type: "tool_arguments",
      tool: "refund",
      argument: "order.id",
      from: "get_order",
    };
    const found = [
      toolCall("1", { tool: "get_order", arguments: "{}", wire: "model" }),
      toolAnswer("1", { tool: "get_order", text: '{"id":"A17","total":49}' }),
    ];
    const refund = (id: unknown): AgentEvent => {
      const args = JSON.stringify({ order: { id } });
      return toolCall("2", { tool: "refund", arguments: args, wire: "model" });
    };
    const state = (events: readonly AgentEvent[]) => stateOf(rule, { events });
    expect(await state([...found, refund("A17")])).toBe("pass");
    expect(await state([...found, refund(49)])).toBe("pass");
    expect(await state([...found, refund("A1")])).toBe("fail"); // a part of a value is another one
    expect(await state([...found, refund("B2")])).toBe("fail");
    expect(await state([...found, refund(undefined)])).toBe("fail");
    expect(await state([refund("A17"), ...found])).toBe("fail"); // it was not known yet
    const failed = toolAnswer("1", { tool: "get_order", text: "no order A17", isError: true });
    expect(await state([failed, refund("A17")])).toBe("fail");
  });
});
