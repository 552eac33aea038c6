import type { IncomingMessage } from 'node:http';

const names: ReadonlySet<string> = new Set(['ada', 'bob']);

/** The app's own way to know its users: a bearer token of their AI client, or a cookie of their browser. */
export function findUser({ headers }: IncomingMessage): string | undefined {
  const found =
    /^Bearer token-of-(\w+)$/.exec(headers.authorization ?? '') ?? /\bsession-of=(\w+)/.exec(headers.cookie ?? '');
  return found?.[1] !== undefined && names.has(found[1]) ? found[1] : undefined;
}
