/** Another connection writes: to be tried again. */
export function isBusy(thrown: unknown): boolean {
  return says(thrown, 5, 'SQLITE_BUSY') || says(thrown, 15, 'SQLITE_PROTOCOL');
}

/** The disk is full, or the file as large as it may be. */
export function isFull(thrown: unknown): boolean {
  return says(thrown, 13, 'SQLITE_FULL');
}

/** Drivers give the code of SQLite as a number, as `node:sqlite` does, or by its name; both may say more than is asked here. */
function says(thrown: unknown, primaryCode: number, name: string): boolean {
  if (!(thrown instanceof Error)) return false;
  const { errcode, code } = thrown as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === 'number') return (errcode & 0xff) === primaryCode;
  return typeof code === 'string' && code.startsWith(name);
}
