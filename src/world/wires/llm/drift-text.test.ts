import { expect, test } from "vitest";
import type { LlmFault } from "../../../kernel/agent/agent-fault.ts";
import { driftTypes } from "../../../kernel/agent/fault-modes.ts";
import { driftText } from "./drift-text.ts";

const severities = ["subtle", "moderate", "significant"] as const;
const prose = "Your order left today. It arrives on Monday.";
const data = '{"order_id":"A1","items":[{"unitPrice":3,"name":"tea"}]}';

test("each kind of drift has three degrees, all of them different", () => {
  const table = driftTypes.flatMap((driftType) =>
    severities.map((severity) => {
      const text = driftType === "json_field_rename" ? data : prose;
      return `${driftType} ${severity}: ${drifted({ driftType, severity }, text)}`;
    }),
  );
  expect(new Set(table.map((line) => line.split(": ")[1])).size).toBe(table.length);
  expect(table.map((line) => line.slice(0, 95)).join("\n")).toMatchInlineSnapshot(`
    "json_field_rename subtle: {"orderId":"A1","items":[{"unitPrice":3,"name":"tea"}]}
    json_field_rename moderate: {"orderId":"A1","items_value":[{"unitPrice":3,"name":"tea"}]}
    json_field_rename significant: {"orderId":"A1","items_value":[{"unit_price":3,"name_value":"tea
    verbosity_shift subtle: Your order left today. It arrives on Monday. It is worth
    verbosity_shift moderate: Your order left today. It arrives on Monday. It is worth adding some 
    verbosity_shift significant: Your order left today. It arrives on Monday. It is worth adding so
    format_change subtle: **Answer:** Your order left today. It arrives on Monday.
    format_change moderate: - Your order left today.
    - It arrives on Monday.
    format_change significant: {"answer":"Your order left today. It arrives on Monday."}
    refusal_rephrase subtle: I can't be entirely certain, but Your order left today. It arrives on 
    refusal_rephrase moderate: I'm not able to help with all of this. In part: Your order left toda
    refusal_rephrase significant: I'm sorry, but I can't help with that request.
    tone_shift subtle: Your order left today. It arrives on Monday. Let me know if you need anythin
    tone_shift moderate: Great question! 😊 Your order left today. It arrives on Monday. Hope that 
    tone_shift significant: OMG okay so!!! Your order left today!!! It arrives on Monday!!! 🎉🎉🎉"
  `);
});

test("data keeps its values when only its format changes", () => {
  const format = (severity: LlmFault["severity"]) =>
    drifted({ driftType: "format_change", severity }, '{"total":3}');
  expect(format("subtle")).toBe('```json\n{"total":3}\n```');
  expect(format("moderate")).toBe('Here is the JSON:\n\n```json\n{"total":3}\n```');
  expect(format("significant")).toBe("The total is 3.");
});

test("fields are renamed inside of other text too, and nothing where there are none", () => {
  const rename = { driftType: "json_field_rename", severity: "significant" } as const;
  expect(drifted(rename, 'So: ```{"order_id":1}``` ok')).toBe('So: ```{"orderId":1}``` ok');
  expect(drifted(rename, prose)).toBe(prose);
});

test("an answer grows and shrinks by the factor", () => {
  const words = (text: string) => text.split(" ").length;
  const shift = (direction: "expand" | "compress", factor: number) =>
    words(drifted({ driftType: "verbosity_shift", direction, factor }, prose));
  expect(words(prose)).toBe(8);
  expect(shift("expand", 5)).toBeGreaterThanOrEqual(40);
  expect(shift("compress", 2)).toBe(4);
  expect(shift("compress", 8)).toBe(1);
});

function drifted(parts: Partial<LlmFault>, text: string): string {
  const fault: LlmFault = { id: "f", layer: "llm", trigger: {}, mode: "response_drift", ...parts };
  return driftText(fault, text, () => 0);
}
