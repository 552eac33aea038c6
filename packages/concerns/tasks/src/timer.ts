/** Calls back later, and meanwhile keeps no process alive; call what it answers to stop it. */
export function startTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms);
  if (canUnref(timer)) timer.unref();
  return () => clearTimeout(timer);
}

/** Timers of Node can; those of browsers are numbers. */
function canUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}
