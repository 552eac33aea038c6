/** Lets a process that has nothing else to do end, though this timer goes on. */
export function letProcessEnd(timer: unknown): void {
  if (canUnref(timer)) timer.unref();
}

/** Timers of Node can; those of browsers are numbers, and keep nothing alive. */
function canUnref(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}
