import { type BrowserVisit, openVisit } from '../flow/sign-in-link.ts';
import type { Provider } from '../provider/provider.ts';
import { tokensOf } from '../provider/provider-response.ts';
import { checkVisitor } from './check-visitor.ts';
import { cookieOf } from './cookies.ts';
import { callbackOf, type PageContext, type PageRequest, type PageResponse, page, withCookie } from './page.ts';
import { ticketExpired } from './start-page.ts';

/** The redirect URI of a provider: exchanges the code, and stores the tokens for the caller. */
export async function callbackPage(
  request: PageRequest,
  providerId: string,
  context: PageContext,
): Promise<PageResponse> {
  const query = new URLSearchParams(request.query);
  const state = query.get('state') ?? '';
  const { cookies, vault, providers, report } = context;
  const sealed = cookies.read(request.header('cookie'), cookieOf(state));
  const visit = sealed === undefined ? undefined : await openVisit(vault.seal, state, sealed);
  const provider = providers.get(providerId);
  if (visit === undefined || provider === undefined) return unknownSignIn;
  if (visit.ticket.provider !== providerId) {
    // The code belongs to the provider of the ticket, and must not be sent to another provider.
    const mixedUp = `'${providerId}' returned a user who was redirected to '${visit.ticket.provider}'.`;
    report(new Error(mixedUp), `signing a user in at '${visit.ticket.provider}'`);
    return unknownSignIn;
  }
  const { ticket } = visit;
  if (!(ticket.expiresAt > Date.now())) return ticketExpired;
  // An unknown visitor confirmed on the start page; without that, the visit cookie would not exist.
  const visitor = await checkVisitor(request, ticket, context);
  if (visitor.state === 'refused') return visitor.response;
  return connectOnce({ query, state, visit, provider }, context);
}

const unknownSignIn = page(
  403,
  'This sign-in was started in another browser',
  'Call the tool again, and open the new link in the browser in which you sign in.',
);

const alreadyUsed = page(410, 'This link was already used', 'Call the tool again for a new link.');

/** A redirect from a provider that belongs to a sign-in of this browser. */
interface Callback {
  readonly query: URLSearchParams;
  readonly state: string;
  readonly visit: BrowserVisit;
  readonly provider: Provider;
}

/** Connects an account once for each link. If the page reports that nothing was connected, the link can be used again. */
async function connectOnce(callback: Callback, context: PageContext): Promise<PageResponse> {
  const { vault, cookies, report } = context;
  const { ticket } = callback.visit;
  let release: Awaited<ReturnType<typeof vault.claim>>;
  try {
    // The ticket may have expired while the visitor was checked.
    release = await vault.claim(JSON.stringify(['ticket', ticket.id]), Math.max(1, ticket.expiresAt - Date.now()));
  } catch (error) {
    report(error, `signing a user in at '${ticket.provider}'`);
    return page(503, 'Sign-in is unavailable', 'Your account was not connected. Call the tool again later.');
  }
  if (release === undefined) return alreadyUsed;
  const response = await connect(callback, context);
  if (response.status !== 200) {
    await release().catch((error: unknown) => report(error, `releasing a link for '${ticket.provider}'`));
  }
  return withCookie(response, cookies.setCookieHeader(cookieOf(callback.state), '', 0, 'Lax'));
}

/** Exchanges the code, and stores the tokens. */
async function connect(
  { query, state, visit: { ticket, verifier }, provider }: Callback,
  { vault, report, urlOf }: PageContext,
): Promise<PageResponse> {
  try {
    const granted = await provider.exchange(query, {
      redirectUri: urlOf(callbackOf(ticket.provider)),
      state,
      verifier,
    });
    if (granted === undefined) {
      return page(
        403,
        'Nothing was connected',
        `You did not allow access at '${ticket.provider}'. You may close this page.`,
      );
    }
    const tokens = tokensOf(granted, { refreshToken: undefined, scopes: ticket.scopes });
    await vault.store(ticket, { ...tokens, signedInAt: Date.now() });
    return page(200, `'${ticket.provider}' is connected`, 'Go back and call the tool again. You may close this page.');
  } catch (error) {
    report(error, `signing a user in at '${ticket.provider}'`);
    return page(
      502,
      'Nothing was connected',
      `'${ticket.provider}' could not be connected. Call the tool again for a new link.`,
    );
  }
}
