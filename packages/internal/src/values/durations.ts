/** Formats a duration for a message, such as `30 seconds`. */
export function formatDuration(ms: number): string {
  const [count, unit] = ms < 1_000 ? [ms, 'millisecond'] : [ms / 1_000, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Rounds a measured duration to microseconds, the resolution of the clock. */
export function roundDuration(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Writes a duration in the largest suitable unit, without digits that are noise. */
export function formatMs(ms: number): string {
  if (ms < 0.05) return '< 0.1 ms';
  // `toFixed` rounds larger values up to the next unit.
  if (ms < 999.5) return `${ms.toFixed(ms < 99.95 ? 1 : 0)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** Rounds a wait up to whole seconds, for the header `Retry-After`. */
export function retryAfterSeconds(ms: number): number {
  return Math.ceil(ms / 1_000);
}

/** Formats a wait for a message in whole seconds, such as `3 seconds`; at least one. */
export function formatWait(ms: number): string {
  return formatDuration(Math.max(retryAfterSeconds(ms), 1) * 1_000);
}
