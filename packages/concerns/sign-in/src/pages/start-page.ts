import { openTicket, sealVisit, type Ticket } from '../flow/sign-in-link.ts';
import type { AuthorizationRequest } from '../provider/provider.ts';
import { checkVisitor } from './check-visitor.ts';
import { confirmCookie, cookieOf } from './cookies.ts';
import {
  callbackOf,
  type PageContext,
  type PageRequest,
  type PageResponse,
  page,
  redirect,
  withCookie,
} from './page.ts';

/** The page of a sign-in link: redirects the browser to the provider if its user is the caller. */
export async function startPage(request: PageRequest, context: PageContext): Promise<PageResponse> {
  const query = new URLSearchParams(request.query);
  const sealed = query.get('ticket') ?? '';
  const ticket = await openTicket(context.vault.seal, sealed);
  if (ticket === undefined) return invalidTicket;
  if (!(ticket.expiresAt > Date.now())) return ticketExpired;
  const visitor = await checkVisitor(request, ticket, context);
  if (visitor.state === 'refused') return visitor.response;
  const confirmation = query.get('confirm') ?? '';
  if (visitor.state === 'unknown' && !(await isConfirmed(request, ticket, confirmation, context))) {
    return confirmationPage(sealed, ticket, context);
  }
  return redirectToProvider(ticket, context);
}

const invalidTicket = page(403, 'This link is invalid', 'It is not from this server, or it was changed.');

/** The response for an expired ticket. */
export const ticketExpired: PageResponse = page(410, 'This link has expired', 'Call the tool again for a new link.');

async function redirectToProvider(ticket: Ticket, context: PageContext): Promise<PageResponse> {
  const { providers, vault, cookies, report } = context;
  const { generateRandomCodeVerifier, generateRandomState } = await import('oauth4webapi');
  const state = generateRandomState();
  const authorization: AuthorizationRequest = {
    redirectUri: context.urlOf(callbackOf(ticket.provider)),
    state,
    verifier: generateRandomCodeVerifier(),
  };
  try {
    const location = await providers.get(ticket.provider)?.authorizationUrl(authorization, ticket.scopes);
    if (location === undefined) return page(404, 'Unknown provider', 'This server no longer has this provider.');
    const value = await sealVisit(vault.seal, state, { ticket, verifier: authorization.verifier });
    return withCookie(
      redirect(location),
      cookies.setCookieHeader(cookieOf(state), value, ticket.expiresAt - Date.now(), 'Lax'),
    );
  } catch (error) {
    report(error, `sending a user to '${ticket.provider}'`);
    return page(503, 'Sign-in is unavailable', `'${ticket.provider}' does not respond. Try again later.`);
  }
}

// The user confirms the account, since someone else may have sent the link. The link contains a random value that the cookie is bound
// to, so that a page on another host of the domain, whose requests also carry the cookie, can't confirm for the user.
async function confirmationPage(sealed: string, ticket: Ticket, context: PageContext): Promise<PageResponse> {
  const { id, name, provider } = ticket;
  const text = `Tools that '${name}' calls will use your account at '${provider}'. Continue only if you are '${name}', and just called a tool.`;
  const { generateRandomState } = await import('oauth4webapi');
  const confirmation = generateRandomState();
  const href = `${context.urlOf('start')}?ticket=${encodeURIComponent(sealed)}&confirm=${confirmation}`;
  const value = await context.vault.seal.seal(`confirm ${id} ${confirmation}`, '');
  const cookie = context.cookies.setCookieHeader(confirmCookie, value, ticket.expiresAt - Date.now(), 'Strict');
  return withCookie(page(200, `Connect '${provider}'?`, text, { href, text: `I am '${name}': continue` }), cookie);
}

async function isConfirmed(
  request: PageRequest,
  { id }: Ticket,
  confirmation: string,
  { vault, cookies }: PageContext,
): Promise<boolean> {
  const value = cookies.read(request.header('cookie'), confirmCookie);
  return value !== undefined && (await vault.seal.open(`confirm ${id} ${confirmation}`, value)) !== undefined;
}
