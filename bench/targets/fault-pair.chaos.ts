import fc from "fast-check";
import { chaosTest, fault } from "gauntlet";
import { Replicas } from "./replicas.ts";

const at = (name: string): string => `replicas.ts#${name}`;
const key = fc.constantFrom("a", "b", "c");

/** Two of ten faults together; some of the others keep a write from getting there. */
export default chaosTest({
  name: "fault pair",
  faults: [
    fault.returnEmpty(at("heartbeat")),
    fault.errorOnCall(at("heartbeat"), { probability: 0.5 }),
    fault.timeout(at("publish")),
    fault.slow(at("publish")),
    fault.errorOnCall(at("writeCopy"), { probability: 0.3 }),
    fault.slow(at("writeCopy")),
    fault.errorOnCall(at("appendHint"), { probability: 0.3 }),
    fault.errorOnCall(at("applyHint"), { probability: 0.3 }),
    fault.staleRead(at("readCopy")),
    fault.errorOnCall(at("readCopy"), { probability: 0.3 }),
  ],
  setup: () => new Replicas(),
  rules: {
    put: {
      draw: { key, value: fc.nat({ max: 1_000_000 }) },
      run: (replicas, drawn) => replicas.put(drawn.key, drawn.value).catch(() => undefined),
    },
    get: {
      draw: { key },
      run: (replicas, drawn) => replicas.get(drawn.key).catch(() => undefined),
    },
    repair: { run: (replicas) => replicas.repair().catch(() => undefined) },
  },
  invariants: { "no write is lost": (replicas) => replicas.isDurable() },
});
