import { createRedactorFor, createSecretMask, mask, redactedFields } from '@toolwire/internal';
import { sensitiveValues } from '@toolwire/log';
import type { ToolState } from '../server-state.ts';
import type { LoggedRequest, PlannedCall, Run } from './calls/run.ts';
import type { Credentials } from './fetch-with-credentials.ts';
import { entriesOf, isFields, type Json, type JsonFields, parseJson, writeJson } from './json.ts';
import { formSchemaOf } from './tools.ts';

/** Masks secrets on the page until the user reveals them. */
export interface SecretFilter {
  readonly hasSecrets: boolean;
  readonly maskValue: (value: Json) => Json;
  /** Masks a text that may be JSON. */
  readonly maskText: (text: string) => string;
}

/** Returns the values of an input that the schema marks as secret. */
export function secretsOfInput(tool: ToolState, input: Json | undefined): readonly string[] {
  return sensitiveValues(formSchemaOf(tool), input).filter((text) => text !== '');
}

/** Returns the secrets of a call's input, and its tokens and secrets. */
export function secretsOfCall({ tool, input, context }: PlannedCall): readonly string[] {
  return [...secretsOfInput(tool, input), ...secretsOfContext(context)];
}

/** Returns the secrets of a call, of the input that its user entered later, and of its result. */
export function secretsOfRun({ call, enteredSecrets, result }: Run): readonly string[] {
  return [
    ...secretsOfCall(call),
    ...enteredSecrets.value,
    ...sensitiveValues(call.tool.outputSchema, result.value?.value),
  ].filter((text) => text !== '');
}

function secretsOfContext(context: JsonFields): readonly string[] {
  const secrets: string[] = [];
  for (const entry of [...entriesOf(context, 'authorization'), ...entriesOf(context, 'secrets')]) {
    for (const [name, value] of Object.entries(isFields(entry) ? entry : {})) {
      if (name !== 'id' && typeof value === 'string') secrets.push(value);
    }
  }
  return secrets;
}

/** Creates a filter. Short secrets are masked only as whole values. */
export function createSecretFilter(secrets: readonly string[]): SecretFilter {
  if (secrets.length === 0) return showAll;
  const wholeValues = new Set(secrets);
  const maskInText = createSecretMask([...wholeValues]);
  const maskPrimitive = (_name: string, value: unknown): unknown => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    if (wholeValues.has(String(value))) return mask;
    return typeof value === 'string' ? maskInText(value) : value;
  };
  const maskValue = (value: Json): Json => {
    const masked = parseJson(writeJson(value, maskPrimitive) ?? '');
    return masked === undefined ? mask : masked;
  };
  return {
    hasSecrets: true,
    maskValue,
    maskText(text) {
      const value = parseJson(text);
      return typeof value === 'object' && value !== null ? JSON.stringify(maskValue(value)) : maskInText(text);
    },
  };
}

const showAll: SecretFilter = { hasSecrets: false, maskValue: (value) => value, maskText: (text) => text };

/** A request and its response as texts, with secrets masked. */
interface MaskedRequest {
  readonly url: string;
  readonly requestHeaders: string;
  readonly responseHeaders: string;
  readonly requestBody: string;
  readonly responseBody: string;
}

/** Shown instead of the user's credentials. */
const ownCredentials = '[your credentials]';

/** Masks the user's credentials in the headers of a request. */
export function maskCredentials(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.keys(credentials).map((name) => [name, ownCredentials]));
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
    if (value === ownCredentials) return value;
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
