/** How long a slow fault keeps a call in the tables: long beside a call that nothing strikes. */
export const slowMs = 100;

/** A timer may end a little before its time by the clock that measures it. */
const slackMs = 3;

/**
 * What an agent tells of a fault; of a slow one also whether it had to wait, because what it is
 * told is the same as without a fault.
 */
export async function toldLate(
  mode: string | undefined,
  lateMs: number,
  tell: () => Promise<string>,
): Promise<string> {
  const start = performance.now();
  const told = await tell();
  if (mode?.startsWith("slow") !== true) return told;
  return `${performance.now() - start >= lateMs - slackMs ? "late" : "too soon"}, ${told}`;
}
