import { createHmac, randomUUID } from 'node:crypto';
import type { AuthOptions } from '@toolwire/client';
import { isPrivateUrl } from '@toolwire/internal';
import { usageError } from '../cli-error.ts';
import type { ConnectionSettings } from './connection-settings.ts';

/** Returns the credentials of the Open Tool Calling client. */
export function otcAuth({ apiKey, token, jwtSecret }: ConnectionSettings): AuthOptions | undefined {
  const key = apiKey === undefined ? undefined : { apiKey };
  if (token !== undefined) return { token, ...key };
  return jwtSecret === undefined ? key : { jwt: { secret: jwtSecret }, ...key };
}

/** Returns the headers that the Open Tool Calling client would send, for requests that it doesn't make. */
export function otcHeaders({ apiKey, token, jwtSecret }: ConnectionSettings): Readonly<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (jwtSecret !== undefined) {
    return { authorization: `Bearer ${sign(jwtSecret, { exp: nowSeconds() + lifetimeSeconds })}` };
  }
  return apiKey === undefined ? {} : { 'otc-api-key': apiKey };
}

/** Refuses a credential that can't be a header. The Open Tool Calling client has the same rule. */
export function checkSendable(flag: 'token' | 'api-key', credential: string | undefined): void {
  if (credential === undefined || /^[\x21-\x7e]+$/.test(credential)) return;
  throw usageError(`--${flag} has a character that is invalid in a header. Does it contain a space or a line break?`);
}

/** Refuses to send credentials without encryption. */
export function checkPrivate(
  url: URL,
  credential: string | undefined,
  { isInsecureAllowed }: ConnectionSettings,
): void {
  if (credential === undefined || isPrivateUrl(url) || isInsecureAllowed) return;
  throw usageError(
    `${url.origin} uses plain http to another machine, which exposes the credentials. Use https, or pass --insecure on a trusted network.`,
  );
}

const lifetimeSeconds = 300;

/** Signs a token like an Arcade engine. */
export function signWorkerToken(secret: string): string {
  const iat = nowSeconds();
  return sign(secret, { aud: 'worker', ver: '1', iat, exp: iat + lifetimeSeconds, jti: randomUUID() });
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function sign(secret: string, claims: object): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
