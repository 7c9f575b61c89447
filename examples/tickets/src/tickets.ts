import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { nanoid } from "nanoid";
import PQueue from "p-queue";

interface Request {
  readonly user: string;
}

export interface Ticket {
  readonly id: string;
  readonly user: string;
}

export interface AuditLine {
  readonly ticket: string;
  readonly by: string;
}

const batchMs = 5;

/** Sells tickets. Audit lines are written in batches, a little later. */
export class TicketDesk {
  readonly tickets: Ticket[] = [];
  readonly audit: AuditLine[] = [];
  readonly #request = new AsyncLocalStorage<Request>();
  readonly #queue = new PQueue({ concurrency: 2 });
  #batch: string[] = [];

  sell(user: string): Promise<Ticket> {
    return this.#request.run({ user }, async () => {
      const ticket = { id: nanoid(8), user };
      await this.#queue.add(() => sleep(Math.random() * 8));
      this.tickets.push(ticket);
      this.#note(ticket.id);
      return ticket;
    });
  }

  /** Waits until every audit line is written. */
  async close(): Promise<void> {
    await this.#queue.onIdle();
    await sleep(batchMs * 2);
  }

  #note(ticket: string): void {
    this.#batch.push(ticket);
    if (this.#batch.length === 1) setTimeout(() => this.#flush(), batchMs);
  }

  #flush(): void {
    for (const ticket of this.#batch) {
      this.audit.push({ ticket, by: this.#request.getStore()?.user ?? "nobody" });
    }
    this.#batch = [];
  }
}
