import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ServerCredentials, TokenConfig } from '../src/index.ts';
import { json, type TinyAnswer } from './tiny-protocol.ts';

/** A token taken apart. */
export interface TinyToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What is signed. */
  readonly signed: string;
  readonly signature: string;
}

/** The content of a header: nothing, an invalid value, or a credential. */
type Presented = undefined | 'malformed' | { readonly text: string };

/** The steps by which callers are let in, each of which a test may spoil. */
export interface AuthSteps {
  readonly guards: (endpoint: string, incoming: IncomingMessage) => boolean;
  readonly bearerIn: (incoming: IncomingMessage) => Presented;
  readonly keyIn: (incoming: IncomingMessage) => Presented;
  readonly isKey: (sent: string, key: string) => boolean;
  readonly read: (token: string) => TinyToken | undefined;
  readonly isSigned: (token: TinyToken, secret: string) => boolean;
  readonly isUncritical: (token: TinyToken) => boolean;
  readonly isInTime: (claims: TinyToken['claims'], now: number) => boolean;
  readonly isForUs: (aud: unknown, audience: string) => boolean;
  readonly lets: (verdicts: readonly (boolean | undefined)[]) => boolean;
  /** The response to an unauthenticated caller. */
  readonly refusal: (endpoint: string, incoming: IncomingMessage) => TinyAnswer;
}

const segment = '(?:[\\w-]{4})*(?:[\\w-]{2,4})';
const compact = new RegExp(`^${segment}\\.${segment}\\.${segment}$`);

/** What a right server does. */
export const correctAuth: AuthSteps = {
  guards: (endpoint) => endpoint === 'GET /tools' || endpoint === 'POST /tools/call',
  bearerIn: (incoming) => {
    const fields = incoming.headersDistinct['authorization'];
    if (fields === undefined) return undefined;
    const text = fields.length === 1 ? /^bearer ([!-~]+)$/i.exec(fields[0] ?? '')?.[1] : undefined;
    return text === undefined ? 'malformed' : { text };
  },
  keyIn: (incoming) => {
    const fields = incoming.headersDistinct['otc-api-key'];
    return fields && (fields.length === 1 ? { text: fields[0] ?? '' } : 'malformed');
  },
  isKey: (sent, key) => sent === key,
  read: (token) => {
    if (!compact.test(token)) return undefined;
    const [header = '', claims = '', signature = ''] = token.split('.');
    return parts(header, claims, signature);
  },
  isSigned: ({ header, signed, signature }, secret) =>
    header['alg'] === 'HS256' && hmac('sha256', signed, secret) === signature,
  isUncritical: ({ header }) => header['crit'] === undefined,
  isInTime: ({ exp, nbf = 0 }, now) =>
    Number.isFinite(exp) && Number.isFinite(nbf) && Number(exp) > now && Number(nbf) <= now,
  isForUs: (aud, audience) =>
    aud === undefined ||
    aud === audience ||
    (Array.isArray(aud) && aud.includes(audience) && aud.every((one) => typeof one === 'string')),
  lets: (verdicts) => verdicts.includes(true) && !verdicts.includes(false),
  refusal: (endpoint) => stranger(endpoint === 'POST /tools/call' ? 400 : 401),
};

/** Refuses an unauthenticated caller; `undefined` for other callers. */
export type Auth = (endpoint: string, incoming: IncomingMessage) => TinyAnswer | undefined;

/** Lets in callers with these credentials. */
export function createAuth({ apiKey, jwt }: ServerCredentials, brokenSteps: Partial<AuthSteps> = {}): Auth {
  const steps = { ...correctAuth, ...brokenSteps };
  const verdict = (presented: Presented, isGood: (text: string) => boolean): boolean | undefined =>
    presented === undefined ? undefined : presented !== 'malformed' && isGood(presented.text);
  return (endpoint, incoming) => {
    if (!steps.guards(endpoint, incoming)) return undefined;
    const verdicts = [
      verdict(steps.bearerIn(incoming), (text) => jwt !== undefined && isGoodToken(text, jwt, steps)),
      verdict(steps.keyIn(incoming), (text) => apiKey !== undefined && steps.isKey(text, apiKey)),
    ];
    return steps.lets(verdicts) ? undefined : steps.refusal(endpoint, incoming);
  };
}

/** The same response for all unauthenticated callers. */
export function stranger(status: number, message = 'Sign in first.'): TinyAnswer {
  const response = json(status, { $schema: 'otc://1.0', message });
  return { ...response, headers: { ...response.headers, 'www-authenticate': 'Bearer', 'cache-control': 'no-store' } };
}

/** Takes a token apart, however its segments are spelled. */
export function parts(header: string, claims: string, signature: string): TinyToken | undefined {
  const read = [header, claims].map(decode);
  if (!read.every(isRecord)) return undefined;
  const [first = {}, second = {}] = read;
  return { header: first, claims: second, signed: `${header}.${claims}`, signature };
}

/** The signature of a string. */
export function hmac(hash: string, text: string, secret: string): string {
  return createHmac(hash, secret).update(text).digest('base64url');
}

function isGoodToken(text: string, { secret, audience }: TokenConfig, steps: AuthSteps): boolean {
  const token = steps.read(text);
  return (
    token !== undefined &&
    steps.isSigned(token, secret) &&
    steps.isUncritical(token) &&
    steps.isInTime(token.claims, Date.now() / 1000) &&
    steps.isForUs(token.claims['aud'], audience)
  );
}

function decode(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'))) as unknown;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
