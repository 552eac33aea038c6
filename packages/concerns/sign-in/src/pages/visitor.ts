import { principalKey } from '@toolwire/internal';
import type { Ticket } from '../flow/ticket.ts';
import { type PageRequest, type PageResponse, page } from './page.ts';
import type { PageParts } from './page-parts.ts';

/** Whether a browser is that of whoever has called. */
export type CheckedVisitor =
  | { readonly state: 'same' }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly response: PageResponse };

/** Compares whoever opens a page with whoever has called: an address that was passed on connects nobody else's account. */
export async function checkVisitor(request: PageRequest, { owner }: Ticket, parts: PageParts): Promise<CheckedVisitor> {
  const person = await parts.visitor(request);
  if (person !== undefined) {
    return principalKey(person) === owner ? { state: 'same' } : { state: 'refused', response: somebodyElse };
  }
  if (parts.unknownVisitors === 'confirm') return { state: 'unknown' };
  parts.report(new TypeError(unknownHint), 'letting a user sign in');
  return { state: 'refused', response: nobody };
}

const somebodyElse = page(
  403,
  'This address is for somebody else',
  'Another user has called the tool. Sign in to this app as that user, and open the address again.',
);

const nobody = page(
  403,
  'Nobody is signed in here',
  'Sign in to this app in this browser, as whoever has called the tool, and open the address again.',
);

const unknownHint =
  "Nobody says whose browser it is. Name its user by `visitor` or by `principal` of the host, or set unknownVisitors: 'confirm'.";
