import type { MaybePromise, Requirements, ToolContext } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import type { Parameter, SecurityAlternative, SecurityScheme, SecurityUse } from '../reader/document-model.ts';
import { encodeText } from '../request/parameter-text.ts';

/** The source of the credentials for a security scheme: a secret or an authorization of each caller, or a function. */
export type AuthSource =
  | { readonly secret: string }
  | { readonly provider: string }
  | { readonly value: (context: ToolContext) => MaybePromise<string> };

/** The sources of credentials by the names of the security schemes. */
export type AuthSources = Readonly<Record<string, AuthSource>>;

/** How the calls of an operation authenticate. */
export interface Authentication {
  readonly requirements?: Requirements;
  /** Whether a parameter is a credential, which the input must not contain. */
  isCredential(parameter: Pick<Parameter, 'in' | 'name'>): boolean;
  /** Adds the credentials of a call, and returns them for masking. */
  apply(request: Credentials, context: ToolContext): Promise<readonly string[]>;
}

/** The parts of a request that carry credentials. */
interface Credentials {
  readonly headers: Headers;
  readonly url: URL;
}

/** A scheme with the source of its credentials. */
export interface SourcedUse extends SecurityUse {
  readonly source: AuthSource;
}

/** Adds the source of each scheme. Default: a secret or an authorization with the name of the scheme. */
export function withSources(uses: SecurityAlternative, sources: AuthSources = {}): readonly SourcedUse[] {
  return uses.map((use) => {
    const source = Object.hasOwn(sources, use.scheme.id) ? sources[use.scheme.id] : undefined;
    return { ...use, source: source ?? defaultSource(use.scheme) };
  });
}

/** Creates an authentication with several schemes together. */
export function createAuthentication(uses: readonly SourcedUse[]): Authentication {
  const requirements = requirementsOf(uses);
  return {
    ...(requirements !== undefined && { requirements }),
    isCredential: (parameter) => uses.some(({ scheme }) => isSameParameter(scheme, parameter)),
    async apply(request, context) {
      const values: string[] = [];
      for (const { scheme, source } of uses) {
        const value = await valueOf(source, context);
        addCredential(request, scheme, value);
        values.push(value);
      }
      return values;
    },
  };
}

function isSameParameter(scheme: SecurityScheme, parameter: Pick<Parameter, 'in' | 'name'>): boolean {
  if (scheme.kind !== 'apiKey' || scheme.in !== parameter.in) return false;
  if (scheme.in !== 'header') return scheme.name === parameter.name;
  return scheme.name.toLowerCase() === parameter.name.toLowerCase();
}

/** Keys are secrets. Tokens belong to an authorization, which `@toolwire/sign-in` can obtain. */
function defaultSource({ id, kind }: SecurityScheme): AuthSource {
  return kind === 'apiKey' || kind === 'basic' ? { secret: id } : { provider: id };
}

function requirementsOf(uses: readonly SourcedUse[]): Requirements | undefined {
  const secrets = uses.flatMap(({ source }) => ('secret' in source ? [{ id: source.secret }] : []));
  const authorization = uses.flatMap(({ source, scheme, scopes }) =>
    'provider' in source
      ? [{ id: source.provider, ...(scheme.kind === 'oauth2' && scopes.length > 0 && { oauth2: { scopes } }) }]
      : [],
  );
  if (secrets.length === 0 && authorization.length === 0) return undefined;
  return { ...(secrets.length > 0 && { secrets }), ...(authorization.length > 0 && { authorization }) };
}

async function valueOf(source: AuthSource, context: ToolContext): Promise<string> {
  const value = await readSource(source, context);
  if (value === undefined || value === '') throw new ToolError('The credentials for the API are missing.');
  return value;
}

function readSource(source: AuthSource, context: ToolContext): MaybePromise<string | undefined> {
  if ('value' in source) return source.value(context);
  return 'secret' in source ? context.secret(source.secret) : context.token(source.provider);
}

/** Checks a credential for a header, because the error of an invalid header would show it. */
function headerText(value: string): string {
  if (/^[\x20-\x7E\x80-\xFF]+$/u.test(value)) return value;
  throw new ToolError('The credentials for the API have characters that no header carries.');
}

/** Checks a credential for a cookie. A semicolon would start another cookie. */
function cookieText(value: string): string {
  if (!value.includes(';')) return headerText(value);
  throw new ToolError('The credentials for the API must not have a semicolon, because they are sent as a cookie.');
}

function addCredential({ headers, url }: Credentials, scheme: SecurityScheme, value: string): void {
  switch (scheme.kind) {
    case 'basic':
      headers.set('authorization', `Basic ${Buffer.from(value, 'utf8').toString('base64')}`);
      break;
    case 'bearer':
    case 'oauth2':
      headers.set('authorization', `Bearer ${headerText(value)}`);
      break;
    case 'apiKey':
      addApiKey({ headers, url }, scheme, value);
      break;
    case 'unsupported':
      throw new Error('An unsupported scheme was chosen.');
  }
}

type ApiKeyScheme = Extract<SecurityScheme, { readonly kind: 'apiKey' }>;

function addApiKey({ headers, url }: Credentials, scheme: ApiKeyScheme, value: string): void {
  if (scheme.in === 'query') {
    // `searchParams` would encode the rest of the query again.
    url.search += `${url.search === '' ? '?' : '&'}${encodeText(scheme.name)}=${encodeText(value)}`;
  } else if (scheme.in === 'header') {
    headers.set(scheme.name, headerText(value));
  } else {
    const cookie = `${scheme.name}=${cookieText(value)}`;
    const cookies = headers.get('cookie');
    headers.set('cookie', cookies === null ? cookie : `${cookies}; ${cookie}`);
  }
}
