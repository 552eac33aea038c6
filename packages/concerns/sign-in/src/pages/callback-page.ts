import { tokensOf } from '../flow/fresh-tokens.ts';
import { type BrowserVisit, openVisit } from '../flow/ticket.ts';
import type { Provider } from '../provider/provider.ts';
import { type PageRequest, type PageResponse, page, withCookie } from './page.ts';
import { callbackOf, type PageParts } from './page-parts.ts';
import { cookieOf, tooLate } from './start-page.ts';
import { checkVisitor } from './visitor.ts';

/** Where a provider sends the browser back: exchanges the code, and keeps the tokens for whoever has called. */
export async function callbackPage(request: PageRequest, from: string, parts: PageParts): Promise<PageResponse> {
  const query = new URLSearchParams(request.query);
  const state = query.get('state') ?? '';
  const { cookies, vault, providers, report } = parts;
  const sealed = cookies.read(request.header('cookie'), cookieOf(state));
  const visit = sealed === undefined ? undefined : await openVisit(vault.seal, state, sealed);
  const provider = providers.get(from);
  if (visit === undefined || provider === undefined) return notBegun;
  if (visit.ticket.provider !== from) {
    // The code is of `from`, and the other one must not have it.
    const mixedUp = `'${from}' has sent back a user who was sent to '${visit.ticket.provider}'.`;
    report(new Error(mixedUp), `signing a user in at '${visit.ticket.provider}'`);
    return notBegun;
  }
  const { ticket } = visit;
  if (ticket.until <= Date.now()) return tooLate;
  // Confirmed already where nobody knows: without that there is no cookie.
  const visitor = await checkVisitor(request, ticket, parts);
  if (visitor.state === 'refused') return visitor.response;
  const release = await vault.claim(JSON.stringify(['ticket', ticket.id]), ticket.until - Date.now());
  if (release === undefined) return usedAlready;
  const done = await finish(query, state, visit, provider, parts);
  if (done.status !== 200) await release();
  return withCookie(done, cookies.set(cookieOf(state), '', 0, 'Lax'));
}

const notBegun = page(
  403,
  'Not begun in this browser',
  'Call the tool again, and open the new address in the browser in which you sign in.',
);

const usedAlready = page(410, 'This address was used already', 'Call the tool again for a new one.');

async function finish(
  query: URLSearchParams,
  state: string,
  { ticket, verifier }: BrowserVisit,
  provider: Provider,
  { vault, report, address }: PageParts,
): Promise<PageResponse> {
  try {
    const granted = await provider.exchange(query, {
      redirectUri: address(callbackOf(ticket.provider)),
      state,
      verifier,
    });
    if (granted === undefined) {
      return page(
        403,
        'Nothing was connected',
        `You have not allowed it at '${ticket.provider}'. You may close this page.`,
      );
    }
    const tokens = tokensOf(granted, { refreshToken: undefined, scopes: ticket.scopes });
    await vault.keep(ticket, { ...tokens, signedInAt: Date.now() });
    return page(200, `'${ticket.provider}' is connected`, 'Go back and call the tool again. You may close this page.');
  } catch (error) {
    report(error, `signing a user in at '${ticket.provider}'`);
    return page(
      502,
      'Nothing was connected',
      `'${ticket.provider}' has not given what it should. Call the tool again for a new address.`,
    );
  }
}
