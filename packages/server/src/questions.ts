import type { InputRequest, InputRequests } from '@toolwire/core';

/** What a tool asks for, ready to be sent: without secrets, and with addresses that are safe to open. Throws for another address. */
export function soundQuestions(requests: InputRequests, mask: (text: string) => string): InputRequests {
  return Object.fromEntries(Object.entries(requests).map(([key, request]) => [key, soundQuestion(key, request, mask)]));
}

function soundQuestion(key: string, request: InputRequest, mask: (text: string) => string): InputRequest {
  switch (request.kind) {
    case 'form':
      return { ...request, message: mask(request.message), schema: masked(request.schema, mask) };
    case 'url':
      checkAddress(key, request.url);
      return { ...request, message: mask(request.message), url: mask(request.url) };
    case 'sampling':
      return { ...request, params: masked(request.params, mask) };
    case 'roots':
      return request;
  }
}

// People are shown it as a link, and their browser opens it: `javascript:` would run there.
function checkAddress(key: string, url: string): void {
  // MCP-URL-01: a valid address.
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new TypeError(`The question '${key}' must have an absolute http or https address as its url.`);
}

/** A copy of JSON with its texts masked; names stay, as they say what the rest means. */
function masked<Json>(value: Json, mask: (text: string) => string): Json;
function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => masked(one as unknown, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one as unknown, mask)]));
}
