import { createRedactorFor, mask, redactedFields } from '@toolwire/internal';
import type { LoggedRequest } from './calls/run.ts';
import type { Credentials } from './requests.ts';
import { createSecretFilter } from './secrets.ts';

/** A request and its response as texts, with secrets masked. */
interface MaskedRequest {
  readonly url: string;
  readonly requestHeaders: string;
  readonly responseHeaders: string;
  readonly requestBody: string;
  readonly responseBody: string;
}

/** Shown instead of the user's credentials. */
const credentialsMask = '[your credentials]';

/** Masks the user's credentials in the headers of a request. */
export function maskCredentials(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.keys(credentials).map((name) => [name, credentialsMask]));
}

/** Masks a request: secrets and credentials everywhere, and headers and URL parameters with the name of a credential. */
export function maskRequest(
  { url, requestHeaders, requestBody, responseHeaders = [], responseBody }: LoggedRequest,
  secrets: readonly string[],
  credentials: Credentials,
): MaskedRequest {
  // A server can return the credentials, with or without their scheme.
  const credentialTexts = Object.values(credentials).flatMap((value) => [value, value.replace(/^\S+ +/, '')]);
  const { maskText, maskValue } = createSecretFilter([...secrets, ...credentialTexts.filter((text) => text !== '')]);
  const nameRedactor = createRedactorFor(redactedFields(), []);
  const maskField: MaskField = (name, value) => {
    if (value === credentialsMask) return value;
    const { [name]: redacted } = nameRedactor.fields({ [name]: value }) as Readonly<Record<string, unknown>>;
    const masked = maskValue(value);
    return redacted === value && typeof masked === 'string' ? masked : mask;
  };
  const writeHeaders = (headers: readonly (readonly [string, string])[]): string =>
    headers.map(([name, value]) => `${name}: ${maskField(name, value)}`).join('\n');
  const [path = '', ...query] = url.split('?');
  return {
    url: query.length === 0 ? maskText(path) : `${maskText(path)}?${maskQuery(query.join('?'), maskField)}`,
    requestHeaders: writeHeaders(Object.entries(requestHeaders)),
    responseHeaders: writeHeaders(responseHeaders),
    requestBody: maskText(requestBody),
    responseBody: maskText(responseBody),
  };
}

type MaskField = (name: string, value: string) => string;

function maskQuery(query: string, maskField: MaskField): string {
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => {
    const masked = maskField(name, value);
    return `${encodeURIComponent(name)}=${masked === value ? encodeURIComponent(value) : masked}`;
  });
  return parameters.join('&');
}
