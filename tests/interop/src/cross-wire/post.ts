/** An answer over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Sends a JSON body, and reads a JSON answer. */
export async function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> };
}

/** A member of an answer that must be an object; an empty one means none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
