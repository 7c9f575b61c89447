/** The environment variable by which a worker learns what stands before its messages. */
export const keyName = "GAUNTLET_WORKER_KEY";

/** Given to a process in which files, network and processes stay the real ones. */
export const hostArgument = "host";
