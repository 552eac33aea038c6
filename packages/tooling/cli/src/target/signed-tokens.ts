import { createHmac, randomUUID } from 'node:crypto';

const lifetimeSeconds = 300;

/** Signs a token like the Open Tool Calling client. */
export function signOtcToken(secret: string): string {
  return sign(secret, { exp: nowSeconds() + lifetimeSeconds });
}

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
