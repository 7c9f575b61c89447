import fc from "fast-check";
import { always, chaosTest, eventually, fault, reachable, sometimes } from "gauntlet";
import { sendWelcome } from "./src/mailer.ts";
import { type Job, JobQueue } from "./src/queue.ts";
import { Worker } from "./src/worker.ts";

/** Two workers send mail, and the mail service has bad days. */
export default chaosTest({
  name: "jobs",
  faults: [
    fault.http({ url: "https://mail.example/*", status: 503, probability: 0.5 }),
    fault.slowNetwork({ host: "mail.example", ms: 45_000 }),
  ],
  setup: (world) => {
    world.serve("https://mail.example", (_request: Request) => Response.json({ sent: true }));
    const queue = new JobQueue();
    const running = new Set<string>();
    const handler = async (job: Job, signal: AbortSignal): Promise<void> => {
      always(!running.has(job.id), "a job is run by one worker at a time");
      running.add(job.id);
      try {
        await sendWelcome(job.address, signal);
        sometimes(job.tries > 1, "a later try succeeds");
      } finally {
        running.delete(job.id);
      }
    };
    const hire = (): Worker => new Worker(queue, handler);
    return { world, queue, hire, workers: [hire(), hire()] };
  },
  rules: {
    add: {
      draw: { address: fc.constantFrom("ada@mail.example", "ben@mail.example") },
      run: async ({ queue }, { address }) => {
        const job = await queue.add(address);
        eventually(() => job.state !== "open", "every job comes to an end", { withinMs: hourMs });
      },
    },
    wait: {
      draw: { seconds: fc.integer({ min: 1, max: 60 }) },
      run: ({ world }, { seconds }) => world.sleep(seconds * 1_000),
    },
    // A deploy: one worker is killed in the middle of its work, another one takes its place.
    deploy: {
      run: ({ workers, hire }) => {
        workers.shift()?.kill();
        workers.push(hire());
      },
    },
  },
  invariants: {
    "a job is given up after three tries": ({ queue }) => {
      const dead = [...queue.jobs.values()].filter(({ state }) => state === "dead");
      if (dead.length > 0) reachable("a job is given up");
      return dead.every(({ tries }) => tries === 3);
    },
  },
});

const hourMs = 3_600_000;
