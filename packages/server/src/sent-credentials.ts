import type { HostRequest } from '@toolwire/core/wire';

/** What tells which headers a check has looked at; a combination of checks consists of parts. */
interface Checking {
  readonly header?: string | undefined;
  readonly parts?: readonly Checking[] | undefined;
}

/** Where credentials commonly stand, for checks that do not say what they look at. */
const usual = ['authorization', 'proxy-authorization', 'cookie', 'x-api-key', 'otc-api-key'];

/** All that the error of a failed check may repeat: the headers it was given, the tokens in them, and what Basic hides in base64. */
export function sentCredentials(checking: Checking, request: Pick<HostRequest, 'header'>): readonly string[] {
  const names = new Set([...headersOf(checking), ...usual]);
  return [...names].flatMap((name) => partsOf(request.header(name) ?? ''));
}

function headersOf({ header, parts = [] }: Checking): readonly string[] {
  return [...(header === undefined ? [] : [header.toLowerCase()]), ...parts.flatMap(headersOf)];
}

function partsOf(value: string): readonly string[] {
  const parts = value.split(/[\s,;]+/).filter((part) => !schemes.has(part.toLowerCase()));
  const values = parts.flatMap((part) => [part, part.slice(part.indexOf('=') + 1)]);
  return [value, ...values, ...parts.flatMap(inBasic)].filter((one) => one !== '');
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
