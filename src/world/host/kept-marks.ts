/** The environment variable that says to which commands a process belongs. */
export const marksName = "GAUNTLET_KEPT";

/**
 * The marks that this process was started with, joined by colons; "" where nobody of ours did. A
 * command that is started by another one carries both, and dies with either.
 */
export function inheritedMarks(): string {
  return (known ??= process.env[marksName] ?? "");
}

/** Takes the marks out of the environment, where user code would see what differs each time. */
export function hideMarks(): void {
  inheritedMarks();
  delete process.env[marksName];
}

/** Says which marks this thread has; it does not see those that were hidden before it began. */
export function setMarks(marks: string): void {
  known = marks;
}

// --- inside ---

let known: string | undefined;
