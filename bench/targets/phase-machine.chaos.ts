import { chaosTest } from "gauntlet";
import { PhaseMachine } from "./phase-machine.ts";

/** Seven phases in order, told apart by a counter alone; one operation does nothing. */
export default chaosTest({
  name: "phase machine",
  setup: () => new PhaseMachine(),
  rules: {
    boot: { run: (machine) => machine.act("boot") },
    login: { run: (machine) => machine.act("login") },
    open: { run: (machine) => machine.act("open") },
    edit: { run: (machine) => machine.act("edit") },
    lock: { run: (machine) => machine.act("lock") },
    commit: { run: (machine) => machine.act("commit") },
    close: { run: (machine) => machine.act("close") },
    idle: { run: (machine) => machine.act("idle") },
  },
  invariants: { "a session never ends": (machine) => !machine.isOver() },
});
