import { chaosTest } from "gauntlet";
import fc from "fast-check";
import { TicketDesk } from "./src/tickets.ts";

export default chaosTest({
  name: "tickets",
  setup: () => new TicketDesk(),
  rules: {
    sell: {
      draw: { user: fc.constantFrom("ada", "ben", "cleo") },
      run: (desk, { user }) => desk.sell(user),
    },
    close: { run: (desk) => desk.close() },
  },
  concurrency: 3,
  invariants: {
    "every audit line names the buyer": (desk) =>
      desk.audit.every(({ ticket, by }) =>
        desk.tickets.some(({ id, user }) => id === ticket && user === by),
      ),
  },
});
