import { principalKey } from '@toolwire/internal';
import type { Ticket } from '../flow/sign-in-link.ts';
import { type PageContext, type PageRequest, type PageResponse, page } from './page.ts';

/** Whether the browser's user is the caller. */
export type CheckedVisitor =
  | { readonly state: 'same' }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly response: PageResponse };

/** Compares the browser's user with the caller, so that a shared link can't connect another user's account. */
export async function checkVisitor(
  request: PageRequest,
  { owner }: Ticket,
  context: PageContext,
): Promise<CheckedVisitor> {
  const visitor = await context.visitor(request);
  if (visitor === 'confirm') return { state: 'unknown' };
  // Plain JavaScript may return null.
  if (visitor) {
    return principalKey(visitor) === owner ? { state: 'same' } : { state: 'refused', response: otherUser };
  }
  context.report(new TypeError(unknownHint), 'letting a user sign in');
  return { state: 'refused', response: notSignedIn };
}

const otherUser = page(
  403,
  'This link is for another user',
  'Another user called the tool. Sign in to this app as that user, then open the link again.',
);

const notSignedIn = page(
  403,
  'You are not signed in',
  'Sign in to this app in this browser as the user who called the tool, then open the link again.',
);

const unknownHint =
  "The user of this browser is unknown. Return it from `visitor` or from `principal` where the tools are mounted, or let `visitor` return 'confirm'.";
