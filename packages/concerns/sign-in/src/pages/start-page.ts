import * as oauth from 'oauth4webapi';
import { openTicket, sealVisit, type Ticket } from '../flow/ticket.ts';
import type { Visit } from '../provider/provider.ts';
import { type PageRequest, type PageResponse, page, redirect, withCookie } from './page.ts';
import { callbackOf, type PageParts } from './page-parts.ts';
import { checkVisitor } from './visitor.ts';

const confirmCookie = 'toolwire-sign-in-confirmed';

/** Opened by the user, with a ticket: sends the browser to the provider, once it is the browser of whoever has called. */
export async function startPage(request: PageRequest, parts: PageParts): Promise<PageResponse> {
  const query = new URLSearchParams(request.query);
  const sealed = query.get('ticket') ?? '';
  const ticket = await openTicket(parts.vault.seal, sealed);
  if (ticket === undefined) return notOurs;
  if (ticket.until <= Date.now()) return tooLate;
  const visitor = await checkVisitor(request, ticket, parts);
  if (visitor.state === 'refused') return visitor.response;
  const click = query.get('confirm') ?? '';
  if (visitor.state === 'unknown' && !(await isConfirmed(request, ticket, click, parts))) {
    return ask(sealed, ticket, parts);
  }
  return goOn(ticket, parts);
}

const notOurs = page(403, 'Not an address of this server', 'It was not made here, or it was changed.');

/** The time of a ticket is over. */
export const tooLate: PageResponse = page(410, 'This address has expired', 'Call the tool again for a new one.');

async function goOn(ticket: Ticket, parts: PageParts): Promise<PageResponse> {
  const { providers, vault, cookies, report } = parts;
  const state = oauth.generateRandomState();
  const visit: Visit = {
    redirectUri: parts.address(callbackOf(ticket.provider)),
    state,
    verifier: oauth.generateRandomCodeVerifier(),
  };
  try {
    const location = await providers.get(ticket.provider)?.authorizationUrl(visit, ticket.scopes);
    if (location === undefined) return page(404, 'No such provider', 'This server does not know it any more.');
    const value = await sealVisit(vault.seal, state, { ticket, verifier: visit.verifier });
    return withCookie(redirect(location), cookies.set(cookieOf(state), value, ticket.until - Date.now(), 'Lax'));
  } catch (error) {
    report(error, `sending a user to '${ticket.provider}'`);
    return page(503, 'Sign-in is not possible now', `'${ticket.provider}' does not answer. Try again in a while.`);
  }
}

/** One cookie for each sign-in that goes on in a browser. */
export function cookieOf(state: string): string {
  return `toolwire-sign-in-${state.slice(0, 8).replace(/\W/g, '-')}`;
}

// Whoever was sent this address by another must see whose account it is. The link says what the cookie was sealed for, and nobody else
// can read it: a page of another host of the domain, with which browsers send the cookie as well, cannot go on in the user's place.
async function ask(sealed: string, ticket: Ticket, parts: PageParts): Promise<PageResponse> {
  const { id, name, provider } = ticket;
  const text = `Tools that '${name}' calls will use your account at '${provider}'. Go on only if you are '${name}', and have just called one.`;
  const click = oauth.generateRandomState();
  const href = `${parts.address('start')}?ticket=${encodeURIComponent(sealed)}&confirm=${click}`;
  const value = await parts.vault.seal.seal(`confirm ${id} ${click}`, '');
  const cookie = parts.cookies.set(confirmCookie, value, ticket.until - Date.now(), 'Strict');
  return withCookie(page(200, `Connect '${provider}'?`, text, { href, text: `I am '${name}': go on` }), cookie);
}

async function isConfirmed(
  request: PageRequest,
  { id }: Ticket,
  click: string,
  { vault, cookies }: PageParts,
): Promise<boolean> {
  const value = cookies.read(request.header('cookie'), confirmCookie);
  return value !== undefined && (await vault.seal.open(`confirm ${id} ${click}`, value)) !== undefined;
}
