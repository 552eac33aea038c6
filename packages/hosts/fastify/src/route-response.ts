import { errorOfStatus, own, parseJson, readRetryAfter } from '@toolwire/internal';
import type { LightMyRequestResponse } from 'fastify';

/** The result of a call: the body of a response. Other responses are errors for the caller, which are thrown. */
export function readResponse(response: LightMyRequestResponse, source: string): unknown {
  const { statusCode: status, payload, headers } = response;
  const mediaType =
    String(headers['content-type'] ?? '')
      .split(';')[0]
      ?.trim() ?? '';
  const isJson = /^application\/(?:[\w.-]+\+)?json$/iu.test(mediaType);
  if (status < 200 || status > 299) {
    // The status says enough about an error whose body is not what it claims to be.
    const body = isJson ? parseJson(payload) : undefined;
    throw errorOfStatus({
      status,
      source,
      message: messageOf(body),
      code: textIn(body, 'code'),
      retryAfterMs: readRetryAfter({ get: (name) => headers[name]?.toString() ?? null }),
    });
  }
  if (payload === '') return null;
  if (isJson) return JSON.parse(payload) as unknown;
  if (mediaType === '' || mediaType.startsWith('text/')) return payload;
  throw new Error(`${source} returned ${mediaType}. The route of a tool must return JSON or text.`);
}

/** The message of an error: Fastify's own form, problem details (RFC 9457), or a text under `error`. */
function messageOf(body: unknown): string | undefined {
  return (
    textIn(body, 'message') ?? textIn(body, 'detail') ?? textIn(own(body, 'error'), 'message') ?? textIn(body, 'error')
  );
}

function textIn(body: unknown, name: string): string | undefined {
  const text = own(body, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
