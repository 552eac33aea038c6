import { openTicket } from '../flow/ticket.ts';
import { json, type PageRequest, type PageResponse } from './page.ts';
import type { PageParts } from './page-parts.ts';

/** Tells a program that waits what became of a sign-in (OXP-CH-03). */
export async function statusPage({ query }: PageRequest, { vault, providers }: PageParts): Promise<PageResponse> {
  const ticket = await openTicket(vault.seal, new URLSearchParams(query).get('ticket') ?? '');
  if (ticket === undefined) return json(404, { message: 'There is no such sign-in' });
  const kept = await vault.find(ticket);
  const isDone =
    kept !== undefined &&
    kept.tokens.signedInAt >= ticket.startedAt &&
    providers.get(ticket.provider)?.satisfies(kept.tokens.scopes, ticket.scopes) === true;
  return json(200, { status: isDone ? 'completed' : ticket.until <= Date.now() ? 'failed' : 'pending' });
}
