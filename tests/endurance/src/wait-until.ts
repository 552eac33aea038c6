import { setTimeout as wait } from 'node:timers/promises';

/** Waits until a condition is true. Returns whether it is. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await wait(50);
  }
  return true;
}
