export interface TestResponse {
  readonly status: number;
  /** By lower-case name. Repeated fields are joined with a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  readonly text: string;
  /** The duration in milliseconds. */
  readonly tookMs: number;
}

/** Creates a response from its parts. */
export function responseFrom(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array,
  tookMs: number,
): TestResponse {
  return { status, headers, bytes, text: new TextDecoder().decode(bytes), tookMs };
}

/** Returns headers by lower-case name. Repeated fields are joined. */
export function joinHeaders(fields: Iterable<readonly [name: string, value: string]>): Record<string, string> {
  const headers = Object.create(null) as Record<string, string>;
  for (const [field, value] of fields) {
    const name = field.toLowerCase();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

/** Returns a one-line summary of a response for error messages. */
export function summarize(response: TestResponse): string {
  const excerpt = response.text.length > 300 ? `${response.text.slice(0, 300)}…` : response.text;
  return `${response.status} ${response.headers['content-type'] ?? 'without a content type'} ${excerpt}`;
}
