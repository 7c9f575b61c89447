/** The environment variable by which a worker learns what stands before its messages. */
export const keyName = "GAUNTLET_WORKER_KEY";
