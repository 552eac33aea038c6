import { type HttpResponse, jsonHeaders } from '@toolwire/core/wire';

/** An answer to what belongs to no wire, in the shape all of them share: JSON with a message. */
export function plainAnswer(status: number, message: string): HttpResponse & { readonly body: string } {
  return {
    status,
    headers: jsonHeaders,
    body: JSON.stringify({ message }),
  };
}
