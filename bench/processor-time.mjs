/** Processor time of this process in milliseconds: on a busy machine the clock says little. */
export function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
