import { mask } from '@toolwire/internal';
import { createRedactor } from '@toolwire/log';
import type { Message, PlannedCall } from './calls/run.ts';
import { createSecretFilter, type SecretFilter } from './secrets.ts';

/** A request and its response as texts, with secrets masked. */
interface MaskedMessage {
  readonly url: string;
  readonly sentHeaders: string;
  readonly receivedHeaders: string;
  /** Masks a body. */
  readonly body: SecretFilter['text'];
}

/** Shown instead of the user's credentials. */
const ownCredentials = '[your credentials]';

/** Masks the user's credentials in the headers of a request. */
export function withoutCredentials(credentials: PlannedCall['credentials']): PlannedCall['credentials'] {
  return Object.fromEntries(Object.keys(credentials).map((name) => [name, ownCredentials]));
}

/** Masks a message: secrets and credentials everywhere, and headers and URL parameters with the name of a credential. */
export function maskMessage(
  { url, headers, answerHeaders = [] }: Message,
  secrets: readonly string[],
  credentials: PlannedCall['credentials'],
): MaskedMessage {
  // A server can return the credentials, with or without their scheme.
  const own = Object.values(credentials).flatMap((value) => [value, value.replace(/^\S+ +/, '')]);
  const filter = createSecretFilter([...secrets, ...own.filter((text) => text !== '')]);
  const names = createRedactor();
  const field = (name: string, value: string): string => {
    const { [name]: byName } = names.fields({ [name]: value }) as Readonly<Record<string, unknown>>;
    if (value === ownCredentials) return value;
    const shown = filter.value(value);
    return byName === value && typeof shown === 'string' ? shown : mask;
  };
  const linesOf = (all: readonly (readonly [string, string])[]): string =>
    all.map(([name, value]) => `${name}: ${field(name, value)}`).join('\n');
  return {
    url: maskQuery(url, field, filter),
    sentHeaders: linesOf(Object.entries(headers)),
    receivedHeaders: linesOf(answerHeaders),
    body: filter.text,
  };
}

function maskQuery(url: string, field: (name: string, value: string) => string, filter: SecretFilter): string {
  const [path = '', ...query] = url.split('?');
  if (query.length === 0) return filter.text(path);
  const shown = [...new URLSearchParams(query.join('?'))].map(([name, value]) => {
    const masked = field(name, value);
    return `${encodeURIComponent(name)}=${masked === value ? encodeURIComponent(value) : masked}`;
  });
  return `${filter.text(path)}?${shown.join('&')}`;
}
