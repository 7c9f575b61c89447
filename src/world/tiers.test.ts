import { expect, test } from "vitest";
import type { RunSettings } from "../kernel/trace/trace.ts";
import { tiersOf } from "./tiers.ts";

function differing(settings: Partial<RunSettings>): unknown {
  const plain = tiersOf({});
  const found = tiersOf(settings);
  return Object.fromEntries(Object.entries(found).filter(([name, tier]) => plain[name] !== tier));
}

test("what of the host a run may use is recorded, unless all of it is left to the machine", () => {
  expect(differing({ host: {} })).toEqual({});
  expect(differing({ host: { proc: true } })).toEqual({ processes: "recorded" });
  expect(differing({ host: { http: true, fs: false } })).toEqual({ network: "recorded" });
  expect(differing({ host: { fs: true } })).toEqual({ files: "recorded" });
  expect(differing({ host: { fs: true }, isHostAllowed: true })).toEqual({
    files: "uncontrolled",
    network: "uncontrolled",
    processes: "uncontrolled",
  });
});
