import type { Logger } from '@toolwire/core';
import type { ReportThrown } from '@toolwire/core/internal';
import type { HostRequest } from '@toolwire/core/wire';
import { type DescribedThrown, describeThrown } from '@toolwire/errors';
import { createFragmentMask, createSecretMask } from '@toolwire/internal';

/** The header that a verifier reads; a combination such as `anyOf` has parts. */
export interface CredentialReader {
  readonly header?: string | undefined;
  readonly parts?: readonly CredentialReader[] | undefined;
}

/** Masks the credentials of a request in what a verifier reports. */
export interface CredentialMask {
  /** Describes a thrown error, with every fragment of a credential masked too, such as the start of a token. */
  error(thrown: unknown): DescribedThrown;
  text(text: string): string;
}

/** The usual headers of credentials, for verifiers that don't name theirs. */
const usualHeaders = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'otc-api-key'];

/** Masks all that a verifier may quote: the headers, the tokens in them, and the decoded parts of `Basic`. */
export function maskCredentials(verifier: CredentialReader, request: Pick<HostRequest, 'header'>): CredentialMask {
  const names = new Set([...credentialHeadersOf(verifier), ...usualHeaders]);
  const values = [...names].flatMap((name) => request.header(name) ?? []);
  const secrets = values.flatMap(secretsIn);
  const maskFragments = createFragmentMask(values.flatMap(tokensIn));
  return {
    error: (thrown) => maskDescription(describeThrown(thrown, secrets), maskFragments),
    text: (text) => maskFragments(createSecretMask(secrets)(text)),
  };
}

/** Logs errors that hosts report, without the credentials in the headers of the request. */
export function createReportThrown(verifier: CredentialReader | undefined, logger: Logger): ReportThrown {
  return (thrown, message, header) => {
    const error = header ? maskCredentials(verifier ?? {}, { header }).error(thrown) : describeThrown(thrown);
    logger.error({ error }, message);
  };
}

/** The header value, its words, and the values of cookies and decoded `Basic` credentials. */
function secretsIn(value: string): readonly string[] {
  const words = wordsOf(value);
  const cookieValues = words.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]);
  return [value, ...cookieValues, ...words.flatMap(decodeBasic)].filter((secret) => secret !== '');
}

/** The credentials without the names of schemes and cookies, whose fragments occur in ordinary sentences. */
function tokensIn(value: string): readonly string[] {
  const words = wordsOf(value);
  return [...words.map((word) => word.replace(/^[^=]*=(?=[^=])/, '')), ...words.flatMap(decodeBasic)];
}

function wordsOf(value: string): readonly string[] {
  return value.split(/[\s,;]+/).filter((word) => !schemes.has(word.toLowerCase()));
}

// The names of schemes are not secret, and masking them would damage sentences.
const schemes = new Set(['bearer', 'basic', 'digest', 'token', 'apikey', 'dpop', 'negotiate']);

/** The decoded credentials of `Basic`, and their password. Clients send them in UTF-8 or Latin-1 (RFC 7617). */
function decodeBasic(word: string): readonly string[] {
  try {
    const latin1 = atob(word);
    const utf8 = new TextDecoder().decode(Uint8Array.from(latin1, (letter) => letter.charCodeAt(0)));
    if (!latin1.includes(':')) return [];
    return [latin1, utf8].flatMap((text) => [text, text.slice(text.indexOf(':') + 1)]);
  } catch {
    return [];
  }
}

function maskDescription(description: DescribedThrown, mask: (text: string) => string): DescribedThrown {
  const { name, message, code, stack, cause, errors } = description;
  return {
    name: mask(name),
    message: mask(message),
    ...(code !== undefined && { code: typeof code === 'string' ? mask(code) : code }),
    ...(stack !== undefined && { stack: mask(stack) }),
    ...(cause && { cause: maskDescription(cause, mask) }),
    ...(errors && { errors: errors.map((error) => maskDescription(error, mask)) }),
  };
}

/** The headers that a verifier, or its parts, read credentials from, in lower case. */
export function credentialHeadersOf(verifier: CredentialReader | undefined): readonly string[] {
  if (verifier === undefined) return [];
  const { header, parts = [] } = verifier;
  return [...(header === undefined ? [] : [header.toLowerCase()]), ...parts.flatMap(credentialHeadersOf)];
}
