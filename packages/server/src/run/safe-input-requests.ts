import type { InputRequest, InputRequests } from '@toolwire/core';
import { checkInputUrl } from '@toolwire/internal';

/** Masks secrets in input requests. Throws for a URL that is unsafe to open. */
export function safeInputRequests(requests: InputRequests, mask: (text: string) => string): InputRequests {
  return Object.fromEntries(
    Object.entries(requests).map(([key, request]) => [key, safeInputRequest(key, request, mask)]),
  );
}

function safeInputRequest(key: string, request: InputRequest, mask: (text: string) => string): InputRequest {
  switch (request.kind) {
    case 'form':
      return { ...request, message: mask(request.message), schema: maskStrings(request.schema, mask) };
    case 'url':
      checkInputUrl(key, request.url);
      return { ...request, message: mask(request.message), url: mask(request.url) };
    case 'sampling':
      return { ...request, params: maskStrings(request.params, mask) };
    case 'roots':
      return request;
    default:
      throw new TypeError(`The input request '${key}' must have the kind form, url, sampling or roots.`);
  }
}

/** Copies JSON with its strings masked; names stay readable. */
function maskStrings<Json>(value: Json, mask: (text: string) => string): Json;
function maskStrings(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskStrings(item as unknown, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, maskStrings(member as unknown, mask)]),
  );
}
