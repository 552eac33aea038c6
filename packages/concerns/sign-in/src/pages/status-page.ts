import { openTicket, type Ticket } from '../flow/sign-in-link.ts';
import { json, type PageContext, type PageRequest, type PageResponse } from './page.ts';

/** Reports the status of a sign-in to a polling program (OXP-CH-03). */
export async function statusPage({ query }: PageRequest, context: PageContext): Promise<PageResponse> {
  const sealed = new URLSearchParams(query).get('ticket') ?? '';
  const ticket = await openTicket(context.vault.seal, sealed);
  if (ticket === undefined) return json(404, { message: 'There is no such sign-in' });
  try {
    return json(200, { status: await statusOf(ticket, context) });
  } catch (error) {
    context.report(error, `reading the status of a sign-in at '${ticket.provider}'`);
    return json(503, { message: 'The status of this sign-in cannot be read now' });
  }
}

async function statusOf(
  ticket: Ticket,
  { vault, providers }: PageContext,
): Promise<'completed' | 'failed' | 'pending'> {
  const stored = await vault.find(ticket);
  const isCompleted =
    stored !== undefined &&
    stored.tokens.signedInAt >= ticket.startedAt &&
    providers.get(ticket.provider)?.satisfies(stored.tokens.scopes, ticket.needed) === true;
  if (isCompleted) return 'completed';
  return ticket.expiresAt > Date.now() ? 'pending' : 'failed';
}
