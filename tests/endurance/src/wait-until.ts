import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something holds; tells in the end whether it does. */
export async function waitUntil(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) return false;
    await wait(50);
  }
  return true;
}
