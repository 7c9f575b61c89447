/** The heap after all runs against that after a tenth of them; needs `--expose-gc`. */
export async function heapRatio(runFor, session, total) {
  let early;
  const heap = () => {
    globalThis.gc();
    return process.memoryUsage().heapUsed;
  };
  await runFor(session, 600_000, (runs) => {
    if (early === undefined && runs >= total / 10) early = heap();
    return runs >= total ? "stop" : undefined;
  });
  return heap() / early;
}
