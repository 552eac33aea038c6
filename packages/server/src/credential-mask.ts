import type { HostRequest } from '@toolwire/core/wire';
import { type DescribedThrown, describeThrown } from '@toolwire/errors';
import { createPieceMask, createSecretMask } from '@toolwire/internal';

/** What tells which headers a check has looked at; a combination of checks consists of parts. */
interface Checking {
  readonly header?: string | undefined;
  readonly parts?: readonly Checking[] | undefined;
}

/** Tells a log what a check of callers says, without the credentials that it was given. */
export interface CredentialMask {
  /** What the check has thrown: every piece that it quotes is hidden too, as the beginning of a token. */
  error(thrown: unknown): DescribedThrown;
  text(text: string): string;
}

/** Where credentials commonly stand, for checks that do not say what they look at. */
const usual = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'otc-api-key'];

/** Hides all that a failed check may repeat: the headers it was given, the tokens in them, and what Basic hides in base64. */
export function maskCredentials(checking: Checking, request: Pick<HostRequest, 'header'>): CredentialMask {
  const names = new Set([...headersOf(checking), ...usual]);
  const sent = [...names].flatMap((name) => request.header(name) ?? []);
  const secrets = sent.flatMap(partsOf);
  const maskPieces = createPieceMask(sent.flatMap(tokensOf));
  return {
    error: (thrown) => masked(describeThrown(thrown, { secrets }), maskPieces),
    text: (text) => maskPieces(createSecretMask(secrets)(text)),
  };
}

function headersOf({ header, parts = [] }: Checking): readonly string[] {
  return [...(header === undefined ? [] : [header.toLowerCase()]), ...parts.flatMap(headersOf)];
}

function partsOf(value: string): readonly string[] {
  const parts = wordsOf(value);
  const values = parts.flatMap((part) => [part, part.slice(part.indexOf('=') + 1)]);
  return [value, ...values, ...parts.flatMap(inBasic)].filter((one) => one !== '');
}

/** The credentials alone, without the names of schemes and cookies, of which any sentence may have a piece. */
function tokensOf(value: string): readonly string[] {
  const words = wordsOf(value);
  return [...words.map((word) => word.replace(/^[^=]*=(?=[^=])/, '')), ...words.flatMap(inBasic)];
}

function wordsOf(value: string): readonly string[] {
  return value.split(/[\s,;]+/).filter((word) => !schemes.has(word.toLowerCase()));
}

// Their names are no secrets, and would be masked in every sentence.
const schemes = new Set(['bearer', 'basic', 'digest', 'token', 'apikey', 'dpop', 'negotiate']);

/** The name and password of `Basic`, together and alone. */
function inBasic(part: string): readonly string[] {
  try {
    const text = atob(part);
    const colon = text.indexOf(':');
    return colon < 0 ? [] : [text, text.slice(colon + 1)];
  } catch {
    return [];
  }
}

function masked(described: DescribedThrown, mask: (text: string) => string): DescribedThrown {
  const { name, message, code, stack, cause, errors } = described;
  return {
    name: mask(name),
    message: mask(message),
    ...(code !== undefined && { code: typeof code === 'string' ? mask(code) : code }),
    ...(stack !== undefined && { stack: mask(stack) }),
    ...(cause && { cause: masked(cause, mask) }),
    ...(errors && { errors: errors.map((one) => masked(one, mask)) }),
  };
}
