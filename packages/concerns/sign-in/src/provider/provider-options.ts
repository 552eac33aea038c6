import { checkNames, type NamesOf, StartUpError } from '@toolwire/internal';

/** Where users sign in, such as Google, and as which client the app is known there. */
export interface ProviderOptions {
  /** Its address as an issuer, such as `https://accounts.google.com`: it says there what it serves where (RFC 8414, OpenID Connect Discovery). */
  readonly issuer: string;
  /** What it serves where, for one that does not say. */
  readonly endpoints?: ProviderEndpoints | undefined;
  /** The id that the provider has given this app. */
  readonly clientId: string;
  /** Left out for a client without a secret. */
  readonly clientSecret?: string | undefined;
  /** How the secret is sent: as HTTP Basic, or `post` in the body; Basic if left out. */
  readonly clientAuthentication?: 'basic' | 'post' | undefined;
  /** What is asked for besides the scopes of tools, such as `offline_access`. */
  readonly scopes?: readonly string[] | undefined;
  /** What else the provider wants of the request, such as `{ access_type: 'offline' }`. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Whether granted scopes will do for one that a tool needs; if left out, they have to contain it, but for those of OpenID Connect. */
  readonly satisfies?: ((granted: readonly string[], needed: string) => boolean) | undefined;
}

/** Addresses of a provider. */
export interface ProviderEndpoints {
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

/** Refuses, when the program starts, what cannot be a provider. */
export function checkProvider(id: string, options: ProviderOptions): void {
  checkNames(`providers.${id}`, options, optionNames);
  checkNames(`providers.${id}.endpoints`, options.endpoints, endpointNames);
  const { issuer, endpoints } = options;
  for (const address of [issuer, endpoints?.authorization, endpoints?.token, endpoints?.revocation]) {
    if (address !== undefined) checkAddress(`providers.${id}`, address);
  }
  if (typeof options.clientId !== 'string' || options.clientId === '' || options.clientSecret === '') {
    throw new StartUpError(
      'TW_CREDENTIAL_MISSING',
      `providers.${id} has an empty clientId or clientSecret. Is its environment variable set?`,
    );
  }
}

/** Tokens travel there: https, or http within this machine. */
export function checkAddress(name: string, address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === 'https:' || isLoopback(url))) return url;
  throw new StartUpError(
    'TW_OPTION_ADDRESS',
    `${name} has an address that is not https. Write one such as 'https://accounts.example.com'; http will do for 127.0.0.1 alone.`,
  );
}

/** Whether an address is one of this machine, over http. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
