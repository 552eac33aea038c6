/** The CPU time of this process since a measurement, in milliseconds. Other processes on a busy machine don't count. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
