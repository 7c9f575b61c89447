import { TicketDesk } from "./src/tickets.ts";

/** The desk of `tickets.scenario.yaml`; every run has a new one. */
export const desk: TicketDesk = new TicketDesk();

export function isEachSigned(): boolean {
  return desk.audit.every(({ ticket, by }) =>
    desk.tickets.some(({ id, user }) => id === ticket && user === by),
  );
}
