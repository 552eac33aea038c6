import { OAuthClientFlowError, OAuthError, refreshAuthorization } from '@modelcontextprotocol/client';
import { failure } from '../cli-error.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { type Authority, discover, fetchUntil, readChallenge } from './discover.ts';
import { type SavedTokens, type TokenFile, tokenFile, toSavedTokens } from './saved-tokens.ts';
import { type LoginContext, signInWithBrowser } from './sign-in-with-browser.ts';

/** Gets access tokens for MCP servers from their authorization servers. */
export interface Login {
  /** Resolves to a token that is stored and has not expired. */
  readonly savedToken: (url: URL) => Promise<string | undefined>;
  /** Gets a new token, after a server has denied a request with this `WWW-Authenticate`. */
  readonly signIn: (url: URL, challenge: string) => Promise<string>;
}

/** Creates the login of one command. */
export function createLogin({ clientId, terminal }: LoginContext): Login {
  const file = tokenFile(terminal);
  return {
    async savedToken(url) {
      const tokens = await file.read(url.href);
      const hasExpired = tokens?.expiresAt !== undefined && tokens.expiresAt <= Date.now();
      return hasExpired ? undefined : tokens?.accessToken;
    },
    async signIn(url, header) {
      try {
        return await refreshOrSignIn(url, header, { clientId, file, terminal });
      } catch (thrown) {
        terminal.signal.throwIfAborted();
        // The messages of these errors may hold codes and tokens.
        if (thrown instanceof OAuthError) {
          throw failure(`The authorization server returned an error: ${safeLine(thrown.code)}.`);
        }
        if (thrown instanceof OAuthClientFlowError) {
          throw failure(`Invalid response from the authorization server: ${thrown.name}.`);
        }
        throw thrown;
      }
    },
  };
}

async function refreshOrSignIn(
  url: URL,
  header: string,
  { clientId, file, terminal }: LoginContext & { readonly file: TokenFile },
): Promise<string> {
  const challenge = readChallenge(header);
  const authority = await discover(url, challenge, terminal.signal);
  const earlierTokens = await file.read(url.href);
  const isAboutScopes = challenge.error === 'insufficient_scope';
  const refreshed = isAboutScopes ? undefined : await refresh(authority, earlierTokens, terminal.signal);
  const tokens = refreshed ?? (await signInWithBrowser(authority, earlierTokens, { clientId, terminal }));
  await file.write(url.href, tokens);
  return tokens.accessToken;
}

async function refresh(
  authority: Authority,
  earlierTokens: SavedTokens | undefined,
  signal: AbortSignal,
): Promise<SavedTokens | undefined> {
  const { server: metadata, resource } = authority;
  if (earlierTokens?.refreshToken === undefined || earlierTokens.issuer !== metadata.issuer) return undefined;
  try {
    const tokens = await refreshAuthorization(metadata.issuer, {
      metadata,
      clientInformation: { client_id: earlierTokens.clientId },
      refreshToken: earlierTokens.refreshToken,
      resource,
      fetchFn: fetchUntil(signal),
    });
    return toSavedTokens(authority, earlierTokens.clientId, tokens, earlierTokens.scope);
  } catch (thrown) {
    // The refresh token has expired or was revoked, so the user signs in again.
    if (thrown instanceof OAuthError) return undefined;
    throw thrown;
  }
}
