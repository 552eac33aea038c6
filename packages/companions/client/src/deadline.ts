/** How many milliseconds are left: whole ones, since people read them where time is up, and never none, which no timer takes. */
export type Deadline = () => number;

/** Starts the time in which all that belongs to a request has to be over. */
export function startDeadline(ms: number): Deadline {
  const startedAt = performance.now();
  return () => Math.max(Math.ceil(ms - (performance.now() - startedAt)), 1);
}
