import { isObject } from '@toolwire/internal';
import { parseMessage } from './mcp-messages.ts';

const unreached: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a request was never sent, since nobody was there to connect to. */
export function isNotDelivered(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (unreached.has((error as { readonly code?: unknown }).code)) return true;
    // Of several addresses none could be reached.
    if (error instanceof AggregateError && error.errors.length > 0 && error.errors.every(isNotDelivered)) return true;
  }
  return false;
}

/** Whether a server says that it does not know a session; those that have started anew have words of their own for it. */
export async function isSessionOver(response: Response): Promise<boolean> {
  if (response.status === 404) return true;
  if (response.status !== 400) return false;
  const body = parseMessage(await response.clone().text());
  const error = isObject(body) && isObject(body['error']) ? body['error'] : {};
  return /session|not initialized/i.test(String(error['message']));
}
