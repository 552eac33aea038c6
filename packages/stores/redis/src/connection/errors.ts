/** The codes of replies that a retry can fix. */
const transient: ReadonlySet<string> = new Set([
  'LOADING',
  'BUSY',
  'TRYAGAIN',
  'MASTERDOWN',
  'CLUSTERDOWN',
  // The primary has just become a replica. The client connects to the new primary, or fails over.
  'READONLY',
  // The primary has just been promoted, and its replicas are not connected to it yet.
  'NOREPLICAS',
]);

/** Whether a retry can succeed: after connection errors of the client, which have no code, and transient errors of Redis. */
export function isTransient(error: unknown): boolean {
  const [, code] = /^([A-Z]{2,}) /.exec(messageOf(error)) ?? [];
  return code === undefined || transient.has(code);
}

/** Whether a retry can succeed after this error of one step of a script. */
export function isTransientStep(message: string): boolean {
  return transient.has(message.split(' ', 1)[0] ?? '');
}

/** Whether Redis has reached `maxmemory`. The script changed nothing. */
export function isFull(error: unknown): boolean {
  return messageOf(error).includes('OOM command not allowed');
}

/** Whether Redis doesn't know a script by its digest. */
export function isUnknownScript(error: unknown): boolean {
  return messageOf(error).startsWith('NOSCRIPT');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}
