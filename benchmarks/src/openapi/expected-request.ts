import { isDeepStrictEqual } from 'node:util';
import { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import { isRecord } from './json.ts';
import type { ReceivedRequest } from './recording-api.ts';
import type { SampleCall, SampleParameter } from './sample-calls.ts';

/** The first part of a request that differs from the request of openapi-fetch; `undefined` if all are equal. */
export function requestProblem(call: SampleCall, received: ReceivedRequest | undefined): string | undefined {
  if (received === undefined) return 'no request';
  if (received.method.toLowerCase() !== call.method) return 'method';
  const [path = '', query = ''] = received.url.split('?', 2);
  if (!isDeepStrictEqual(segmentsOf(path), segmentsOf(expectedPath(call)))) return 'path';
  if (!isDeepStrictEqual(pairsOf(query), pairsOf(expectedQuery(call)))) return 'query';
  if (namedIn(call, 'header').some((one) => received.headers[one.name.toLowerCase()] !== headerText(one))) {
    return 'header';
  }
  return bodyProblem(call, received);
}

function namedIn({ parameters }: SampleCall, location: string): readonly SampleParameter[] {
  return parameters.filter((one) => one.in === location);
}

function expectedPath(call: SampleCall): string {
  const values = namedIn(call, 'path').map(({ name, value }) => [name, value]);
  return defaultPathSerializer(call.path, Object.fromEntries(values) as Record<string, string>);
}

function expectedQuery(call: SampleCall): string {
  return namedIn(call, 'query')
    .map(({ name, style, explode, value }) => {
      const write = createQuerySerializer({
        array: { style: style as 'form', explode },
        object: { style: style as 'form', explode },
      });
      return write({ [name]: value });
    })
    .filter((text) => text !== '')
    .join('&');
}

/** A list or an object in the style `simple`. */
function headerText({ value, explode }: SampleParameter): string {
  if (Array.isArray(value)) return value.join(',');
  if (!isRecord(value)) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}${explode ? '=' : ','}${String(one)}`)
    .join(',');
}

/** Each segment decoded, so that different spellings of a character are equal, and an encoded slash stays one segment. */
function segmentsOf(path: string): readonly string[] {
  return path.split('/').map(decodeURIComponent);
}

/** The pairs of a query or a form, decoded, in any order. */
function pairsOf(query: string): readonly string[] {
  return [...new URLSearchParams(query)].map(([name, value]) => `${name}=${value}`).sort();
}

function bodyProblem({ body }: SampleCall, { headers, text }: ReceivedRequest): string | undefined {
  if (body === undefined) return text === '' || text === '{}' ? undefined : 'body';
  const type = headers['content-type'] ?? '';
  if (body.type === 'form') {
    const expected = createQuerySerializer()(body.value);
    return type.startsWith('application/x-www-form-urlencoded') && isDeepStrictEqual(pairsOf(text), pairsOf(expected))
      ? undefined
      : 'body';
  }
  if (!type.includes('json')) return 'body';
  try {
    return isDeepStrictEqual(JSON.parse(text), body.value) ? undefined : 'body';
  } catch {
    // Not JSON at all.
    return 'body';
  }
}
