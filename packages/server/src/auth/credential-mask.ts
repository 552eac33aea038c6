import type { Logger } from '@toolwire/core';
import type { ReportThrown } from '@toolwire/core/internal';
import type { HostRequest } from '@toolwire/core/wire';
import { type DescribedThrown, describeThrown } from '@toolwire/errors';
import { createFragmentMask, createSecretMask } from '@toolwire/internal';

/** The headers that a verifier reads; a combination has parts. */
interface CredentialReader {
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
const usual = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'otc-api-key'];

/** Masks all that a verifier may quote: the headers, the tokens in them, and the decoded parts of `Basic`. */
export function maskCredentials(verifier: CredentialReader, request: Pick<HostRequest, 'header'>): CredentialMask {
  const names = new Set([...headersOf(verifier), ...usual]);
  const sent = [...names].flatMap((name) => request.header(name) ?? []);
  const secrets = sent.flatMap(partsOf);
  const maskPieces = createFragmentMask(sent.flatMap(tokensOf));
  return {
    error: (thrown) => masked(describeThrown(thrown, { secrets }), maskPieces),
    text: (text) => maskPieces(createSecretMask(secrets)(text)),
  };
}

/** Logs errors that hosts report, without the credentials in the headers of the request. */
export function createReportThrown(verifier: CredentialReader | undefined, logger: Logger): ReportThrown {
  return (thrown, message, header) => {
    const error = header ? maskCredentials(verifier ?? {}, { header }).error(thrown) : describeThrown(thrown);
    logger.error({ error }, message);
  };
}

function headersOf({ header, parts = [] }: CredentialReader): readonly string[] {
  return [...(header === undefined ? [] : [header.toLowerCase()]), ...parts.flatMap(headersOf)];
}

function partsOf(value: string): readonly string[] {
  const parts = wordsOf(value);
  const values = parts.flatMap((part) => [part, part.slice(part.indexOf('=') + 1)]);
  return [value, ...values, ...parts.flatMap(inBasic)].filter((one) => one !== '');
}

/** The credentials without the names of schemes and cookies, whose fragments occur in ordinary sentences. */
function tokensOf(value: string): readonly string[] {
  const words = wordsOf(value);
  return [...words.map((word) => word.replace(/^[^=]*=(?=[^=])/, '')), ...words.flatMap(inBasic)];
}

function wordsOf(value: string): readonly string[] {
  return value.split(/[\s,;]+/).filter((word) => !schemes.has(word.toLowerCase()));
}

// The names of schemes are not secret, and masking them would damage sentences.
const schemes = new Set(['bearer', 'basic', 'digest', 'token', 'apikey', 'dpop', 'negotiate']);

/** The decoded credentials of `Basic`, and the password alone. */
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
