/** Another process held the lock of the file for too long. */
export class LockedError extends Error {
  override readonly name: string = 'LockedError';

  constructor(ms: number, options: ErrorOptions) {
    super(`Another process has locked the task file for more than ${ms} milliseconds.`, options);
  }
}

/** Whether another connection writes, so that a retry can succeed. */
export function isBusy(thrown: unknown): boolean {
  return hasCode(thrown, 5, 'SQLITE_BUSY') || hasCode(thrown, 15, 'SQLITE_PROTOCOL');
}

/** Whether the disk is full, or the file has its maximum size. */
export function isFull(thrown: unknown): boolean {
  return hasCode(thrown, 13, 'SQLITE_FULL');
}

/** Drivers report the code of SQLite as a number (`node:sqlite`) or by name, often as an extended code. */
function hasCode(thrown: unknown, primaryCode: number, name: string): boolean {
  if (!(thrown instanceof Error)) return false;
  const { errcode, code } = thrown as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === primaryCode;
  return typeof code === 'string' && code.startsWith(name);
}
