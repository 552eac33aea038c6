import type { HttpResponse } from '@toolwire/core';

/** An answer to what belongs to no wire, in the shape all of them share: JSON with a message. */
export function plainAnswer(status: number, message: string): HttpResponse & { readonly body: string } {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
    body: JSON.stringify({ message }),
  };
}
