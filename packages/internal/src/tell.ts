import { isPromise } from './is-promise.ts';

/**
 * Calls what only wants to hear of something, such as a `report` that writes a log. It may fail, at once or later, perhaps because the log
 * is gone: whoever waits for an answer gets it all the same, and no rejection is left that would end the process.
 */
export function tell<Told extends readonly unknown[]>(
  listener: ((...told: Told) => unknown) | undefined,
  ...told: Told
): void {
  try {
    const heard = listener?.(...told);
    if (isPromise(heard)) Promise.resolve(heard).catch(ignore);
  } catch {
    ignore();
  }
}

function ignore(): void {
  // There is nobody left to tell.
}
