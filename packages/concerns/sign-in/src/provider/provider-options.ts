import {
  checkChoice,
  checkFunction,
  checkNames,
  checkStrings,
  isLoopback,
  isPrivateUrl,
  type NamesOf,
  parseUrl,
  type ScopeSatisfies,
  StartupError,
} from '@toolwire/internal';

/** A provider where users sign in, for example Google, and the app's client there. */
export interface ProviderOptions {
  /** The issuer URL, for example `https://accounts.google.com`; without `endpoints`, they are discovered there (RFC 8414, OpenID Connect Discovery). */
  readonly issuer: string;
  /** The endpoints, for a provider without discovery. */
  readonly endpoints?: ProviderEndpoints | undefined;
  /** The client ID of the app. */
  readonly clientId: string;
  /** The client secret; omit it for a public client. */
  readonly clientSecret?: string | undefined;
  /** How the secret is sent: HTTP Basic (default), or `post` in the body. */
  readonly clientAuthentication?: 'basic' | 'post' | undefined;
  /** Scopes to request in addition to the ones of tools, for example `offline_access`. */
  readonly scopes?: readonly string[] | undefined;
  /** Additional request parameters, for example `{ access_type: 'offline' }`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Returns whether a granted scope includes a required one, for hierarchies; equal and OpenID Connect scopes always match. */
  readonly satisfies?: ScopeSatisfies | undefined;
}

/** The endpoint URLs of a provider. */
interface ProviderEndpoints {
  readonly authorization: string;
  readonly token: string;
  readonly revocation?: string | undefined;
}

const optionNames: NamesOf<ProviderOptions> = {
  issuer: true,
  endpoints: true,
  clientId: true,
  clientSecret: true,
  clientAuthentication: true,
  scopes: true,
  parameters: true,
  satisfies: true,
};
const endpointNames: NamesOf<ProviderEndpoints> = { authorization: true, token: true, revocation: true };

/** Throws at startup if the options are invalid. */
export function checkProvider(id: string, options: ProviderOptions): void {
  checkNames(`providers.${id}`, options, optionNames);
  checkNames(`providers.${id}.endpoints`, options.endpoints, endpointNames);
  const { issuer, endpoints, clientAuthentication = 'basic' } = options;
  checkChoice(`providers.${id}.clientAuthentication`, clientAuthentication, ['basic', 'post']);
  const isIssuerHttp = isLoopbackHttp(readSecureUrl(`providers.${id}.issuer`, issuer));
  checkFunction(`providers.${id}.satisfies`, options.satisfies, 'satisfies: (granted, needed) => granted === needed');
  if (options.scopes !== undefined) checkStrings(`providers.${id}.scopes`, options.scopes, "['mail.read']");
  if (endpoints !== undefined) {
    const { authorization, token, revocation } = endpoints;
    const required = { authorization, token, ...(revocation !== undefined && { revocation }) };
    for (const [name, text] of Object.entries(required)) {
      const url = readSecureUrl(`providers.${id}.endpoints.${name}`, text);
      // oauth4webapi sends no request to an http endpoint of an https issuer.
      if (!isIssuerHttp && isLoopbackHttp(url)) {
        throw new StartupError(
          'TW_OPTION_URL',
          `providers.${id}.endpoints.${name} must be an https URL, because the issuer is one.`,
        );
      }
    }
  }
  if (typeof options.clientId !== 'string' || options.clientId === '' || options.clientSecret === '') {
    throw new StartupError(
      'TW_CREDENTIAL_MISSING',
      `providers.${id} has an empty clientId or clientSecret. Is its environment variable set?`,
    );
  }
}

/** Parses a URL of the options; throws unless it is https, or http on this machine. */
export function readSecureUrl(name: string, text: string): URL {
  const url = parseUrl(text);
  if (url !== undefined && isPrivateUrl(url)) return url;
  throw new StartupError(
    'TW_OPTION_URL',
    `${name} must be an https URL, such as 'https://accounts.example.com'. Only loopback hosts may use http.`,
  );
}

/** Whether a URL is http on this machine. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && isLoopback(url);
}
